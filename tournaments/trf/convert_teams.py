"""Converts the teams of a report: who sits on which board, and which matches the boards make.

Matches of a round are numbered by the lower number of their teams, since a file does not number
them. `with_teams` in `compose_teams.py` is the reverse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from tournaments.standings.teams import (
    SCHEVENINGEN,
    TEAM_ROUND_ROBIN,
    TEAM_SWISS,
    swapped_slot,
    table_of,
)
from tournaments.state import (
    BYE_ALLOCATED,
    BYE_ASKED,
    MATCH,
    EventState,
    PairingOptions,
    Played,
)
from tournaments.state.teams import Team, TeamMatch
from tournaments.trf.errors import TrfError
from tournaments.trf.report import Report
from tournaments.trf.team_matches import ReportMatch, boards_in, find_matches

# Which points rank the teams of a Swiss: the first MP or GP in its code.
RANKED_BY = {"MP": "match_points", "GP": "game_points"}


def system_of_teams(report: Report) -> tuple[str, PairingOptions]:
    """The pairing system's code and options by records 192 and 092.

    :raises TrfError: knockout_not_done.
    """
    kind, code = report.kind.lower().replace(" ", "-"), report.encoded_kind.upper()
    options = PairingOptions(boards=boards_in(report))
    if "knockout" in kind or "KNOCKOUT" in code:
        raise TrfError("knockout_not_done")
    if "scheveningen" in kind or "SCHEVENINGEN" in code:
        return SCHEVENINGEN, options
    if "round-robin" in kind or "ROUNDROBIN" in code:
        double = "double" in kind or "DOUBLE" in code
        swaps = double and code.startswith("FIDE")
        return TEAM_ROUND_ROBIN, replace(options, cycles=1 + double, swap_last_rounds=swaps)
    points = re.search("|".join(RANKED_BY), code)
    rank_by = RANKED_BY[points[0]] if points else options.team_rank_by
    return TEAM_SWISS, replace(options, team_rank_by=rank_by)


def initial_of_teams(report: Report) -> str:
    """The color on board 1 of the first team that was paired in round 1; empty if none was."""
    matches = (m for m in find_matches(report) if m.round == 1 and len(m.teams) == 2)
    top = min(matches, key=lambda match: min(match.teams), default=None)
    return "" if top is None else "w" if top.teams[0] < top.teams[1] else "b"


def with_byes_of_members(report: Report) -> Report:
    """The report with the byes of teams (240, XXZ) as those of all their members."""
    members = {team.number: team.players for team in report.teams}

    def of_players(teams: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(player for team in teams for player in members[team])

    return replace(
        report,
        byes=tuple(replace(byes, players=of_players(byes.players)) for byes in report.byes),
        absent=of_players(report.absent),
    )


def in_teams(state: EventState, report: Report) -> EventState:
    """The state with the teams and matches of the report, everybody seated by teams and boards."""
    boards = state.options.boards
    matches: list[TeamMatch] = []
    tables: dict[tuple[int, int], tuple[int, int]] = {}  # seat and table by round and player
    by_round = groupby(find_matches(report), key=lambda match: match.round)
    for number, played in by_round:
        if number > state.current_round:
            break
        for at, match in enumerate(played, start=1):
            match = _by_number(match) if state.system == SCHEVENINGEN else match
            matches.append(TeamMatch(number, at, match.teams))
            for board, players in enumerate(match.boards, start=1):
                for seat, player in enumerate(players, start=1):
                    tables[number, player] = seat, table_of(at, board, boards)
    return replace(
        state,
        teams=tuple(sorted(_teams(report), key=lambda team: team.number)),
        matches=tuple(matches),
        played=tuple(_seated(played, tables) for played in state.played),
    )


def _teams(report: Report) -> Iterator[Team]:
    for team in report.teams:
        yield Team(team.number, team.players)


def _by_number(match: ReportMatch) -> ReportMatch:
    """The match with the lower number first, as a Scheveningen has it in every round."""
    if match.teams == tuple(sorted(match.teams)):
        return match
    boards = tuple((two, one) for one, two in match.boards)
    return replace(match, teams=match.teams[::-1], boards=boards)


def _seated(played: Played, tables: Mapping[tuple[int, int], tuple[int, int]]) -> Played:
    """The pairing at its table; a player without an opponent there has the bye of the board."""
    seat, table = tables.get((played.round, played.seats[0]), (0, None))
    if played.kind != MATCH:
        # A win without an opponent is read as an asked bye.
        alone = seat and played.kind == BYE_ASKED
        return replace(played, kind=BYE_ALLOCATED, bye_points_x2=None) if alone else played
    if seat == 1:
        return replace(played, table=table)
    slots = tuple(swapped_slot(slot) for slot in played.slots)
    return replace(played, seats=played.seats[::-1], slots=slots, table=table)
