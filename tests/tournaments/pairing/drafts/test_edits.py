"""Edits of a draft: each kind on one small round, and what holds for any list of them.

The round of every example, table by table (first mover first), before the edit:

    leg 1   1: 1-6   2: 2-7   3: 3-8   4: 4-9   bye: 5
"""

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.pairing import PairedRound, Pairing, PairingRefused, Reason
from tournaments.pairing.drafts.edit_kinds import KINDS, describe_edit, edit_as_dict, read_edits
from tournaments.pairing.drafts.edits import EDITED_BY_HAND, apply_edits
from tournaments.pairing.drafts.reason_texts import reason_text

WHY = (Reason("paired_by_hand", {}),)
BYE = Pairing.bye(5, why=WHY)
MATCHES = tuple(Pairing((n, n + 5), n, explanation=WHY) for n in range(1, 5))
ROUND = PairedRound(3, (*MATCHES, BYE))


def edit(kind: str, **values: object) -> dict[str, object]:
    return {"kind": kind, **values}


def done(*edits: dict[str, object], on: PairedRound = ROUND) -> PairedRound:
    return apply_edits(on, read_edits(edits))


def drawn(paired: PairedRound) -> list[str]:
    """Tables as "table: mover-other", byes as "bye: entry", in the order of tables."""
    lines = []
    for p in sorted(paired.pairings, key=lambda p: (p.leg, p.table is None, p.table or 0)):
        order = p.seats[p.first_seat - 1 :] + p.seats[: p.first_seat - 1]
        lines.append(f"{p.table or 'bye'}: " + "-".join(map(str, order)))
    return lines


examples = pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([edit("swap", a=1, b=7)], ["1: 7-6", "2: 2-1", "3: 3-8", "4: 4-9", "bye: 5"]),
        ([edit("swap", a=5, b=6)], ["1: 1-5", "2: 2-7", "3: 3-8", "4: 4-9", "bye: 6"]),
        ([edit("swap", a=1, b=6)], ["1: 6-1", "2: 2-7", "3: 3-8", "4: 4-9", "bye: 5"]),
        ([edit("swap", a=11, b=5)], ["1: 1-6", "2: 2-7", "3: 3-8", "4: 4-9", "bye: 11"]),
        ([edit("turn", table=2)], ["1: 1-6", "2: 7-2", "3: 3-8", "4: 4-9", "bye: 5"]),
        (
            [edit("table", **{"from": 1, "to": 4})],
            ["1: 4-9", "2: 2-7", "3: 3-8", "4: 1-6", "bye: 5"],
        ),
        (
            [edit("table", **{"from": 1, "to": 9})],
            ["2: 2-7", "3: 3-8", "4: 4-9", "9: 1-6", "bye: 5"],
        ),
        ([edit("bye", entry=1)], ["1: 6", "2: 2-7", "3: 3-8", "4: 4-9", "bye: 5", "bye: 1"]),
        ([edit("bye", entry=5)], ["1: 1-6", "2: 2-7", "3: 3-8", "4: 4-9", "bye: 5"]),
        (
            [edit("bye", entry=1), edit("pair", a=5, b=6)],
            ["1: 5-6", "2: 2-7", "3: 3-8", "4: 4-9", "bye: 1"],
        ),
        ([edit("unseat", entry=5)], ["1: 1-6", "2: 2-7", "3: 3-8", "4: 4-9"]),
        ([edit("unseat", entry=1)], ["1: 6", "2: 2-7", "3: 3-8", "4: 4-9", "bye: 5"]),
        ([edit("move", entry=5, table=1)], ["1: 1-6-5", "2: 2-7", "3: 3-8", "4: 4-9"]),
        ([edit("move", entry=5, table=1, seat=1)], ["1: 1-6-5", "2: 2-7", "3: 3-8", "4: 4-9"]),
        ([edit("move", entry=5, table=6)], ["1: 1-6", "2: 2-7", "3: 3-8", "4: 4-9", "6: 5"]),
        (
            [edit("unseat", entry=1), edit("unseat", entry=6), edit("pair", a=6, b=1)],
            ["1: 6-1", "2: 2-7", "3: 3-8", "4: 4-9", "bye: 5"],
        ),
        ([edit("by_hand", pairings=[[9, 1], [5], [2, 3, 4]])], ["1: 9-1", "2: 2-3-4", "bye: 5"]),
    ],
)


@examples
def test_each_kind_of_edit(edits, expected) -> None:
    assert drawn(done(*edits)) == expected


@examples
def test_each_kind_of_edit_stays_in_its_leg(edits, expected) -> None:
    second = tuple(replace(pairing, leg=2) for pairing in ROUND.pairings)
    both = replace(ROUND, pairings=(*ROUND.pairings, *second), legs=2)
    after = done(*({**each, "leg": 2} for each in edits), on=both).pairings
    assert tuple(pairing for pairing in after if pairing.leg == 1) == ROUND.pairings
    assert drawn(replace(ROUND, pairings=tuple(p for p in after if p.leg == 2))) == expected


