"""The score of each match of a stage."""

from dataclasses import replace
from fractions import Fraction

from tests.tournaments.playing import bye, make_entrants, match
from tournaments.standings.match_scores import match_scores
from tournaments.state import EventState, MatchRules, MatchTable, Played, Slot, SlotResult

WON = SlotResult("played", "R-0", (2, 0), (30, 0))
TWO_GAMES = MatchRules(games_per_match=2, match_table=MatchTable(won_x2=6, tied_x2=3))


def state(*played: Played, rules: MatchRules = TWO_GAMES) -> EventState:
    return EventState(make_entrants(4), 3, 2, played, rules)


def test_matches_come_by_round_leg_and_table_and_byes_last():
    played = (
        bye(1, 3),
        replace(match(1, (1, 2), leg=2), table=1),
        replace(match(1, (3, 4)), table=2),
        replace(match(1, (1, 2)), table=1),
        replace(match(2, (1, 4)), table=1),
    )
    expected = [(1, 1, 1), (1, 1, 2), (1, 1, None), (1, 2, 1), (2, 1, 1)]
    for given in (played, played[::-1]):
        found = match_scores(state(*given))
        assert [(score.round, score.leg, score.table) for score in found] == expected


def test_a_match_has_points_of_the_match_of_its_games_and_of_the_boards():
    """Reserves count of games over the board whose facts are known."""
    forfeit = SlotResult("forfeit", "R-0", (2, 0), (40, 0))
    unknown = SlotResult("played", "R-0", (0, 2))
    ruled = SlotResult("adjudicated", "0-F", (0, 2), (0, 25))
    [score] = match_scores(state(match(1, (4, 2), WON, forfeit, unknown, ruled, WON)))
    assert score.seats == (4, 2)
    assert (score.match_points_x2, score.game_points_x2, score.bpr) == ((6, 0), (6, 4), (60, 25))


def test_an_unfinished_match_has_no_match_points():
    [score] = match_scores(state(match(1, (1, 2), WON, None)))
    assert (score.match_points_x2, score.game_points_x2, score.bpr) == (None, (2, 0), (30, 0))
    assert score.as_json()["match_points_x2"] is None


def test_a_score_as_json():
    places = SlotResult("played", "", (4, 3, 3, 2))
    table = Played(1, (1, 2, 3, 4), (Slot(1, result=places),))
    [score] = match_scores(state(table, rules=MatchRules()))
    assert score.game_points_x2 == (Fraction(4, 3), 1, 1, Fraction(2, 3))
    shares = ["4/3", 1, 1, "2/3"]
    assert score.as_json() == {
        "round": 1, "leg": 1, "table": None, "seats": [1, 2, 3, 4],
        "match_points_x2": shares, "game_points_x2": shares, "bpr": [0, 0, 0, 0],
    }  # fmt: skip
