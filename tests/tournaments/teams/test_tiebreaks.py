"""Tie-breaks of teams, by hand.

Four teams on two boards, everybody against everybody. Game points by board, the team named first
first:

    round 1:  1 – 4   1 0 | 1 0        2 – 3   0 1 | 1 0
    round 2:  4 – 3   0 1 | 0 1        1 – 2   ½ ½ | 0 1
    round 3:  2 – 4   1 0 | 1 0        3 – 1   0 1 | 0 1

    team   match points      game points         board 1   board 2
    1      2 + 0 + 2 = 4     2 + ½ + 2  = 4½     2½        2
    2      1 + 2 + 2 = 5     1 + 1½ + 2 = 4½     1½        3
    3      1 + 2 + 0 = 3     1 + 2 + 0  = 3      2         1
    4      0                 0                   0         0
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.playing import make_entrants
from tournaments.standings.derivation import Derivation
from tournaments.standings.table import build_table, derive_value
from tournaments.standings.teams import team_state
from tournaments.standings.tiebreaks.registry import ONLY_FOR_TEAMS
from tournaments.state import (
    EventState,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
)
from tournaments.state.teams import Team, TeamMatch

GAMES = {
    1: {(1, 4): ((2, 0), (2, 0)), (2, 3): ((0, 2), (2, 0))},
    2: {(4, 3): ((0, 2), (0, 2)), (1, 2): ((1, 1), (0, 2))},
    3: {(2, 4): ((2, 0), (2, 0)), (3, 1): ((0, 2), (0, 2))},
}


def played(games, *, teams=4, rank_by="match_points", tiebreaks=()):
    """A round robin of teams of two; the members of team t are entries 2t - 1 and 2t."""
    pairings, matches = [], []
    for number, of_round in games.items():
        for at, ((one, two), boards) in enumerate(of_round.items(), start=1):
            matches.append(TeamMatch(number, at, (one, two)))
            for board, points in enumerate(boards, start=1):
                slot = Slot(1, 1 + (board - 1) % 2, result=SlotResult("played", "", points))
                seats = (2 * one - 2 + board, 2 * two - 2 + board)
                pairings.append(Played(number, seats, (slot,), table=2 * (at - 1) + board))
    return EventState(
        make_entrants(2 * teams),
        len(games),
        current_round=len(games),
        played=tuple(pairings),
        system="team_round_robin",
        options=PairingOptions(boards=2, team_rank_by=rank_by, team_tiebreaks=tiebreaks),
        teams=tuple(Team(t, (2 * t - 1, 2 * t)) for t in range(1, teams + 1)),
        matches=tuple(matches),
    )


def values(code, **about):
    """The value of each team, in points."""
    rows = build_table(team_state(played(GAMES, tiebreaks=(code,), **about))).rows
    return {row.entry: Fraction(row.tie_breaks[0] or 0) / 2 for row in rows}


HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@pytest.mark.parametrize(
    ("code", "of_team"),
    [
        ("GP", {1: 4 + HALF, 2: 4 + HALF, 3: 3, 4: 0}),
        # match points of the opponents times own match points: 0·2 + 5·0 + 3·2, and so on
        ("EMMSB", {1: 6, 2: 3 * 1 + 4 * 2, 3: 5 * 1, 4: 0}),
        # times own game points: 0·2 + 5·½ + 3·2
        ("EMGSB", {1: 8 + HALF, 2: 3 * 1 + 4 * (1 + HALF), 3: 5, 4: 0}),
        # game points of the opponents times own match points: 0·2 + 4½·0 + 3·2
        ("EGMSB", {1: 6, 2: 3 * 1 + (4 + HALF) * 2, 3: 4 + HALF, 4: 0}),
        # times own game points: 0·2 + 4½·½ + 3·2
        ("EGGSB", {1: 8 + QUARTER, 2: 9 + 3 * QUARTER, 3: 4 + HALF, 4: 0}),
        # 1·2½ + 2·2, 1·1½ + 2·3, 1·2 + 2·1
        ("BC", {1: 6 + HALF, 2: 7 + HALF, 3: 4, 4: 0}),
    ],
)
def test_sums(code, of_team):
    assert values(code) == of_team


@pytest.mark.parametrize(
    ("code", "first", "second"),
    [
        ("BC", 1, 2),  # 6½ is less than 7½
        ("TBR", 1, 2),  # board 1: 2½ to 1½
        ("BBE", 1, 2),  # without board 2: 2½ to 1½
        ("EDE", 2, 1),  # their match: ½ to 1½
    ],
)
def test_who_is_first_of_two_with_equal_game_points(code, first, second):
    state = played(GAMES, rank_by="game_points", tiebreaks=(code,))
    rows = build_table(team_state(state)).rows
    assert [(row.rank, row.entry) for row in rows[:2]] == [(1, first), (2, second)]


def test_direct_encounter_goes_on_with_game_points():
    # 1 – 2 is 2:0, 2 – 3 is 1½:½, 3 – 1 is 1½:½. Each has won one match, so that match points part
    # nobody; game points among them are 2½, 1½ and 2.
    games = {
        1: {(1, 2): ((2, 0), (2, 0))},
        2: {(2, 3): ((2, 0), (1, 1))},
        3: {(3, 1): ((2, 0), (1, 1))},
    }
    state = played(games, teams=3, tiebreaks=("EDE",))
    rows = build_table(team_state(state)).rows
    assert [row.entry for row in rows] == [1, 3, 2]
    made = derive_value(team_state(state), 3, "EDE")
    assert [(child.code, child.value) for child in made.children] == [
        ("meetings", 4),
        ("meetings", 4),
    ]


def test_a_bye_counts_as_won_on_every_board():
    bye = replace(played(GAMES), matches=(TeamMatch(1, 1, (1,)),), played=(), current_round=1)
    state = replace(team_state(bye), rules=replace(team_state(bye).rules, tiebreaks=("BC",)))
    assert {row.entry: row.tie_breaks[0] for row in build_table(state).rows}[1] == 2 * (1 + 2)
    # FIDE C.04.6 art. 1.4: as many points as for a drawn match
    assert {row.entry: row.match_points_x2 for row in build_table(state).rows}[1] == 2


def test_entries_have_no_tie_break_of_teams():
    for code in ONLY_FOR_TEAMS:
        refused = Derivation(code, None, {}, (Derivation("only_for_teams", None),))
        assert derive_value(played(GAMES), 1, code) == refused


@pytest.mark.parametrize("code", sorted({"EMMSB", "EMGSB", "EGMSB", "EGGSB", "BC"}))
def test_the_value_is_the_sum_of_its_parts(code):
    for team in (1, 2, 3, 4):
        made = derive_value(team_state(played(GAMES)), team, code)
        assert made.value == sum(child.value or 0 for child in made.children)
        assert made.code == code