def test_who_moves_first_stays_when_somebody_else_comes_or_goes() -> None:
    table = PairedRound(1, (Pairing((1, 2, 3), 1, first_seat=2), Pairing.bye(4, why=())))
    assert drawn(done(edit("move", entry=4, table=1, seat=1), on=table)) == ["1: 2-3-4-1"]
    assert drawn(done(edit("unseat", entry=1), on=table)) == ["1: 2-3", "bye: 4"]
    assert drawn(done(edit("unseat", entry=3), on=table)) == ["1: 2-1", "bye: 4"]


def test_what_was_touched_says_so_and_the_rest_keeps_its_reasons() -> None:
    after = done(edit("swap", a=1, b=7), edit("table", **{"from": 3, "to": 8}))
    told = {p.seats: p.explanation for p in after.pairings}
    assert told[(7, 6)] == told[(2, 1)] == told[(3, 8)] == (EDITED_BY_HAND,)
    assert told[(4, 9)] == told[(5,)] == WHY


def test_legs_are_edited_by_themselves() -> None:
    both = (*MATCHES, *(replace(p, leg=2, seats=p.seats[::-1]) for p in MATCHES))
    after = done(edit("swap", a=1, b=2, leg=2), on=PairedRound(1, both, legs=2))
    assert [p.seats for p in after.pairings if p.leg == 1] == [p.seats for p in MATCHES]
    assert {(6, 2), (7, 1)} <= {p.seats for p in after.pairings if p.leg == 2}


def test_groups_go_with_the_place() -> None:
    grouped = PairedRound(1, (Pairing((1, 2), 1, group="A"), Pairing((3,), None, "bye_allocated")))
    after = done(edit("by_hand", pairings=[[2, 1], [3]]), on=grouped)
    assert [p.group for p in after.pairings] == ["A", ""]
    assert {p.group for p in done(edit("bye", entry=1), on=grouped).pairings} == {"A", ""}


@pytest.mark.parametrize("group_of", ["A", ""], ids=["grouped", "without"])
def test_who_gets_another_table_stays_in_the_group(group_of) -> None:
    grouped = replace(ROUND, pairings=tuple(replace(p, group=group_of) for p in MATCHES))
    (moved,) = (
        p for p in done(edit("move", entry=1, table=6), on=grouped).pairings if p.table == 6
    )
    free = [edit("bye", entry=1), edit("bye", entry=7), edit("pair", a=7, b=1, table=6)]
    (made,) = (p for p in done(*free, on=grouped).pairings if p.table == 6)
    assert (moved.group, made.group, made.kind) == (group_of, group_of, "match")


@pytest.mark.parametrize(
    ("edits", "code", "params"),
    [
        ([edit("swap", a=1, b=1)], "edit_same_entry", {"edit": 1, "entry": 1}),
        ([edit("swap", a=20, b=21)], "edit_not_seated", {"edit": 1, "entry": 20, "leg": 1}),
        ([edit("unseat", entry=20)], "edit_not_seated", {"edit": 1, "entry": 20, "leg": 1}),
        ([edit("pair", a=1, b=5)], "edit_not_free", {"edit": 1, "entry": 1, "leg": 1}),
        ([edit("pair", a=5, b=5)], "edit_same_entry", {"edit": 1, "entry": 5}),
        (
            [edit("unseat", entry=1), edit("pair", a=5, b=6, table=2)],
            "edit_table_taken",
            {"edit": 2, "table": 2, "leg": 1},
        ),
        ([edit("turn", table=7)], "edit_no_table", {"edit": 1, "table": 7, "leg": 1}),
        (
            [edit("table", **{"from": 7, "to": 2})],
            "edit_no_table",
            {"edit": 1, "table": 7, "leg": 1},
        ),
        ([edit("swap", a=1, b=2, leg=2)], "edit_no_leg", {"edit": 1, "leg": 2, "legs": 1}),
        (
            [edit("move", entry=5, table=1, seat=4)],
            "edit_no_seat",
            {"edit": 1, "table": 1, "seats": 2, "seat": 4},
        ),
    ],
)
def test_what_has_no_meaning_is_refused_with_its_place(edits, code, params) -> None:
    with pytest.raises(PairingRefused) as refused:
        done(*edits)
    assert (refused.value.code, refused.value.params) == (code, params)
    assert f"Edit {params['edit']}" in reason_text(Reason(code, params))


def test_the_places_of_a_bracket_stay() -> None:
    bracket = PairedRound(1, (Pairing((1, 4), 1, bracket="W1-1"), Pairing((3, 2), 2, bracket="x")))
    assert [p.bracket for p in done(edit("swap", a=4, b=2), on=bracket).pairings] == ["W1-1", "x"]
    for kind in (edit("bye", entry=1), edit("unseat", entry=1), edit("by_hand", pairings=[[1, 2]])):
        with pytest.raises(PairingRefused) as refused:
            done(kind, on=bracket)
        assert refused.value.code == "edit_of_bracket"


