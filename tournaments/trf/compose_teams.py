"""Builds the records of teams of a report from the state of a stage of teams.

A board is one game worth 1, ½ and 0. Of a knockout a report does not say who goes on from a drawn
match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tournaments.standings import build_table
from tournaments.standings.points import Points
from tournaments.standings.teams import (
    SCHEVENINGEN,
    TEAM_KNOCKOUT,
    TEAM_POINTS,
    TEAM_ROUND_ROBIN,
    TEAM_SWISS,
    Board,
    boards_of,
    pairings_by_entry,
    played_match,
    team_state,
)
from tournaments.state import OVER_THE_BOARD, EventState, MatchTable, Played
from tournaments.state.teams import TeamMatch
from tournaments.trf.errors import TrfError
from tournaments.trf.report import (
    BoardOrder,
    ForfeitedMatch,
    Report,
    TeamByes,
    TeamRecord,
)
from tournaments.trf.team_records import board_colors

KINDS = {
    TEAM_ROUND_ROBIN: "Team Round-Robin",
    TEAM_SWISS: "Team Swiss",
    TEAM_KNOCKOUT: "Team Knockout",
    SCHEVENINGEN: "Scheveningen",
}
RANKED_BY = {"match_points": "MP", "game_points": "GP"}
ROUND_ROBINS = {1: "BERGER_TEAM_ROUNDROBIN", 2: "BERGER_TEAM_DOUBLEROUNDROBIN"}
USUAL_TABLE = MatchTable()

Ranks = Mapping[int, int]  # the number of each entry in the report


def encoded_kind_of_teams(state: EventState) -> str:
    """Record 192. The Swiss is not FIDE's for teams, see `pairing.systems.teams`."""
    options = state.options
    if state.system == TEAM_ROUND_ROBIN:
        code = ROUND_ROBINS.get(options.cycles, "CUSTOM_TEAM_ROUNDROBIN")
        return code.replace("BERGER", "FIDE") if options.swap_last_rounds else code
    return {
        TEAM_SWISS: f"CUSTOM_TEAM_SWISS_{RANKED_BY[options.team_rank_by]}",
        TEAM_KNOCKOUT: "CUSTOM_TEAM_KNOCKOUT",
        SCHEVENINGEN: "FIDE_SCHEVENINGEN",
    }[state.system]


def with_teams(report: Report, state: EventState, ranks: Ranks, names: Mapping[int, str]) -> Report:
    """The report with the records of teams. names: by team number.

    :raises TrfError: board_games_not_said.
    """
    rules = state.rules
    if rules.games_per_match != 1 or rules.match_table not in (None, USUAL_TABLE):
        raise TrfError("board_games_not_said", games=rules.games_per_match)
    composer = _Composer(state, ranks)
    return replace(
        report,
        kind=KINDS[state.system],
        encoded_kind=encoded_kind_of_teams(state),
        teams=tuple(composer.teams(names)),
        team_byes=composer.byes(),
        forfeited=tuple(composer.forfeited()),
        board_orders=tuple(composer.orders()),
        board_colors="" if state.system == SCHEVENINGEN else board_colors(state.options.boards),
        virtual=(),
        forbidden=(),
        byes=(),
    )


class _Composer:
    def __init__(self, state: EventState, ranks: Ranks) -> None:
        self.state = state
        self.ranks = ranks
        self.seated = pairings_by_entry(state)
        self.matches = [
            match
            for match in state.matches
            if state.rounds_before < match.round <= state.current_round
        ]
        self.table = {row.entry: row for row in build_table(team_state(state)).rows}

    def round_of(self, match: TeamMatch) -> int:
        return match.round - self.state.rounds_before

    def teams(self, names: Mapping[int, str]) -> Iterator[TeamRecord]:
        strengths = {entrant.number: entrant.rating for entrant in team_state(self.state).entrants}
        for team in sorted(self.state.teams, key=lambda team: team.number):
            row = self.table[team.number]
            yield TeamRecord(
                team.number,
                names.get(team.number, f"#{team.number}"),
                tuple(self.ranks[entry] for entry in team.members),
                strength=strengths[team.number],
                match_points_x2=int(row.match_points_x2),
                game_points_x2=int(row.game_points_x2),
                rank=row.rank,
            )

    def byes(self) -> TeamByes | None:
        """A bye is worth a drawn match (FIDE C.04.6 art. 1.4).

        A record holds one team a round; the cells of its players say it of another one.
        """
        found: dict[int, int] = {}
        for match in self.matches:
            if len(match.teams) == 1:
                found.setdefault(self.round_of(match), match.teams[0])
        if not found:
            return None
        teams = tuple(found.get(number, 0) for number in range(1, max(found) + 1))
        return TeamByes(TEAM_POINTS.tied_x2, self.state.options.boards, teams)

    def forfeited(self) -> Iterator[ForfeitedMatch]:
        """Matches without a game that one team won on every board, or neither on any."""
        for match in self.matches:
            if len(match.teams) == 2:
                played = played_match(self.state, match, self.seated)
                if result := _forfeit(played):
                    yield ForfeitedMatch(result, self.round_of(match), *match.teams)

    def orders(self) -> Iterator[BoardOrder]:
        """Who sat where, of teams with an empty board or out of the order of their record."""
        for match in self.matches:
            boards = boards_of(self.state, match, self.seated)
            for team in match.teams if len(match.teams) == 2 else ():
                order = [self._sitting(board, team) for board in boards]
                seated = [entry for entry in order if entry]
                members = self.state.team(team).members
                if seated and (0 in order or seated != sorted(seated, key=members.index)):
                    players = tuple(self.ranks.get(entry, 0) for entry in order)
                    other = match.teams[1 - match.teams.index(team)]
                    yield BoardOrder(self.round_of(match), team, other, players)

    def _sitting(self, board: Board, team: int) -> int:
        """Who of a team sits on a board; 0: nobody."""
        seats = board.pairing.seats if board.pairing else ()
        return next((entry for entry in seats if entry in self.state.team(team).members), 0)


def cells_alone(state: EventState) -> Iterator[tuple[int, int]]:
    """Entry and round of each win on a board that the other team left empty."""
    seated = pairings_by_entry(state)
    for match in state.matches:
        for board in boards_of(state, match, seated) if len(match.teams) == 2 else ():
            if board.pairing and len(board.pairing.seats) == 1:
                yield board.pairing.seats[0], match.round


def _forfeit(played: Played) -> str | None:
    """The result of record 330; None if a game was played, or each team won a board."""
    results = played.results
    if any(result.kind in OVER_THE_BOARD for result in results):
        return None
    won = {("+-", "-+", "--")[_winner(result.points_x2)] for result in results} - {"--"}
    return None if len(won) > 1 else next(iter(won), "--")


def _winner(points_x2: tuple[Points, ...]) -> int:
    """Seat index of who has more, 2 if nobody has."""
    first, second = points_x2
    return 2 if first == second else int(second > first)
