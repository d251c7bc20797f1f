"""What an unfinished match counts while the next round is paired: as a draw, nothing, or a win."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.playing import match
from tournaments.pairing.first_move import is_unplayed
from tournaments.pairing.provisional import with_provisional_results
from tournaments.pairing.swiss.report import EngineInput
from tournaments.pairing.systems.keizer import pair_keizer
from tournaments.pairing.systems.monrad import order_by_score, pair_monrad
from tournaments.proof.proof import build, pair_again, read_state
from tournaments.standings import build_table
from tournaments.standings.scores import scores
from tournaments.state import POSTPONED_AS, Entrant, EventState, MatchRules, MatchTable, Played

TABLE = MatchTable()


def after_round_1(*played: Played, rank_by: str = "match_points", **rules: Any) -> EventState:
    """Everybody of these matches, before round 2."""
    numbers = sorted(entry for each in played for entry in each.seats)
    games = max(len(each.slots) for each in played)
    made = MatchRules(games_per_match=games, match_table=TABLE, rank_by=rank_by)
    entrants = tuple(Entrant(number) for number in numbers)
    return EventState(entrants, 5, 1, played, replace(made, **rules), system="monrad")


def points(state: EventState) -> list[object]:
    by_entry = scores(with_provisional_results(state))
    return [by_entry[entry].primary_x2 for entry in state.entry_numbers]


# 1 - 2 have not begun, 3 beat 4, 5 leads 6 after one of two games.
MIXED = (
    match(1, (1, 2), None, None),
    match(1, (3, 4), (2, 0), (1, 1)),
    match(1, (5, 6), (2, 0), None),
)


@pytest.mark.parametrize(
    ("postponed", "rank_by", "expected"),
    [
        ("draw", "match_points", [1, 1, 2, 0, 2, 0]),
        ("none", "match_points", [0, 0, 2, 0, 0, 0]),
        ("win", "match_points", [2, 2, 2, 0, 2, 0]),
        ("draw", "game_points", [2, 2, 3, 1, 2, 0]),
        ("none", "game_points", [0, 0, 3, 1, 2, 0]),
        ("win", "game_points", [4, 4, 3, 1, 2, 0]),
    ],
)
def test_an_undecided_match_counts_as_the_event_says(postponed, rank_by, expected):
    assert points(after_round_1(*MIXED, rank_by=rank_by, postponed=postponed)) == expected


@pytest.mark.parametrize(("postponed", "expected"), [("draw", 1), ("none", 0), ("win", 2)])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_at_a_table_all_share_its_places_or_all_win(size, postponed, expected):
    table_of = match(1, tuple(range(1, size + 1)), None)
    state = after_round_1(table_of, postponed=postponed, match_table=None)
    assert points(state) == [expected] * size


def test_a_match_that_is_to_be_played_still_is_a_meeting_with_first_moves():
    for postponed in POSTPONED_AS:
        state = with_provisional_results(after_round_1(*MIXED, postponed=postponed))
        assert not any(is_unplayed(played) for played in state.played)


def test_the_standings_never_see_it():
    tables = {build_table(after_round_1(*MIXED, postponed=how)) for how in POSTPONED_AS}
    assert len(tables) == 1
    (row_1,) = (row for row in tables.pop().rows if row.entry == 1)
    assert (row_1.primary_x2, row_1.played) == (0, 0)


@pytest.mark.parametrize(
    ("postponed", "order"),
    [("draw", (3, 5, 1, 2, 4, 6)), ("none", (3, 1, 2, 4, 5, 6)), ("win", (1, 2, 3, 5, 4, 6))],
)
def test_a_monrad_stands_by_it(postponed, order):
    assert order_by_score(after_round_1(*MIXED, postponed=postponed)) == order


def test_a_keizer_stands_by_it():
    # Values 6, 5, 4, 3 by seed; 1 - 2 undecided, 4 beat 3.
    played = (match(1, (1, 2), None), match(1, (3, 4), (0, 2)))

    def pairs(how: str) -> set[frozenset[int]]:
        state = after_round_1(*played, postponed=how)
        state = replace(state, system="keizer", options=replace(state.options, meet_again_after=0))
        return {frozenset(p.seats) for p in pair_keizer(state).pairings}

    assert pairs("win") == {frozenset({1, 2}), frozenset({3, 4})}
    assert pairs("none") == {frozenset({1, 4}), frozenset({2, 3})}


def test_a_swiss_is_told_it():
    for how, expected in (("draw", 1), ("none", 0), ("win", 2)):
        state = with_provisional_results(after_round_1(*MIXED, postponed=how))
        sheet = EngineInput(state, (), "w")
        assert [sheet.scores_x2[2][entry] for entry in (1, 2)] == [expected] * 2
        assert [sheet.cells[entry][0].opponent for entry in (1, 2)] == [2, 1]


games = st.sampled_from([None, (2, 0), (1, 1), (0, 2)])


@given(st.lists(games, min_size=2, max_size=2), st.lists(games, min_size=2, max_size=2))
def test_as_a_draw_is_what_a_draw_would_give(one, other):
    def drawn(made: list[tuple[int, int] | None]) -> list[tuple[int, int]]:
        """What is decided of a match, or draws where nothing is."""
        decided = [points for points in made if points is not None]
        return decided or [(1, 1)] * len(made)

    state = after_round_1(match(1, (1, 2), *one), match(1, (3, 4), *other))
    told = after_round_1(match(1, (1, 2), *drawn(one)), match(1, (3, 4), *drawn(other)))
    assert points(state) == points(told)
    assert with_provisional_results(with_provisional_results(state)) == with_provisional_results(
        state
    )


@given(st.lists(st.sampled_from([(2, 0), (1, 1), (0, 2)]), min_size=1, max_size=3))
def test_where_all_is_played_nothing_changes(made):
    for how in POSTPONED_AS:
        state = after_round_1(match(1, (1, 2), *made), postponed=how)
        assert with_provisional_results(state) == state


def test_a_proof_from_before_the_setting_is_paired_as_it_was():
    # Then a Monrad saw nothing in an undecided match, and a Swiss a draw.
    state = after_round_1(*MIXED, postponed="none")
    document = build(system="monrad", seed=1, state=state, paired=pair_monrad(state, seed=1))
    del document["input"]["rules"]["postponed"]
    for entrant in document["input"]["entrants"]:
        del entrant["fixed_table"]
    assert read_state(document["input"]) == state
    assert [list(p.seats) for p in pair_again(document).pairings] == [
        pair["seats"] for pair in document["pairs"]
    ]
    document["input"]["system"] = "swiss"
    assert read_state(document["input"]).rules.postponed == "draw"