@pytest.mark.parametrize(
    ("plain", "field"),
    [
        ({}, "kind"),
        ({"kind": "dance"}, "kind"),
        (edit("swap", a=1), "b"),
        (edit("swap", a=1, b="2"), "b"),
        (edit("swap", a=True, b=2), "a"),
        (edit("swap", a=0, b=2), "a"),
        (edit("swap", a=1, b=2, table=3), "table"),
        (edit("table", old=1, new=2), "new"),
        (edit("by_hand", pairings=[[1, 2], []]), "pairings"),
        (edit("by_hand", pairings=[[1, "2"]]), "pairings"),
        (edit("by_hand", pairings=3), "pairings"),
    ],
)
def test_an_edit_that_cannot_be_read_is_refused_with_its_field(plain, field) -> None:
    with pytest.raises(PairingRefused) as refused:
        read_edits([edit("bye", entry=1), plain])
    assert refused.value.code == "edit_unreadable"
    assert refused.value.params == {"edit": 2, "field": field}


entries = st.integers(1, 11)
tables = st.integers(1, 6)
plain_edits = st.one_of(
    st.builds(lambda a, b: edit("swap", a=a, b=b), entries, entries),
    st.builds(lambda e, t: edit("move", entry=e, table=t), entries, tables),
    st.builds(lambda e: edit("bye", entry=e), entries),
    st.builds(lambda a, b: edit("pair", a=a, b=b), entries, entries),
    st.builds(lambda e: edit("unseat", entry=e), entries),
    st.builds(lambda t: edit("turn", table=t), tables),
    st.builds(lambda a, b: edit("table", **{"from": a, "to": b}), tables, tables),
    st.builds(
        lambda order: edit("by_hand", pairings=[order[:2], order[2:4], order[4:]]),
        st.permutations(range(1, 10)),
    ),
)
SHUFFLES = ("swap", "turn", "table")


def seated(paired: PairedRound) -> Counter[int]:
    return Counter(entry for pairing in paired.pairings for entry in pairing.seats)


@given(plain_edits)
def test_an_edit_is_the_same_after_it_was_written_and_read(plain) -> None:
    (one,) = read_edits([plain])
    written = json.loads(json.dumps(edit_as_dict(one)))
    assert read_edits([{**written, "warnings": [["rematch", {}]]}]) == (one,)
    assert reason_text(describe_edit(one)).endswith(".")


def test_every_kind_is_in_the_property() -> None:
    assert set(KINDS) == {"swap", "move", "bye", "pair", "unseat", "turn", "table", "by_hand"}


@given(st.lists(plain_edits, min_size=1, max_size=6))
def test_untouched_pairings_are_equal_and_entries_are_kept(edits) -> None:
    try:
        after = done(*edits)
    except PairingRefused:
        assume(False)
        raise
    was = {_place(pairing): pairing for pairing in ROUND.pairings}
    for pairing in after.pairings:
        touched = replace(pairing, explanation=(EDITED_BY_HAND,))
        assert pairing == was.get(_place(pairing), touched)
        assert pairing.seats
    assert max(seated(after).values(), default=1) == 1
    if all(one["kind"] in SHUFFLES for one in edits) and not {10, 11} & seated(after).keys():
        assert seated(after) == seated(ROUND)
        assert len(after.pairings) == len(ROUND.pairings)
    one_by_one = ROUND
    for each in edits:
        one_by_one = done(each, on=one_by_one)
    assert sorted(drawn(one_by_one)) == sorted(drawn(after))


@given(st.lists(plain_edits, max_size=3), entries, entries, tables)
def test_swapping_and_exchanging_twice_is_nothing(edits, a, b, table) -> None:
    swap, turn = edit("swap", a=a, b=b), edit("turn", table=table)
    exchange = edit("table", **{"from": table, "to": 2})
    try:
        before = done(*edits)
        for each in (swap, turn, exchange):
            done(each, on=before)
    except PairingRefused:
        assume(False)
        raise
    assert done(swap, swap, on=before) == before
    assert done(turn, *[turn] * (len(_at(before, table).seats) - 1), on=before) == before
    if any(pairing.table == 2 for pairing in before.pairings):
        assert done(exchange, exchange, on=before) == before


def _place(pairing: Pairing) -> tuple[object, ...]:
    return pairing.table, pairing.kind, pairing.seats, pairing.first_seat


def _at(paired: PairedRound, table: int) -> Pairing:
    return next(pairing for pairing in paired.pairings if pairing.table == table)


def test_a_bye_stays_in_the_group_of_its_table_and_is_given_once():
    grouped = replace(ROUND, pairings=(*(replace(p, group="A") for p in MATCHES), BYE))
    given = done(edit("bye", entry=1), on=grouped)
    (bye,) = (p for p in given.pairings if p.seats == (1,))
    assert (bye.kind, bye.group, bye.table) == ("bye_allocated", "A", None)
    assert done(edit("bye", entry=1), edit("bye", entry=1), on=grouped).pairings == given.pairings
