"""The crosstable as it is read: the cells of a row add up to the points of its player."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.peers import random_report, random_round_robin
from tests.tournaments.standings.test_scores_of_tables import tables_of_all_sizes
from tournaments.standings import build_table
from tournaments.standings.crosstable_rows import ranked_rows
from tournaments.state import (
    Absence,
    Adjustment,
    Entrant,
    EventState,
    MatchRules,
    Played,
    Slot,
    SlotResult,
)

MATCH, GAME, BOARD = "match_points", "game_points", "board_plus_reserve"


def assert_rows_add_up(state: EventState) -> None:
    rows = ranked_rows(state)
    for standing in build_table(state).rows:
        row = rows[standing.entry]
        cells = sum(Fraction(cell.ranking_x2 or 0) for cell in row.cells)
        extras = sum(Fraction(extra.value or 0) for extra in row.extras)
        assert cells + extras == row.total_x2 == standing.primary_x2


@given(st.integers(0, 10**6), st.sampled_from([MATCH, GAME]))
def test_every_row_of_a_random_event_adds_up(seed: int, rank_by: str) -> None:
    """With byes, forfeits, withdrawals, bonuses and points from before."""
    state, _report = random_report(seed)
    entrants = tuple(
        replace(
            entrant,
            start_points_x2=seed % 3 * entrant.number,
            adjustments=(Adjustment(1, seed % 5 - 2), Adjustment(99, 7)),
        )
        for entrant in state.entrants
    )
    rules = replace(state.rules, rank_by=rank_by, tiebreaks=())
    assert_rows_add_up(replace(state, entrants=entrants, rules=rules))


@pytest.mark.parametrize("seed", range(5))
def test_every_row_of_a_round_robin_adds_up(seed: int) -> None:
    assert_rows_add_up(random_round_robin(seed, 1 + seed % 2, forfeits=30))


@given(tables_of_all_sizes())
def test_every_row_of_card_tables_adds_up(state: EventState) -> None:
    assert_rows_add_up(state)


@pytest.mark.parametrize("rank_by", [MATCH, GAME, BOARD])
def test_a_match_that_is_half_played(rank_by: str) -> None:
    result = SlotResult("played", "R-0", (2, 0), bpr=(42, 0))
    match = Played(1, (1, 2), (Slot(1, 1, result=result), Slot(2, 2)))
    entrants = tuple(Entrant(number) for number in (1, 2))
    rules = MatchRules(games_per_match=2, rank_by=rank_by)
    state = EventState(
        entrants=entrants, played=(match,), current_round=1, rounds_total=1, rules=rules
    )
    assert_rows_add_up(state)
    first = ranked_rows(state)[1].cells[0]
    assert first.ranking_x2 == {MATCH: None, GAME: 2, BOARD: 84}[rank_by]


def test_who_is_missing_is_named_and_given_what_the_absence_gives() -> None:
    #      1          2        points
    # 1    late 1     out 0    1
    # 2    asked ½    absent 0 ½
    entrants = (
        Entrant(1, absences=(Absence(1, 1, 2, "late"), Absence(2, None, 0, "withdrawn"))),
        Entrant(2, absences=(Absence(1, 1, 1, "bye"),)),
    )
    state = EventState(entrants=entrants, current_round=2, rounds_total=3)
    rows = ranked_rows(state)
    assert [(c.outcome, c.ranking_x2) for c in rows[1].cells] == [("late", 2), ("withdrawn", 0)]
    assert [(c.outcome, c.ranking_x2) for c in rows[2].cells] == [("bye_asked", 1), ("absent", 0)]
    assert_rows_add_up(state)
