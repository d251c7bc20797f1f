"""A number and its derivation are one: every node's value is made of its children's by the rule
its code stands for, and the roots are the values of the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import floor
from random import Random

import pytest

from tests.tournaments.playing import match
from tests.tournaments.standings.peers import random_report, random_round_robin, ranked
from tournaments.standings import derive_value
from tournaments.standings.crosstable import Crosstable
from tournaments.standings.derivation import MESSAGES, Derivation
from tournaments.standings.scores import score_crosstable
from tournaments.standings.tiebreaks.registry import (
    ONLY_FOR_TEAMS,
    TIEBREAKS,
    refusal_code,
    tie_break_values,
)
from tournaments.state import EventState, Played

# How a node's value follows from its children's values. A share is a product of half points.
SUMS = frozenset(
    {"own_score", "adjusted_score", "progress", "meetings", "performance_points"}
    | {"MP", "GP", "PTS", "BPR", "WIN", "WON", "BPG", "BWG", "REP", "STD", "PS", "PS/C1"}
    | {"BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "FB", "SB", "SB/C1", "KS", "TPR"}
    | {"RW", "FM", "FORD", "CARDS", "OPS"}
)
MEANS = frozenset({"AOB", "repeated", "opponents_of_table"})
ROUNDED_MEANS = frozenset({"ARO", "ARO/C1", "APRO", "APPO", "opponents_average"})
LEAST = frozenset({"dummy", "dummy_of_forfeit"})
PRODUCTS = frozenset({"share"})
CODES = tuple(TIEBREAKS)
CUTS = frozenset({"cut_lowest", "cut_highest", "cut_voluntary", "cut_first"})
STATES = [random_report(seed)[0] for seed in range(12)] + [
    random_round_robin(seed, 1 + seed % 2, forfeits=20) for seed in range(6)
]


def nodes(node: Derivation) -> Iterator[Derivation]:
    yield node
    for child in node.children:
        yield from nodes(child)


def check(node: Derivation) -> None:
    parts = [child.value for child in node.children if child.value is not None]
    if node.value is None:
        assert node.code in CUTS or not parts
    elif node.code in SUMS:
        assert node.value == sum(parts)
    elif node.code in MEANS:
        assert node.value == Fraction(sum(parts)) / len(parts)
    elif node.code in ROUNDED_MEANS:
        assert node.value == floor(Fraction(sum(parts)) / len(parts) + Fraction(1, 2))
    elif node.code in LEAST:
        assert node.value == min(parts)
    elif node.code in PRODUCTS:
        assert node.value == Fraction(parts[0] * parts[1], 2)
    elif node.code in {"opponent", "qualified", "performance"}:
        assert [node.value] == parts


def with_points_on_boards(state: EventState, rng: Random) -> EventState:
    """Board-plus-reserve points for most games; of the others the facts are unknown."""

    def scored(pairing: Played) -> Played:
        found = [(rng.randrange(40), 0) if rng.random() < 0.8 else None for _ in pairing.slots]
        slots = [
            replace(slot, result=slot.result and replace(slot.result, bpr=bpr))
            for slot, bpr in zip(pairing.slots, found, strict=True)
        ]
        return replace(pairing, slots=tuple(slots))

    return replace(state, played=tuple(scored(pairing) for pairing in state.played))


@pytest.mark.parametrize("at", range(len(STATES)))
def test_what_a_score_counts_is_the_value_of_a_derivation(at: int) -> None:
    crosstable = Crosstable.of(with_points_on_boards(STATES[at], Random(at)))
    bpr, wins, won = (tie_break_values(code, crosstable) for code in ("BPR", "WIN", "WON"))
    for entry, score in score_crosstable(crosstable).items():
        derived = (bpr[entry].value, wins[entry].value, won[entry].value)
        assert (score.bpr, score.wins, score.won) == derived


def test_every_rule_of_a_sum_is_that_of_a_tie_break_or_a_sentence() -> None:
    rules = [SUMS, MEANS, ROUNDED_MEANS, LEAST, PRODUCTS]
    assert frozenset().union(*rules) <= MESSAGES.keys() | TIEBREAKS.keys() | {"PTS"}
    assert sum(map(len, rules)) == len(frozenset().union(*rules))


@pytest.mark.parametrize("at", range(len(STATES)))
def test_every_value_is_made_of_its_parts(at: int) -> None:
    state = replace(STATES[at], rules=replace(STATES[at].rules, tiebreaks=CODES))
    made = ranked(state, CODES)
    row = Random(at).choice(made.rows)
    for code, value in zip(CODES, row.tie_breaks, strict=True):
        root = derive_value(state, row.entry, code)
        assert (root.code, root.value) == (code, value)
        for node in nodes(root):
            check(node)
            assert node.code in MESSAGES or node.code in TIEBREAKS
            assert MESSAGES.get(node.code, "{value}").format(value=node.value, **node.params)
    assert derive_value(state, row.entry, "PTS").value == row.primary_x2


@pytest.mark.parametrize("at", range(len(STATES)))
def test_a_tie_break_without_a_meaning_has_no_value_but_a_reason(at: int) -> None:
    state = STATES[at]
    for code in CODES:
        root, why = derive_value(state, state.entry_numbers[0], code), refusal_code(code, state)
        if why is not None:
            assert root == Derivation(code, None, {}, (Derivation(why, None),))
    refused = {code for code in CODES if refusal_code(code, state)} - ONLY_FOR_TEAMS
    assert refused == (
        {"BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "FB", "AOB"}
        if state.system == "round_robin"
        else {"KS"}
    )


def test_numbers_of_entries_do_not_matter() -> None:
    """With other numbers, the same entries have the same values; but for TPN, a number itself."""
    codes = [code for code in CODES if code != "TPN"]
    for state in STATES:
        new = dict(
            zip(
                state.entry_numbers,
                Random(5).sample(range(1, 99), len(state.entry_numbers)),
                strict=True,
            )
        )
        entrants = tuple(replace(e, number=new[e.number]) for e in state.entrants)
        played = tuple(replace(p, seats=tuple(new[n] for n in p.seats)) for p in state.played)
        before = {new[row.entry]: row.tie_breaks for row in ranked(state, codes).rows}
        after = ranked(replace(state, entrants=entrants, played=played), codes)
        assert {row.entry: row.tie_breaks for row in after.rows} == before


def test_a_cut_says_what_was_cut() -> None:
    # After three rounds; entry 1 asked for a bye in round 2.
    #      1    2    3    4   points
    # 1    .   1-0   -   1-0    2½     round 1: 1-2, 3-4; 2: 2-4; 3: 1-4, 2-3
    # 2    0    .   ½    1      1½
    # 3    -    ½   .    1      1½ + a bye given in round 2
    # 4    0    0   0    .      0
    state = EventState(
        entrants=STATES[0].entrants[:4],
        rounds_total=3,
        current_round=3,
        played=(
            match(1, (1, 2), (2, 0)),
            match(1, (3, 4), (2, 0)),
            Played(2, (1,), kind="bye_asked", bye_points_x2=1),
            match(2, (2, 4), (2, 0)),
            Played(2, (3,), kind="bye_allocated"),
            match(3, (1, 4), (2, 0)),
            match(3, (2, 3), (1, 1)),
        ),
        system="swiss",
    )
    root = derive_value(state, 1, "BH/C1")
    # Entry 2 has 1½ and entry 4 nothing, but the bye asked for is cut: its dummy has 1½, as three
    # draws have (16.4.2), which is not below the lowest.
    assert root.value == 3
    assert [(child.code, child.value) for child in root.children] == [
        ("opponent", 3),
        ("cut_voluntary", None),
        ("opponent", 0),
    ]
    cut = root.children[1].children[0]
    assert (cut.code, cut.value, cut.params["round"]) == ("dummy", 3, 2)
    assert [(child.code, child.value) for child in cut.children] == [
        ("own_score", 5),
        ("all_draws", 3),
    ]
    document = root.as_json()
    assert json.loads(json.dumps(document)) == document
    assert document["children"][0]["params"] == {"round": 1, "leg": 1, "opponent": 2}


def test_fractions_are_written_as_text() -> None:
    assert Derivation("AOB", Fraction(7, 3)).as_json() == {"code": "AOB", "value": "7/3"}
