"""What is drawn by lot, over many seeds: first moves, numbers, brackets, seats, ties.

Source: "In the first game, determine randomly who will go first. After that, you should take turns
going first" (the University's rules; the Hebrew and the Japanese rules say the same).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.tournaments.playing import play_round
from tournaments.pairing import SYSTEMS, PairedRound
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.lots import uses_lot
from tournaments.pairing.qualify import Tie, settle_by_lot
from tournaments.pairing_child import pair_report
from tournaments.proof import proof
from tournaments.standings.bracket import place_ranges
from tournaments.standings.start_numbers import drawn_order, is_undrawn, with_draw
from tournaments.state import (
    BY_LOT,
    EQUALS_BY_LOT,
    IN_LIST_ORDER,
    Entrant,
    EventState,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
)
from tournaments.state.teams import Team

SEEDS = range(200)
FAIR = range(65, 136)  # of 200 fair draws of one in two; five standard deviations to each side
WITHOUT_LOTS = ("manual", "team_round_robin", "scheveningen")
PAIRING = [name for name in SYSTEMS if name not in WITHOUT_LOTS]


def field(
    system: str, entries: int = 6, *, ratings: tuple[int, ...] = (), **options: Any
) -> EventState:
    """Entries numbered from 1; a round robin draws its numbers unless `options` say otherwise.

    Teams are of one board, so that they play as entries do.
    """
    if system == "round_robin":
        options = {"numbers": BY_LOT, **options}
    if system in ("team_swiss", "team_knockout"):
        options = {"boards": 1, **options}
    known = ratings or tuple(2000 - at for at in range(entries))
    entrants = (Entrant(at, rating, seed=at) for at, rating in enumerate(known, start=1))
    return EventState(
        entrants=tuple(entrants),
        rounds_total=5,
        options=PairingOptions.from_dict(options),
        system=system,
        teams=tuple(Team(at, (at,)) for at in range(1, len(known) + 1)),
    )


def pair(state: EventState, seed: int) -> PairedRound:
    return SYSTEMS[state.system](state, seed=seed, run_engine=pair_report)


def first_rounds(state: EventState) -> Iterator[PairedRound]:
    return (pair(state, seed) for seed in SEEDS)


def movers(paired: PairedRound) -> set[int]:
    """Who moves first in game 1 of each table."""
    return {p.seats[p.first_seat - 1] for p in paired.pairings if len(p.seats) > 1}


@pytest.mark.slow
@pytest.mark.parametrize("system", PAIRING)
def test_everybody_moves_first_as_often_as_anybody(system: str) -> None:
    """Two who play a match each move first in about half of 200 draws of round 1."""
    options: dict[str, Any] = {"sizes": [2]} if system == "tables" else {}
    state = field(system, 2, **options)
    first = Counter(entry for paired in first_rounds(state) for entry in movers(paired))
    assert first[1] in FAIR, first
    assert first[1] + first[2] == len(SEEDS)


@pytest.mark.slow
@pytest.mark.parametrize("system", PAIRING)
def test_the_stronger_at_table_1_does_not_always_move_second(system: str) -> None:
    state = field(system, 8)
    first = Counter(1 in movers(paired) for paired in first_rounds(state))
    expected = {"tables": range(25, 76)}  # one of four at a table
    assert first[True] in expected.get(system, FAIR), first


@pytest.mark.parametrize("system", PAIRING)
def test_a_seed_that_is_given_repeats_the_round_to_the_bit(system: str) -> None:
    state = field(system, 8)
    for seed in (0, 1, 2**31 - 1):
        assert pair(state, seed) == pair(state, seed)


@pytest.mark.parametrize("system", PAIRING)
def test_equal_events_with_different_seeds_have_different_first_rounds(system: str) -> None:
    made = {proof_text(pair(field(system, 8), seed)) for seed in range(40)}
    assert len(made) > 1


def proof_text(paired: PairedRound) -> str:
    return str(proof.pairs_of(paired))


def test_numbers_of_a_round_robin_are_drawn_fairly() -> None:
    state = field("round_robin", 4)
    numbers = Counter(drawn_order(with_draw(state, seed)).index(1) for seed in range(400))
    assert set(numbers) == {0, 1, 2, 3}
    assert all(count in range(55, 146) for count in numbers.values()), numbers


def test_numbers_are_drawn_once_whatever_seed_a_later_round_has() -> None:
    state = with_draw(field("round_robin", 6), 11)
    whole = []
    for seed in (11, 5, 0, 77, 3):
        paired = pair(state, seed)
        assert find_problems(state, paired) == []
        whole += [frozenset(p.seats) for p in paired.pairings]
        state = play_round(state, paired, min)
    assert len(set(whole)) == 15, "everybody meets everybody once"
    assert state.draw_seed == 11


def test_the_berger_table_is_laid_over_the_drawn_numbers() -> None:
    state = with_draw(field("round_robin", 4), 3)
    a, b, c, d = drawn_order(state)
    assert [p.seats for p in pair(state, 99).pairings] == [(a, d), (b, c)]


def test_numbers_of_each_group_are_drawn() -> None:
    state = field("round_robin", 8)
    groups = tuple(replace(e, group="AB"[e.number % 2]) for e in state.entrants)
    state = replace(state, entrants=groups)
    tables = {tuple(p.seats for p in pair(state, seed).pairings) for seed in range(30)}
    assert len(tables) > 20
    for seats in next(iter(tables)):
        assert len({entry % 2 for entry in seats}) == 1


def test_the_order_of_the_list_is_kept_where_the_organiser_wants_it() -> None:
    state = field("round_robin", 4, numbers=IN_LIST_ORDER)
    for seed in range(20):
        assert [p.seats for p in pair(state, seed).pairings] == [(1, 4), (2, 3)]
    assert not is_undrawn(state)
    assert pair(state, 7).explanation == ()


@pytest.mark.parametrize("system", ["knockout", "double_elimination"])
def test_a_bracket_is_drawn_once_and_binds_its_later_rounds(system: str) -> None:
    state = field(system, 8, numbers=BY_LOT)
    met = {frozenset(p.seats for p in pair(state, seed).pairings) for seed in range(30)}
    assert len(met) > 25
    state = with_draw(state, 5)
    order = drawn_order(state)
    first = pair(state, 5)
    assert first.pairings[0].seats == (order[0], order[7])
    state = play_round(state, first, min)
    second = [p for p in pair(state, 123).pairings if p.bracket.startswith("W2")]
    assert set(second[0].seats) == {min(order[0], order[7]), min(order[3], order[4])}


def test_a_bracket_by_rating_draws_only_those_of_equal_rating() -> None:
    state = field("knockout", ratings=(1900, 1800, 1500, 1500, 1500, 1400), numbers=EQUALS_BY_LOT)
    orders = [drawn_order(with_draw(state, seed)) for seed in SEEDS]
    assert {(*order[:2], order[5]) for order in orders} == {(1, 2, 6)}
    middle = Counter(order[2:5] for order in orders)
    assert len(middle) == 6
    assert is_undrawn(state)
    assert not is_undrawn(field("knockout", 6, numbers=EQUALS_BY_LOT)), "all ratings differ"


@pytest.mark.parametrize("system", ["monrad", "keizer"])
def test_start_numbers_are_drawn_once_and_bind_later_rounds(system: str) -> None:
    """Norges Sjakkforbund: the start numbers of a Monrad are drawn by lot before round 1."""
    state = field(system, 6, numbers=BY_LOT)
    top = Counter(frozenset(pair(state, seed).pairings[0].seats) for seed in SEEDS)
    assert len(top) == 15  # of six entries every two meet at table 1 for some seed
    played = replace(play_round(state, pair(state, 7), min), draw_seed=7)
    later = {frozenset(pair(played, seed).pairings[0].seats) for seed in range(20)}
    assert len(later) == 1
    assert drawn_order(played) == drawn_order(with_draw(state, 7)) != drawn_order(state)


@pytest.mark.parametrize("system", ["monrad", "keizer"])
def test_start_numbers_by_rating_draw_only_those_of_equal_rating(system: str) -> None:
    rated = field(system, 6, numbers=EQUALS_BY_LOT)
    assert {frozenset(pair(rated, seed).pairings[0].seats) for seed in SEEDS} == {frozenset({1, 2})}
    level = field(system, 4, ratings=(1900, 1500, 1500, 1400), numbers=EQUALS_BY_LOT)
    met = Counter(frozenset(pair(level, seed).pairings[0].seats) for seed in SEEDS)
    assert set(met) == {frozenset({1, 2}), frozenset({1, 3})}
    assert all(count in FAIR for count in met.values())


def test_those_without_a_rating_are_equal() -> None:
    state = field("knockout", 4, numbers=EQUALS_BY_LOT)
    state = replace(state, entrants=tuple(replace(e, rating=None) for e in state.entrants))
    assert {drawn_order(with_draw(state, seed))[0] for seed in range(50)} == {1, 2, 3, 4}


def test_before_its_bracket_is_drawn_everybody_can_have_any_place() -> None:
    state = field("knockout", 6, numbers=BY_LOT)
    assert place_ranges(state) == dict.fromkeys(range(1, 7), (1, 6))
    assert place_ranges(with_draw(state, 1)) != place_ranges(state), "two of them have a bye"


def test_seats_at_a_table_are_drawn_where_nothing_else_decides() -> None:
    state = field("tables", 4, sizes=[4])
    seats = Counter(pair(state, seed).pairings[0].seats.index(1) for seed in range(400))
    assert all(seats[seat] in range(55, 146) for seat in range(4)), seats


def test_first_moves_of_later_rounds_at_tables_are_drawn_too() -> None:
    """After round 1 three have not moved first: each of them may, not always the same."""
    state = field("tables", 4, sizes=[4])
    (table,) = pair(state, 1).pairings
    slot = Slot(1, table.first_seat, result=SlotResult("played", "", (6, 4, 2, 0)))
    state = replace(state, played=(Played(1, table.seats, (slot,), table=1),), current_round=1)
    again = Counter(entry for seed in SEEDS for entry in movers(pair(state, seed)))
    assert set(again) == {1, 2, 3, 4} - {table.seats[table.first_seat - 1]}
    assert min(again.values()) > 30, again


def test_a_tie_is_settled_by_lot_in_every_order() -> None:
    orders = Counter(settle_by_lot(Tie((3, 7), 1), seed) for seed in SEEDS)
    assert orders[3, 7] in FAIR
    assert orders[3, 7] + orders[7, 3] == len(SEEDS)


def test_a_swiss_keeps_the_initial_colour_that_was_drawn() -> None:
    """Round 2 follows what round 1 drew, whatever its own seed is."""
    state = field("swiss", 8)
    state = play_round(state, pair(state, 4), min)
    rounds = {proof_text(pair(state, seed)) for seed in range(10)}
    assert len(rounds) == 1
    assert not uses_lot("swiss", state)


@pytest.mark.parametrize(
    ("system", "options", "expected"),
    [
        ("swiss", {}, True),
        ("swiss", {"top_moves": "first"}, False),
        ("mcmahon", {}, True),
        ("monrad", {}, True),
        ("keizer", {}, True),
        ("tables", {}, True),
        ("knockout", {}, True),
        ("round_robin", {"numbers": BY_LOT}, True),
        ("round_robin", {"numbers": IN_LIST_ORDER}, False),
        ("manual", {}, False),
    ],
)
def test_a_first_round_says_whether_anything_is_left_to_the_lot(system, options, expected) -> None:
    assert uses_lot(system, field(system, 6, **options)) is expected


def test_a_round_by_hand_draws_the_numbers_of_the_rounds_after_it() -> None:
    assert uses_lot("manual", field("round_robin", 6))
    assert not uses_lot("manual", with_draw(field("round_robin", 6), 3))


def test_reasons_name_the_lot_and_who_drew_which_number() -> None:
    paired = pair(field("round_robin", 4), 77)
    (of_round,) = paired.explanation
    assert reason_text(of_round) == (
        "The numbers of this stage were drawn by lot with its first round; "
        "the number of the lot is 77."
    )
    said = [reason_text(reason) for reason in paired.pairings[0].explanation]
    high, low = paired.pairings[0].seats
    assert said[:2] == [f"Entry {high} drew number 1.", f"Entry {low} drew number 4."]


def test_a_proof_keeps_the_draw_and_one_from_before_it_pairs_as_it_did() -> None:
    state = with_draw(field("round_robin", 6), 8)
    state = play_round(state, pair(state, 8), min)
    paired = pair(state, 31)
    document = proof.build(system="round_robin", seed=31, state=state, paired=paired)
    assert document["input"]["draw_seed"] == 8
    assert proof.pairs_of(proof.pair_again(document)) == document["pairs"]
    for name in ("numbers", "seats_by_lot"):
        del document["input"]["options"][name]
    del document["input"]["draw_seed"]
    old = proof.pair_again(document)
    assert [p.seats for p in old.pairings] == [(6, 4), (5, 3), (1, 2)]


def test_an_old_proof_of_tables_seats_as_it_did() -> None:
    state = field("tables", 8, sizes=[4])
    before = replace(state, options=replace(state.options, seats_by_lot=False))
    paired = partial(pair, seed=5)
    document = proof.build(system="tables", seed=5, state=before, paired=paired(before))
    del document["input"]["options"]["seats_by_lot"]
    again = proof.pairs_of(proof.pair_again(document))
    assert again == document["pairs"]
    assert again != proof.pairs_of(paired(state))
    assert proof.drawn_seed(document) == ("given", 5)
