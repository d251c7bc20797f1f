"""The matches of teams that the games of a report make.

A report says who played whom, and for each team its players in board order (record 310). From that
follow the matches and their boards; record 300 says where a team sat in another order, 330 which
matches were not played, 320 who had a bye. A win without an opponent (a `+` and no number in record
001) is a board that the other team left empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournaments.trf.errors import TrfError
from tournaments.trf.players import column_of
from tournaments.trf.report import (
    NO_CELL,
    ForfeitedMatch,
    Report,
    ReportCell,
    rounds_played,
)
from tournaments.trf.report_line import ReportLine

# The line of each player by number, and of each record of teams by its content, for errors.
Lines = Mapping[object, ReportLine]
ALONE = frozenset("FU")  # results without an opponent that mean an empty board, if there is a match


@dataclass(frozen=True, slots=True)
class ReportMatch:
    """A match of two teams, or of one that has a bye.

    boards: the players of the first and the second team on board 1, 2, ...; 0: nobody.
    """

    round: int
    teams: tuple[int, ...]
    boards: tuple[tuple[int, int], ...] = ()


def boards_in(report: Report) -> int:
    """The number of boards of a match: of record 352, else of the largest match."""
    if report.board_colors:
        return len(report.board_colors)
    ordered = (len(order.players) for order in report.board_orders)
    return max((*ordered, *(len(match.boards) for match in find_matches(report))), default=1)


def find_matches(report: Report, lines: Lines | None = None) -> tuple[ReportMatch, ...]:
    """All matches by round, in the order of the lowest number in each; byes come last.

    :raises TrfError: own_team, two_opponents, match_and_bye, forfeit_and_game, nobody_there,
        no_match, not_on_board, boards_disagree, too_many_boards.
    """
    finder = _MatchFinder(report, lines or {})
    return tuple(
        match for number in range(1, rounds_played(report) + 1) for match in finder.of_round(number)
    )


class _MatchFinder:
    def __init__(self, report: Report, lines: Lines) -> None:
        self.lines = lines
        self.players = {player.number: player for player in report.players}
        self.members = {team.number: team.players for team in report.teams}
        self.team_of = {p: team for team, players in self.members.items() for p in players}
        self.byes = report.team_byes
        self.forfeited = report.forfeited
        self.orders = {(order.round, order.team): order for order in report.board_orders}
        self.boards = len(report.board_colors)

    def of_round(self, number: int) -> Iterator[ReportMatch]:
        meets = self._opponents(number)
        for order in self.orders.values():
            if order.round == number and meets.get(order.team) != order.opponent:
                raise self._error(order, "no_match", round=number, team=order.team)
        for team in sorted(self.members):
            if team < meets.get(team, 0):
                yield self._match(number, (team, meets[team]))
        for team in sorted(self._with_bye(number, meets)):
            yield ReportMatch(number, (team,))

    def _opponents(self, number: int) -> dict[int, int]:
        """The opponent of each team that has one."""
        meets: dict[int, int] = {}
        for player, cell in self._cells(number):
            if not cell.opponent:
                continue
            team, other = self.team_of[player], self.team_of[cell.opponent]
            params = {"round": number, "player": player, "opponent": cell.opponent}
            if team == other:
                raise self._error(player, "own_team", **params)
            if meets.setdefault(team, other) != other:
                raise self._error(player, "two_opponents", round=number, team=team)
        for match in self._forfeits(number):
            for team, other in ((match.first, match.second), (match.second, match.first)):
                if meets.setdefault(team, other) != other or team == other:
                    raise self._error(match, "two_opponents", round=number, team=team)
        return meets

    def _forfeits(self, number: int) -> Iterator[ForfeitedMatch]:
        return (match for match in self.forfeited if match.round == number)

    def _with_bye(self, number: int, meets: Mapping[int, int]) -> Iterator[int]:
        """The teams with a bye: of record 320, or whose players have one and no match."""
        given = self.byes.teams[number - 1 : number] if self.byes else ()
        for team in filter(None, given):
            if team in meets:
                raise self._error(self.byes, "match_and_bye", round=number, team=team)
            yield team
        free: set[int] = set()
        for player, cell in self._cells(number):
            team = self.team_of[player]
            if cell.result in ALONE and team not in meets and team not in given:
                if cell.result == "F":
                    raise self._error(player, "alone_without_match", round=number, player=player)
                free.add(team)
        yield from free

    def _match(self, number: int, teams: tuple[int, int]) -> ReportMatch:
        places = {player: at for team in teams for player, at in self._places(number, team)}
        seats: dict[int, list[int]] = {}
        for player, at in places.items():
            if self.boards and at > self.boards:
                params = {"round": number, "player": player, "boards": self.boards}
                raise self._error(player, "too_many_boards", **params)
            opponent = self._cell(player, number).opponent
            if opponent and places.get(opponent) != at:
                params = {"round": number, "player": player, "opponent": opponent}
                raise self._error(player, "boards_disagree", **params)
            seats.setdefault(at, [0, 0])[teams.index(self.team_of[player])] = player
        boards = tuple(
            (seats[at][0], seats[at][1]) if at in seats else (0, 0)
            for at in range(1, (self.boards or max(seats, default=0)) + 1)
        )
        match = ReportMatch(number, teams, boards)
        return self._in_order(match, self._forfeit_of(match))

    def _places(self, number: int, team: int) -> Iterator[tuple[int, int]]:
        """The board of each player of a team who sits in a round."""
        seated = [player for player in self.members[team] if self._is_seated(player, number)]
        order = self.orders.get((number, team))
        if order is None:
            yield from ((player, at) for at, player in enumerate(seated, start=1))
            return
        for player in {*order.players, *seated} - {0}:
            if player not in order.players or player not in seated:
                raise self._error(order, "not_on_board", round=number, player=player)
        yield from ((p, at) for at, p in enumerate(order.players, start=1) if p)

    def _is_seated(self, player: int, number: int) -> bool:
        cell = self._cell(player, number)
        return bool(cell.opponent) or cell.result in ALONE

    def _forfeit_of(self, match: ReportMatch) -> ForfeitedMatch | None:
        """The record 330 of a match, which no game may contradict."""
        found = next(
            (f for f in self._forfeits(match.round) if {f.first, f.second} == {*match.teams}), None
        )
        if found is None:
            return None
        won = found.first if found.result == "+-" else found.second
        for player in (player for board in match.boards for player in board if player):
            result = self._cell(player, match.round).result
            wins = result in {"+", "F", "U"}
            if not (wins or result == "-") or (
                wins and (found.result == "--" or self.team_of[player] != won)
            ):
                raise self._error(found, "forfeit_and_game", round=match.round, player=player)
        if found.result != "--" and not any(any(board) for board in match.boards):
            raise self._error(found, "nobody_there", round=match.round, team=won)
        return found

    def _in_order(self, match: ReportMatch, forfeit: ForfeitedMatch | None) -> ReportMatch:
        """The match with the team first that moves first on the odd boards."""
        swap = False
        if forfeit is not None:
            swap = match.teams[0] != forfeit.first
        else:
            for at, (player, opponent) in enumerate(match.boards, start=1):
                if player and opponent:
                    swap = (self._cell(player, match.round).color == "w") != (at % 2 == 1)
                    break
        if not swap:
            return match
        boards = tuple((two, one) for one, two in match.boards)
        return ReportMatch(match.round, match.teams[::-1], boards)

    def _cell(self, player: int, number: int) -> ReportCell:
        cells = self.players[player].cells
        return cells[number - 1] if number <= len(cells) else NO_CELL

    def _cells(self, number: int) -> Iterator[tuple[int, ReportCell]]:
        return ((player, self._cell(player, number)) for player in self.players)

    def _error(self, where: object, code: str, **params: int) -> TrfError:
        line = self.lines.get(where)
        if line is None:
            return TrfError(code, **params)
        column = column_of(params["round"]) if isinstance(where, int) else None
        return line.error(code, column, **params)
