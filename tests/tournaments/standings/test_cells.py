"""The cells of the crosstable: one for each entry, round and leg."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.playing import bye, make_entrants, match, one_game
from tournaments.standings.crosstable import Crosstable, build_cells
from tournaments.standings.tiebreaks.keizer import keizer_scores
from tournaments.state import (
    Absence,
    Entrant,
    EventState,
    MatchRules,
    MatchTable,
    Played,
    Slot,
    SlotResult,
)

CANCELLED = SlotResult("cancelled", "", (0, 0))
NOBODY = SlotResult("double_forfeit", "", (0, 0))
FORFEIT = SlotResult("forfeit", "", (2, 0))


def state(*played: Played, size: int = 4, **fields) -> EventState:
    return EventState(**{"entrants": make_entrants(size), "rounds_total": 3, "current_round": 1,
                         "played": played, **fields})  # fmt: skip


def test_a_match_has_a_cell_for_each_side():
    one, two = (build_cells(state(one_game(1, (1, 2))))[entry][0] for entry in (1, 2))
    assert (one.opponent, one.points_x2, one.opponent_x2, one.is_win) == (2, 2, 0, True)
    assert (two.opponent, two.points_x2, two.opponent_x2, two.is_win) == (1, 0, 2, False)
    assert one.points.params == {"round": 1, "leg": 1, "opponent": 2}
    assert (one.seat_index, two.seat_index, two.other_entries) == (0, 1, (1,))


def test_a_bye_has_no_opponent():
    cell = build_cells(state(bye(1, 3)))[3][0]
    assert (cell.kind, cell.opponent, cell.opponent_x2, cell.other_entries) == (
        "bye_allocated", 0, 0, (),
    )  # fmt: skip
    assert cell.points.params == {"round": 1, "leg": 1, "opponent": 0}


def test_a_table_has_several_opponents_and_names_all_of_them():
    result = SlotResult("played", "", (4, 2, 0))
    sat = Played(1, (3, 1, 2), (Slot(1, result=result),))
    cell = build_cells(state(sat, size=3, rules=MatchRules(match_table=None)))[1][0]
    assert (cell.opponent, cell.opponent_x2, cell.other_entries) == (0, 0, (3, 2))
    assert cell.points.params == {"round": 1, "leg": 1, "opponents": "3, 2"}


def test_a_round_without_a_pairing_is_an_absence():
    away = Entrant(1, absences=(Absence(1, 1, points_x2=1),))
    half, none = (
        build_cells(state(entrants=(away, Entrant(2)), rules=MatchRules()))[entry][0]
        for entry in (1, 2)
    )
    assert (half.kind, half.points_x2, half.opponent, half.opponent_x2) == ("bye_asked", 1, 0, 0)
    assert (none.kind, none.points_x2, none.is_voluntary) == ("absent", 0, True)
    assert half.points.params == {"round": 1, "leg": 1, "opponent": 0}


@pytest.mark.parametrize(("points_x2", "kind"), [(0, "absent"), (1, "bye_asked"), (2, "bye_full")])
def test_a_bye_that_gives_what_a_win_gives_is_a_full_one(points_x2, kind):
    away = Entrant(1, absences=(Absence(1, 1, points_x2=points_x2),))
    assert build_cells(state(entrants=(away, Entrant(2))))[1][0].kind == kind


@pytest.mark.parametrize(("rank_by", "ranks"), [("match_points", 3), ("game_points", 2)])
def test_an_absence_gives_the_points_that_rank(rank_by, ranks):
    """Half a win of a match is 3, and half of its two games 2, in half points."""
    rules = MatchRules(games_per_match=2, match_table=MatchTable(6, 3, 0), rank_by=rank_by)
    away = Entrant(1, absences=(Absence(1, 1, points_x2=3),))
    cell = build_cells(state(entrants=(away, Entrant(2)), rules=rules))[1][0]
    assert (cell.match_x2, cell.game_x2, cell.points.value) == (3, 2, ranks)


def test_a_missed_round_of_two_legs_gives_its_points_once():
    away = Entrant(3, absences=(Absence(1, 1, points_x2=1),))
    legs = (one_game(1, (1, 2)), replace(one_game(1, (2, 1)), leg=2))
    cells = build_cells(state(*legs, entrants=(Entrant(1), Entrant(2), away)))[3]
    assert [(cell.leg, cell.points_x2) for cell in cells] == [(1, 1), (2, 0)]


@pytest.mark.parametrize(
    ("result", "kinds"),
    [
        (FORFEIT, ("forfeit_won", "forfeit_lost")),
        (NOBODY, ("forfeit_lost", "forfeit_lost")),
        (CANCELLED, ("cancelled", "cancelled")),
        (None, ("open", "open")),
    ],
)
def test_the_kind_of_a_match_without_play(result, kinds):
    cells = build_cells(state(match(1, (1, 2), result)))
    assert (cells[1][0].kind, cells[2][0].kind) == kinds


def test_what_a_win_and_a_draw_are_worth():
    """By match points, by a match table, and by game points of matches of two games."""
    by_games = MatchRules(games_per_match=2, rank_by="game_points")
    by_table = MatchRules(match_table=MatchTable(6, 2, 0))
    for rules, win, draw in ((MatchRules(), 2, 1), (by_table, 6, 2), (by_games, 4, 2)):
        table = Crosstable.of(state(rules=rules))
        assert (table.win_x2, table.draw_x2) == (win, draw)


def test_the_last_round_is_the_end_of_a_stage():
    assert not Crosstable.of(state(current_round=2)).is_final
    assert Crosstable.of(state(current_round=3)).is_final
    assert Crosstable.of(state(current_round=3)).rounds == 3


def test_an_opponent_from_outside_the_stage_has_no_value_in_a_keizer():
    """Values of three entries from five down: the start alone counts then."""
    outside = replace(state(one_game(1, (1, 9)), size=3), system="keizer")
    assert keizer_scores(outside, recounts=1)[1] == Fraction(5)
    assert keizer_scores(replace(outside, played=()), recounts=1)[1] == Fraction(5)
    inside = replace(outside, played=(one_game(1, (1, 2)),))
    assert keizer_scores(inside, recounts=1)[1] == Fraction(5 + 4)
