"""What settles a tie at the line: rulings, play-offs, lots, in this order; and what they leave."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.cutoff import cutoff_rows
from tournaments.pairing.qualify import GroupRow, Tie, qualify, settle_by_points, settle_tie
from tournaments.pairing.tie_decisions import (
    LOT,
    PLAYOFF,
    RULING,
    PlayoffRound,
    TieDecisions,
    settle_ties,
)


def table(group, *lines):
    """Lines of a group: entry, rank and points."""
    return [GroupRow(entry, group, rank, (points,), 3) for entry, rank, points in lines]


# 11 goes on; 12, 13 and 14 are level for the second place.
A = {"A": table("A", (11, 1, 9), (12, 2, 5), (13, 2, 5), (14, 2, 5))}


def round_of(number, *tables):
    """A play-off round: each table as its seats and their points in half points."""
    return PlayoffRound(number, tables)


def steps(outcome):
    return [(done.decided_by, done.order) for done in outcome.settled]


def test_what_nothing_settles_is_handed_back():
    outcome = settle_ties(A, TieDecisions(), places=2)
    assert outcome.qualified.ties == (Tie((12, 13, 14), 1, "A"),)
    assert outcome.settled == ()


def test_a_ruling_comes_before_a_play_off_and_a_lot():
    known = TieDecisions({"A": {12: 3, 13: 1, 14: 2}}, [round_of(4, ((12, 14), (2, 0)))], seed=1)
    outcome = settle_ties(A, known, places=2)
    assert steps(outcome) == [(RULING, (13, 14, 12))]
    assert outcome.qualified.order == (11, 13)


def test_a_ruling_that_leaves_somebody_out_settles_nothing():
    outcome = settle_ties(A, TieDecisions({"A": {12: 1, 13: 2}}), places=2)
    assert len(outcome.qualified.ties) == 1


def test_a_ruling_of_another_group_settles_nothing():
    outcome = settle_ties(A, TieDecisions({None: {12: 1, 13: 2, 14: 3}}), places=2)
    assert len(outcome.qualified.ties) == 1


def test_a_play_off_of_three_is_a_mini_league():
    #      12   13   14   points
    # 12    .    1    1   2
    # 13    0    .    ½   ½
    # 14    0    ½    .   ½
    played = round_of(4, ((12, 13), (2, 0)), ((14, 12), (0, 2)), ((13, 14), (1, 1)))
    outcome = settle_ties(A, TieDecisions(playoffs=[played]), places=2)
    assert outcome.qualified.order == (11, 12), "13 and 14 are level, behind the line"
    assert steps(outcome) == [(PLAYOFF, (12, 13, 14))]


def test_whom_a_play_off_leaves_level_at_the_line_plays_another():
    #      12   13   14   points          12   13
    # 12    .    ½    1   1½         12    .    0
    # 13    ½    .    1   1½         13    1    .
    # 14    0    0    .   0
    first = round_of(4, ((12, 13), (1, 1)), ((14, 12), (0, 2)), ((13, 14), (2, 0)))
    outcome = settle_ties(A, TieDecisions(playoffs=[first]), places=2)
    assert outcome.qualified.ties == (Tie((12, 13), 1, "A"),)
    second = round_of(5, ((12, 13), (0, 2)))
    outcome = settle_ties(A, TieDecisions(playoffs=[first, second]), places=2)
    assert outcome.qualified.order == (11, 13)
    decided = {row.entry: row.decided for row in outcome.tables["A"]}
    assert decided == {11: 0, 13: 1, 12: 2, 14: 3}


def test_those_level_in_the_middle_keep_their_places_between_the_others():
    # Four for two places: 11 wins all, 14 loses all, 12 and 13 drew and play it out once more.
    tables = {"A": table("A", (11, 1, 5), (12, 1, 5), (13, 1, 5), (14, 1, 5))}
    won = [((11, other), (2, 0)) for other in (12, 13, 14)]
    lost = [((14, other), (0, 2)) for other in (12, 13)]
    first, second = round_of(4, *won, *lost, ((12, 13), (1, 1))), round_of(5, ((13, 12), (2, 0)))
    outcome = settle_ties(tables, TieDecisions(playoffs=[first]), places=2)
    assert outcome.qualified.ties == (Tie((12, 13), 1, "A"),)
    outcome = settle_ties(tables, TieDecisions(playoffs=[first, second]), places=2)
    assert {row.entry: row.decided for row in outcome.tables["A"]} == {11: 1, 13: 2, 12: 3, 14: 4}
    assert outcome.qualified.order == (11, 13)


def test_the_lot_is_drawn_only_among_those_still_level():
    first = round_of(4, ((12, 13), (1, 1)), ((14, 12), (0, 2)), ((13, 14), (2, 0)))
    for seed in range(20):
        outcome = settle_ties(A, TieDecisions(playoffs=[first], seed=seed), places=2)
        (playoff, lot) = outcome.settled
        assert (playoff.decided_by, lot.decided_by, set(lot.order)) == (PLAYOFF, LOT, {12, 13})
        assert outcome.qualified.order == (11, lot.order[0])


def test_a_level_play_off_decides_nothing_and_ends():
    level = round_of(4, ((12, 13), (1, 1)), ((14, 12), (1, 1)), ((13, 14), (1, 1)))
    outcome = settle_ties(A, TieDecisions(playoffs=[level, level]), places=2)
    assert outcome.qualified.ties == (Tie((12, 13, 14), 1, "A"),)


def test_a_play_off_in_which_one_of_the_tied_did_not_play_is_not_theirs():
    # A correction made 14 one of the tied after 12 and 13 had played it out.
    outcome = settle_ties(A, TieDecisions(playoffs=[round_of(4, ((12, 13), (2, 0)))]), places=2)
    assert len(outcome.qualified.ties) == 1


def test_of_a_larger_play_off_only_the_games_among_the_tied_count():
    # 14 beat 12 twice, but a correction took 14 out of the tie.
    tables = {"A": table("A", (11, 1, 9), (12, 2, 5), (13, 2, 5), (14, 4, 4))}
    played = round_of(4, ((12, 13), (2, 0)), ((14, 12), (2, 0)), ((13, 14), (2, 0)))
    outcome = settle_ties(tables, TieDecisions(playoffs=[played]), places=2)
    assert outcome.qualified.order == (11, 12)


@st.composite
def groups(draw):
    """Tables of groups with ties all over, and places that cut through them."""
    tables = {}
    for at, name in enumerate("ABC"[: draw(st.integers(1, 3))]):
        points = draw(st.lists(st.integers(0, 2), min_size=2, max_size=6))
        rows = []
        for entry, made in enumerate(sorted(points, reverse=True), start=10 * at + 1):
            rank = 1 + sum(other > made for other in points)
            rows.append(GroupRow(entry, name, rank, (made,), len(points)))
        tables[name] = rows
    return tables, draw(st.integers(1, 3)), draw(st.integers(0, 2))


@given(groups(), st.integers(0, 1000))
def test_a_lot_settles_everything_and_overturns_nothing(drawn, seed):
    tables, places, rest = drawn
    outcome = settle_ties(tables, TieDecisions(seed=seed), places=places, best_of_rest=rest)
    assert outcome.qualified.ties == ()
    going = set(outcome.qualified.order)
    size = {name: min(places, len(rows)) for name, rows in tables.items()}
    left_over = sum(len(rows) - size[name] for name, rows in tables.items())
    assert len(going) == len(outcome.qualified.order) == sum(size.values()) + min(rest, left_over)
    for rows in tables.values():  # nobody goes on before who stood above them in the group
        for row in rows:
            better = {other.entry for other in rows if other.rank < row.rank}
            assert row.entry not in going or better <= going
    level = [set(done.order) for done in outcome.settled]
    rank = {row.entry: (row.rank, Fraction(row.key[0])) for rs in tables.values() for row in rs}
    assert all(len({rank[entry][0] for entry in tie}) == 1 for tie in level)


@given(groups(), st.data())
def test_points_settle_as_the_order_does_that_they_make(drawn, data):
    tables, places, rest = drawn
    found = qualify(tables, places=places, best_of_rest=rest)
    for tie in found.ties:
        points = data.draw(
            st.lists(st.integers(0, 9), min_size=len(tie.entries), max_size=len(tie.entries))
        )
        made = dict(zip(tie.entries, points, strict=True))
        order = sorted(tie.entries, key=lambda entry: -made[entry])
        if len(set(points)) == len(points):
            assert settle_by_points(tables, tie, made) == settle_tie(tables, tie, order)
        rows = {r.entry: r for rs in settle_by_points(tables, tie, made).values() for r in rs}
        for one in tie.entries:
            for other in tie.entries:
                placed = (rows[one], rows[other])
                first, second = (
                    (row.decided if tie.group is not None else row.decided_across) for row in placed
                )
                assert (made[one] > made[other]) == (first < second)


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_draws_the_same(seed):
    once = settle_ties(A, TieDecisions(seed=seed), places=2)
    assert once == settle_ties(A, TieDecisions(seed=seed), places=2)


# --- who advances, row by row


def rows_of(outcome, **asked):
    return [
        (row.entry, row.place, row.status, row.why, row.decided_by)
        for row in cutoff_rows(outcome, **asked)
    ]


def test_each_row_says_whether_it_advances_and_why():
    tables = {
        "A": table("A", (1, 1, 6), (4, 2, 4), (5, 3, 2)),
        "B": table("B", (2, 1, 6), (3, 2, 3), (6, 3, 1)),
    }
    outcome = settle_ties(tables, TieDecisions(), places=1, best_of_rest=1)
    assert rows_of(outcome, places=1, best_of_rest=1) == [
        (1, 1, "in", "place", ""), (4, 2, "in", "rest", ""), (5, 3, "out", "below", ""),
        (2, 1, "in", "place", ""), (3, 2, "out", "below", ""), (6, 3, "out", "below", ""),
    ]  # fmt: skip


def test_a_tie_at_the_cutoff_is_level_until_it_is_decided():
    tables = {"": table("", (1, 1, 6), (2, 2, 3), (3, 2, 3), (4, 4, 0))}
    outcome = settle_ties(tables, TieDecisions(), places=2)
    assert rows_of(outcome, places=2) == [
        (1, 1, "in", "place", ""), (2, 2, "level", "", ""), (3, 3, "level", "", ""),
        (4, 4, "out", "below", ""),
    ]  # fmt: skip
    ruled = settle_ties(tables, TieDecisions({"": {3: 1, 2: 2}}), places=2)
    assert rows_of(ruled, places=2)[1:3] == [
        (3, 2, "in", "place", "ruling"), (2, 3, "out", "below", "ruling"),
    ]  # fmt: skip


def test_the_rest_depends_on_ties_of_the_groups():
    tables = {
        "A": table("A", (1, 1, 6), (4, 1, 6), (5, 3, 2)),
        "B": table("B", (2, 1, 6), (3, 2, 3)),
    }
    outcome = settle_ties(tables, TieDecisions(), places=1, best_of_rest=1)
    found = {entry: status for entry, _place, status, *_why in rows_of(
        outcome, places=1, best_of_rest=1)}  # fmt: skip
    assert found == {1: "level", 4: "level", 5: "open", 2: "in", 3: "open"}


def test_a_tie_between_groups_leaves_the_others_in_or_out():
    tables = {
        "A": table("A", (1, 1, 9), (4, 2, 6), (5, 3, 2)),
        "B": table("B", (2, 1, 9), (3, 2, 4), (6, 3, 2)),
        "C": table("C", (7, 1, 9), (8, 2, 4), (9, 3, 1)),
    }
    outcome = settle_ties(tables, TieDecisions(), places=1, best_of_rest=2)
    found = rows_of(outcome, places=1, best_of_rest=2)
    assert {entry: status for entry, _place, status, *_why in found} == {
        1: "in", 4: "in", 5: "out", 2: "in", 3: "level", 6: "out", 7: "in", 8: "level", 9: "out",
    }  # fmt: skip
