"""Marks are never contradicted, however the stage goes on: with forfeits, byes and absences."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.outlook.builders import game, round_robin, stage
from tournaments.outlook.marks import CutOff, place_bounds, point_bounds, standings_marks
from tournaments.outlook.open_games import open_games, with_fixed_rounds
from tournaments.outlook.places import places_by_standings
from tournaments.pairing.systems.double_elimination import pair_double_elimination
from tournaments.pairing.systems.knockout import pair_knockout
from tournaments.state import (
    DOUBLE_FORFEIT,
    FORFEIT,
    PLAYED,
    Adjustment,
    EventState,
    MatchTable,
    Played,
    Slot,
    SlotResult,
)

ENDS = (
    SlotResult(PLAYED, "", (2, 0)),
    SlotResult(PLAYED, "", (1, 1)),
    SlotResult(FORFEIT, "", (0, 2)),
    SlotResult(DOUBLE_FORFEIT, "", (0, 0)),
)


def completions(state: EventState):
    """The tables after every way in which the open games end, forfeits too."""
    games = open_games(state)
    for ends in product(ENDS, repeat=len(games)):
        played = list(state.played)
        for each, end in zip(games, ends, strict=True):
            slots = [
                replace(s, result=end) if s.number == each.number else s
                for s in played[each.at].slots
            ]
            played[each.at] = replace(played[each.at], slots=tuple(slots))
        yield replace(state, played=tuple(played))


@given(
    st.integers(3, 5),
    st.integers(1, 2),
    st.integers(0, 999),
    st.sampled_from(["match_points", "game_points"]),
    st.sampled_from([None, MatchTable(), MatchTable(3, 1, 1)]),
)
@examples(30)
def test_bounds_hold_in_every_completion(entries, left, seed, rank_by, table):
    rounds = entries - 1 + entries % 2
    state = round_robin(
        entries,
        played=max(1, rounds - left),
        seed=seed,
        tiebreaks=("DE", "SB"),
        rank_by=rank_by,
        match_table=table,
    )
    fined = replace(state.entrants[0], adjustments=(Adjustment(rounds, -1),))
    state = replace(state, entrants=(fined, *state.entrants[1:]))
    bounds = place_bounds(state)
    assert bounds is not None
    for ended in completions(with_fixed_rounds(state)):
        for entry, (best, worst) in places_by_standings(ended).items():
            assert bounds[entry][0] <= best <= worst <= bounds[entry][1]


@given(st.integers(3, 5), st.integers(0, 999))
@examples(20)
def test_marks_hold_in_every_way_that_is_played(entries, seed):
    rounds = entries - 1 + entries % 2
    state = round_robin(entries, played=rounds - 1, seed=seed, tiebreaks=("DE", "SB", "WIN"))
    marks = standings_marks(state, CutOff(2))
    for ended in completions(with_fixed_rounds(state)):
        if any(r.kind != PLAYED for played in ended.played for r in played.results):
            continue
        for entry, (best, worst) in places_by_standings(ended).items():
            for name, place in (("first", 1), ("cutoff", 2)):
                mark = marks.get(entry, {}).get(name)
                assert mark != "clinched" or worst <= place
                assert mark != "eliminated" or best > place


def _second_cycle(first):
    """Four have met once: `first` and the next drew, and won against the two others.

    Of the second cycle the last has won against the third, the third against the second; the
    other four games are open.
    """
    a, b, c, d = range(first, first + 4)
    once = [
        (a, b, "draw"), (c, d, "1-0"), (a, c, "1-0"), (b, d, "1-0"), (a, d, "1-0"), (b, c, "1-0"),
    ]  # fmt: skip
    for at, (one, other, result) in enumerate(once):
        yield game(1 + at // 2, 1 + at % 2, one, other, result)
        again = {(c, d): "1-0", (b, c): "1-0"}.get((one, other))
        yield game(4 + at // 2, 1 + at % 2, other, one, again)


@pytest.mark.parametrize("groups", [1, 2])
def test_groups_share_the_work_of_trying_all_ways(groups):
    """Points alone leave it open: with its penalty 4 can still reach what 1 and 2 have.

    That these two meet, and one of them has more then, is found by trying all 81 ways: of one
    group within the work that is allowed, of two not.
    """
    firsts = [1, 5][:groups]
    state = stage(4 * groups, [each for n in firsts for each in _second_cycle(n)], rounds=6)
    fined = (Adjustment(1, -1),)
    entrants = tuple(
        replace(e, group="AB"[e.number > 4], adjustments=fined if e.number in (4, 8) else ())
        for e in state.entrants
    )
    marks = standings_marks(replace(state, entrants=entrants), None)
    assert marks == ({4: {"first": "eliminated"}} if groups == 1 else {})


def test_nothing_is_marked_before_the_first_round_or_without_an_end():
    assert standings_marks(stage(4, [], rounds=3), None) == {}
    assert standings_marks(stage(4, [game(1, 1, 1, 2, "1-0")], rounds=0), None) == {}
    over = stage(2, [game(1, 1, 1, 2, "1-0")], rounds=1)
    assert standings_marks(over, None) == {}


def test_a_swiss_leader_is_first_for_certain_when_nobody_can_reach_it():
    """Three rounds won, one to come; the next best have one point and can reach two."""
    played = [
        *(game(number, 1, 1, number + 1, "1-0") for number in (1, 2, 3)),
        game(1, 2, 3, 4, "draw"),
        game(2, 2, 2, 4, "draw"),
        game(3, 2, 2, 3, "draw"),
    ]
    state = stage(4, played, rounds=4, system="swiss")
    assert standings_marks(state, None) == {
        1: {"first": "clinched"},
        **{entry: {"first": "eliminated"} for entry in (2, 3, 4)},
    }
    longer = replace(state, rounds_total=5)  # two more rounds: a tie can be reached
    assert 1 not in standings_marks(longer, None)


@pytest.mark.parametrize("system", ["keizer", "tables"])
def test_no_bounds_where_points_depend_on_more(system):
    state = replace(stage(3, [game(1, 1, 1, 2, "1-0")], rounds=3), system=system)
    by_boards = stage(3, [game(1, 1, 1, 2, "1-0")], rounds=3, rank_by="board_plus_reserve")
    assert (place_bounds(state) is None) == (system == "keizer")
    assert place_bounds(by_boards) is None


@pytest.mark.parametrize("pair", [pair_knockout, pair_double_elimination])
def test_a_bracket_is_marked_by_the_places_left(pair):
    system = pair.__name__.removeprefix("pair_")
    state = replace(stage(4, [], rounds=0), system=system)
    matches = [
        Played(
            1, each.seats, (Slot(1, result=SlotResult(PLAYED, "", (2, 0))),), bracket=each.bracket
        )
        for each in pair(state).pairings
    ]
    state = replace(state, played=tuple(matches), current_round=1)
    lost = {each.seats[1]: "eliminated" for each in matches}
    marks = {entry: given["first"] for entry, given in standings_marks(state, None).items()}
    assert marks == (lost if system == "knockout" else {})


def test_a_lost_game_may_be_less_than_any_that_is_not_played():
    """Each game that nobody plays gives half a point at least: an open one may still give none."""
    rules = {"forfeit_lost_x2": 1, "double_forfeit_x2": 1, "cancelled_x2": 1}
    state = stage(2, [game(1, 1, 1, 2)], rounds=1, **rules)
    assert point_bounds(state, {1: 0, 2: 0}) == {1: (0, 2), 2: (0, 2)}


@pytest.mark.parametrize(
    ("rank_by", "now"), [("match_points", {1: 0, 2: 0}), ("game_points", {1: 2, 2: 0})]
)
def test_a_match_with_a_game_left_gives_what_was_won_in_any_case(rank_by, now):
    """Of two games seat 1 won the first: by match points nothing of it is counted yet."""
    slots = (Slot(1, result=SlotResult(PLAYED, "", (2, 0))), Slot(2, 2))
    state = stage(2, [Played(1, (1, 2), slots)], rounds=1, games_per_match=2, rank_by=rank_by)
    assert point_bounds(state, now) == {1: (2, 4), 2: (0, 2)}
