"""From groups to a knockout: the snake, who goes on, ties at the line, groups kept apart."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import play
from tournaments.pairing.qualify import (
    GroupRow,
    Qualification,
    Tie,
    qualify,
    settle_by_lot,
    settle_tie,
    snake_groups,
)
from tournaments.pairing.systems.knockout import pair_knockout
from tournaments.state import Entrant, EventState


def table(group, *lines, matches=3):
    """Lines of a group: entry, rank and points."""
    return [GroupRow(entry, group, rank, (points,), matches) for entry, rank, points in lines]


def test_the_snake_turns_at_the_end_of_each_row():
    # A  1  6  7
    # B  2  5  8
    # C  3  4  9  10
    expected = {"A": (1, 6, 7), "B": (2, 5, 8), "C": (3, 4, 9, 10)}
    assert snake_groups(range(1, 11), 3) == expected


@given(st.integers(1, 60), st.integers(1, 30))
def test_groups_hold_everybody_once_and_are_level(entries, groups):
    dealt = snake_groups(range(1, entries + 1), groups)
    assert sorted(entry for group in dealt.values() for entry in group) == list(
        range(1, entries + 1)
    )
    assert len(dealt) == groups
    sizes = [len(group) for group in dealt.values()]
    assert max(sizes) - min(sizes) <= 1
    full = [sum(group) for group in dealt.values()]
    if entries % (2 * groups) == 0:
        assert len(set(full)) == 1  # every second row makes up for the one before


def test_many_groups_have_names():
    names = list(snake_groups(range(60), 30))
    assert (names[0], names[25], names[26], names[29]) == ("A", "Z", "AA", "AD")


def test_two_of_each_of_four_groups():
    # The winners by their points; the seconds by theirs, each in the half without its winner:
    # 11 - 32, 41 - 22 in the upper half, 21 - 42, 31 - 12 in the lower.
    tables = {
        "A": table("A", (11, 1, 9), (12, 2, 6), (13, 3, 3)),
        "B": table("B", (21, 1, 8), (22, 2, 6), (23, 3, 3)),
        "C": table("C", (31, 1, 7), (32, 2, 5), (33, 3, 3)),
        "D": table("D", (41, 1, 6), (42, 2, 4), (43, 3, 3)),
    }
    order = qualify(tables, places=2, best_of_rest=0).order
    assert order == (11, 21, 31, 41, 22, 12, 42, 32)


def test_the_best_thirds_go_on_by_what_a_match_gave_them():
    tables = {
        "A": table("A", (11, 1, 9), (12, 2, 6), (13, 3, 3), (14, 4, 0)),
        "B": table("B", (21, 1, 9), (22, 2, 6), (23, 3, 2), (24, 4, 1)),
        "C": table("C", (31, 1, 6), (32, 2, 3), (33, 3, 2), matches=2),  # 1 a match
    }
    qualified = qualify(tables, places=2, best_of_rest=1)
    assert qualified.ties == (Tie((13, 33), 1),)
    tables["C"] = table("C", (31, 1, 6), (32, 2, 4), (33, 3, 1), matches=2)
    assert set(qualify(tables, places=2, best_of_rest=1).order) == {11, 21, 31, 12, 22, 32, 13}


def test_a_third_comes_before_every_fourth():
    tables = {
        "A": table("A", (11, 1, 9), (12, 2, 8), (13, 3, 7), (14, 4, 6)),
        "B": table("B", (21, 1, 3), (22, 2, 2), (23, 3, 1), (24, 4, 0)),
    }
    assert set(qualify(tables, places=2, best_of_rest=2).order) == {11, 12, 13, 21, 22, 23}


def test_a_tie_across_the_line_of_a_group_is_handed_back_and_settled():
    tables = {
        "A": table("A", (11, 1, 9), (12, 2, 5), (13, 2, 5), (14, 2, 5)),
        "B": table("B", (21, 1, 7), (22, 2, 6), (23, 3, 1)),
    }
    qualified = qualify(tables, places=2)
    assert qualified == Qualification((), (Tie((12, 13, 14), 1, "A"),))
    lot = settle_by_lot(qualified.ties[0], seed=4)
    settled = qualify(settle_tie(tables, qualified.ties[0], lot), places=2)
    assert settled.ties == ()
    assert set(settled.order) == {11, 21, 22, lot[0]}


def test_a_tie_that_cuts_nobody_off_needs_no_settling():
    tables = {
        "A": table("A", (11, 1, 9), (12, 1, 9), (13, 3, 1), (14, 3, 1)),
        "B": table("B", (21, 1, 7), (22, 2, 6), (23, 3, 1)),
    }
    assert qualify(tables, places=2).order == (11, 21, 12, 22)


def test_a_tie_among_the_rest_is_settled_too():
    rows = [(11, 1, 9), (12, 2, 4)], [(21, 1, 9), (22, 2, 4)], [(31, 1, 9), (32, 2, 3)]
    tables = {name: table(name, *lines) for name, lines in zip("ABC", rows, strict=True)}
    assert qualify(tables, places=1, best_of_rest=1).ties == (Tie((12, 22), 1),)
    assert qualify(tables, places=1, best_of_rest=2).ties == ()
    settled = settle_tie(tables, Tie((12, 22), 1), (22, 12))
    assert set(qualify(settled, places=1, best_of_rest=1).order) == {11, 21, 31, 22}


def test_a_lot_in_a_group_does_not_help_against_another_group():
    tables = {
        "A": table("A", (11, 1, 9), (12, 1, 9), (13, 1, 9)),
        "B": table("B", (21, 1, 20), (22, 2, 9)),
    }
    tables["B"][1] = replace(tables["B"][1], rank=1)  # level with those of A left over
    settled = settle_tie(tables, Tie((11, 12, 13), 1, "A"), (12, 11, 13))
    settled = settle_tie(settled, Tie((21, 22), 1, "B"), (21, 22))
    qualified = qualify(settled, places=1, best_of_rest=1)
    assert qualified.ties == (Tie((11, 13, 22), 1),)
    settled = settle_tie(settled, qualified.ties[0], (13, 22, 11))
    assert qualify(settled, places=1, best_of_rest=1).order == (21, 12, 13)


def test_a_lot_is_repeatable_fair_and_blind_to_the_order_of_naming():
    tie = Tie((5, 3, 9), 1)
    assert settle_by_lot(tie, 1) == settle_by_lot(Tie((9, 5, 3), 1), 1)
    assert {settle_by_lot(tie, seed) for seed in range(100)} == set(permutations((3, 5, 9)))


def first_meetings(order, group_of):
    """The earliest round of a knockout in which two of one group could meet, by playing it.

    None where they cannot. Every entry wins for its turn: a bracket is a tree of sets.
    """
    entrants = tuple(Entrant(entry, seed=at) for at, entry in enumerate(order, start=1))
    state = play(EventState(entrants, 0, system="knockout"), pair_knockout, min)
    blocks = {played.bracket: set(played.seats) for played in state.played if played.round == 1}
    meetings = []
    for number in range(1, state.current_round + 1):
        if number > 1:
            blocks = {
                f"W{number}-{at}": blocks[f"W{number - 1}-{2 * at - 1}"]
                | blocks[f"W{number - 1}-{2 * at}"]
                for at in range(1, len(blocks) // 2 + 1)
            }
        for block in blocks.values():
            groups = [group_of[entry] for entry in block]
            if len(groups) > len(set(groups)):
                meetings.append(number)
    return min(meetings, default=None), state.current_round


def groups_of(count, places, points):
    return {
        name: [
            GroupRow(10 * at + rank, name, rank, (points[at] - 10 * rank,))
            for rank in range(1, places + 2)
        ]
        for at, name in enumerate("ABCDEFGH"[:count])
    }


@examples(60)
@given(st.integers(2, 8), st.data())
def test_two_of_a_group_can_only_meet_in_the_final(count, data):
    points = data.draw(st.lists(st.integers(0, 9), min_size=count, max_size=count))
    tables = groups_of(count, 2, points)
    order = qualify(tables, places=2).order
    group_of = {row.entry: name for name, rows in tables.items() for row in rows}
    earliest, rounds = first_meetings(order, group_of)
    assert earliest == rounds
    for tier in (order[:count], order[count:]):
        assert len({group_of[entry] for entry in tier}) == count


@examples(60)
@given(st.integers(2, 6), st.integers(1, 4), st.data())
def test_nobody_of_a_group_meets_in_the_first_round(count, places, data):
    points = data.draw(st.lists(st.integers(0, 9), min_size=count, max_size=count))
    tables = groups_of(count, places, points)
    order = qualify(tables, places=places).order
    group_of = {row.entry: name for name, rows in tables.items() for row in rows}
    earliest, _ = first_meetings(order, group_of)
    assert earliest is None or earliest > 1


@pytest.mark.parametrize("points", [(9, 8, 7, 6), (5, 5, 5, 5), (1, 7, 3, 7)])
def test_the_strongest_of_the_orders_that_keep_groups_apart(points):
    # Brute force: every order of the seconds, the best by strength first.
    tables = groups_of(4, 2, points)
    order = qualify(tables, places=2).order
    group_of = {row.entry: name for name, rows in tables.items() for row in rows}
    by_points = sorted(range(4), key=lambda at: (-points[at], at))
    winners = tuple(10 * at + 1 for at in by_points)
    seconds = tuple(10 * at + 2 for at in by_points)
    tried = ((*winners, *tail) for tail in permutations(seconds))
    assert order == max(tried, key=lambda tail: first_meetings(tail, group_of)[0])
