"""Reads the records of teams: 013, 300, 310, 320, 330, 352 and 362, by their columns.

Sources: FIDE, Format of Tournament Report File, 2016 (013) and 2026 (the others). Records 801 and
802 repeat for people what the others say, and are ignored. What an event cannot hold is refused:
other match points than 2, 1 and 0, other byes of teams, virtual points and forbidden matches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle, islice

from tournaments.documents import Document
from tournaments.standings.teams import TEAM_POINTS
from tournaments.trf.report import (
    BoardOrder,
    ForfeitedMatch,
    Report,
    TeamByes,
    TeamRecord,
)
from tournaments.trf.report_line import MAX_PLAYERS, MAX_ROUNDS, MAX_TEAMS, ReportLine
from tournaments.trf.team_matches import Lines, boards_in, find_matches

IGNORED = frozenset({"082", "801", "802"})
MATCH_POINTS_X2 = {
    "TW": TEAM_POINTS.won_x2,
    "TD": TEAM_POINTS.tied_x2,
    "TL": TEAM_POINTS.lost_x2,
}
# Records that a file with teams may not have; see also `check_byes`.
NOT_DONE = frozenset({"250", "260", "299", "XXA", "XXP"})


def board_colors(boards: int) -> str:
    """Record 352: the team named first moves first on boards 1, 3, 5."""
    return "".join(islice(cycle("WB"), boards))


class TeamRecords:
    """Collects the records of teams; `fields` checks them and gives the fields of the report."""

    def __init__(self) -> None:
        self.teams: dict[int, TeamRecord] = {}
        self.old_teams: dict[int, TeamRecord] = {}
        self.byes: TeamByes | None = None
        self.forfeited: list[ForfeitedMatch] = []
        self.orders: list[BoardOrder] = []
        self.colors = ""
        self.lines: dict[object, ReportLine] = {}
        self.not_done: list[ReportLine] = []

    def read(self, line: ReportLine) -> bool:
        """Read the line, if it is a record of teams; whether no other reader needs it."""
        if line.record in NOT_DONE or (line.record == "240" and line.field(5, 5) not in "zZ"):
            self.not_done.append(line)
        if (reader := READERS.get(line.record)) is not None:
            reader(self, line)
        return reader is not None or line.record in IGNORED

    def numbers(self) -> frozenset[int]:
        """The numbers of the teams; empty in a file without teams."""
        return frozenset(self.teams or self.old_teams)

    def read_310(self, line: ReportLine) -> None:
        number = line.required_integer(5, 7, most=MAX_TEAMS)
        if number in self.teams:
            before = self.lines[self.teams[number]].number
            raise line.error("team_twice", 5, team=number, before=before)
        if text := line.field(72, 73):
            raise line.error("misaligned", 72, text=text)
        team = TeamRecord(
            number,
            line.field(9, 40),
            _numbers(line, 74, 4),
            nickname=line.field(42, 46),
            strength=line.integer(48, 53, most=999_999),
            match_points_x2=line.points_x2(55, 60),
            game_points_x2=line.points_x2(62, 67),
            rank=line.integer(69, 71, most=MAX_TEAMS),
        )
        self.teams[number] = team
        self.lines[team] = line

    def read_013(self, line: ReportLine) -> None:
        team = TeamRecord(len(self.old_teams) + 1, line.field(5, 36), _numbers(line, 37, 4))
        self.old_teams[team.number] = team
        self.lines[team] = line

    def read_300(self, line: ReportLine) -> None:
        order = BoardOrder(
            line.required_integer(5, 7, most=MAX_ROUNDS),
            line.required_integer(9, 11, most=MAX_TEAMS),
            line.required_integer(13, 15, most=MAX_TEAMS),
            _numbers(line, 17, 4, zeros=True),
        )
        self.orders.append(order)
        self.lines[order] = line

    def read_320(self, line: ReportLine) -> None:
        if self.byes is not None:
            raise line.error("record_twice", record=line.record)
        points = [line.points_x2(first, first + 3) or 0 for first in (5, 10)]
        self.byes = TeamByes(points[0], points[1], _numbers(line, 15, 3, zeros=True))
        self.lines[self.byes] = line

    def read_330(self, line: ReportLine) -> None:
        result = line.field(5, 6)
        if result not in {"+-", "-+", "--"}:
            raise line.error("unknown_setting", 5, text=result, record=line.record)
        forfeited = ForfeitedMatch(
            result,
            line.required_integer(8, 10, most=MAX_ROUNDS),
            line.required_integer(12, 14, most=MAX_TEAMS),
            line.required_integer(16, 18, most=MAX_TEAMS),
        )
        self.forfeited.append(forfeited)
        self.lines[forfeited] = line

    def read_352(self, line: ReportLine) -> None:
        """The first moves of an event alternate, and the team named first begins."""
        self.colors = line.content.upper()
        self.lines[line.record] = line
        if not self.colors or self.colors != board_colors(len(self.colors)):
            raise line.error("colors_not_done", 5, colors=line.content)

    def read_362(self, line: ReportLine) -> None:
        self.lines[line.record] = line
        for column in range(5, len(line.text) + 1, 9):
            symbol = line.field(column, column + 1).upper()
            if symbol not in MATCH_POINTS_X2:
                raise line.error("unknown_setting", column, text=symbol, record=line.record)
            if (line.points_x2(column + 2, column + 5) or 0) != MATCH_POINTS_X2[symbol]:
                raise line.error("match_points_not_done", column + 2)

    def fields(self, players: Mapping[int, ReportLine]) -> Document:
        """The fields of the report. players: the lines 001 by number.

        :raises TrfError: no_teams, record_not_done, unknown_player, in_two_teams, in_no_team,
            unknown_team.
        """
        teams = tuple((self.teams or self.old_teams).values())
        if not teams:
            for line in self.lines.values():
                raise line.error("no_teams", record=line.record)
            return {}
        for line in self.not_done:
            raise line.error("record_not_done", record=line.record)
        self._check_members(teams, players)
        self._check_named()
        return {
            "teams": teams,
            "team_byes": self.byes,
            "forfeited": tuple(self.forfeited),
            "board_orders": tuple(self.orders),
            "board_colors": self.colors,
        }

    def _check_members(
        self, teams: tuple[TeamRecord, ...], players: Mapping[int, ReportLine]
    ) -> None:
        """Check that everybody is in one team."""
        team_of: dict[int, int] = {}
        for team in teams:
            line = self.lines[team]
            for player in team.players:
                if player not in players:
                    raise line.error("unknown_player", player=player)
                if player in team_of:
                    raise line.error("in_two_teams", player=player, other=team_of[player])
                team_of[player] = team.number
        for player, line in players.items():
            if player not in team_of:
                raise line.error("in_no_team", 5, player=player)

    def _check_named(self) -> None:
        """Check that the teams of records 300, 320 and 330 exist."""
        for order in self.orders:
            self._check_teams(self.lines[order], order.team, order.opponent)
        for match in self.forfeited:
            self._check_teams(self.lines[match], match.first, match.second)
        if self.byes:
            self._check_teams(self.lines[self.byes], *filter(None, self.byes.teams))

    def _check_teams(self, line: ReportLine, *teams: int) -> None:
        for team in teams:
            if team not in self.numbers():
                raise line.error("unknown_team", team=team)


def check_matches(report: Report, lines: Lines) -> None:
    """Check that the games of each round make matches of teams that an event can hold.

    :raises TrfError: as `find_matches`; team_bye_not_done.
    """
    find_matches(report, lines)
    byes = report.team_byes
    if byes is None or not any(byes.teams):
        return
    if (byes.match_points_x2, byes.game_points_x2) != (TEAM_POINTS.tied_x2, boards_in(report)):
        raise lines[byes].error("team_bye_not_done", 5)


def _numbers(line: ReportLine, first: int, width: int, *, zeros: bool = False) -> tuple[int, ...]:
    """The numbers from this column on, each so wide, with a blank between two.

    zeros: a blank or zero field is a 0; otherwise it is left out.
    """
    most = MAX_PLAYERS if width == 4 else MAX_TEAMS
    found: list[int] = []
    for start in range(first, len(line.text) + 1, width + 1):
        if start > first and (text := line.field(start - 1, start - 1)):
            raise line.error("misaligned", start - 1, text=text)
        number = line.integer(start, start + width - 1, most=most)
        if number or zeros:
            found.append(number or 0)
    return tuple(found)


READERS: dict[str, Callable[[TeamRecords, ReportLine], None]] = {
    "013": TeamRecords.read_013,
    "300": TeamRecords.read_300,
    "310": TeamRecords.read_310,
    "320": TeamRecords.read_320,
    "330": TeamRecords.read_330,
    "352": TeamRecords.read_352,
    "362": TeamRecords.read_362,
}
