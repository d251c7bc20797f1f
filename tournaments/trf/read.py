"""Read a report file: TRF16 with XX records, and TRF26.

Sources: FIDE, Format of Tournament Report File, 2016 and 2026 (records of numbers); JaVaFo's
advanced user manual (XXR XXC XXS XXA XXP XXZ); bbpPairings (BBW BBD BBL BBZ BBF BBU).
Other records are kept as text and written back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tournaments.documents import Document
from tournaments.trf.errors import TrfError
from tournaments.trf.players import check_agreement, read_player
from tournaments.trf.report import (
    AskedByes,
    ForbiddenPlayers,
    PlayerRecord,
    Report,
    VirtualPoints,
    virtual_points,
)
from tournaments.trf.report_line import MAX_PLAYERS, MAX_ROUNDS, ReportLine, read_lines
from tournaments.trf.scoring import read_162, read_bb, read_xxs, scoring_of
from tournaments.trf.team_records import TeamRecords, check_matches

TEXTS = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "starts_on",
    "052": "ends_on",
    "092": "kind",
    "192": "encoded_kind",
}
COUNTED = frozenset({"062", "072"})  # numbers of players, ignored: the players are counted


def read_report(text: str) -> Report:
    """Parse a report file. A byte order mark and trailing blanks are ignored.

    :raises TrfError: with line, column and what to do.
    """
    reading = _ReportReader()
    for line in read_lines(text):
        reading.read(line)
    return reading.report()


class _ReportReader:
    """Collects the content of the lines read so far."""

    def __init__(self) -> None:
        self.players: dict[int, PlayerRecord] = {}
        self.lines: dict[int, ReportLine] = {}
        self.texts: Document = {}
        self.rounds: dict[str, int] = {}
        self.initial = ""
        self.points_x2: dict[str, int] = {}
        self.tiebreaks: tuple[str, ...] = ()
        self.virtual: list[VirtualPoints] = []
        self.forbidden: list[ForbiddenPlayers] = []
        self.apart: list[tuple[int, ...]] = []
        self.byes: list[tuple[ReportLine, AskedByes]] = []
        self.absent: list[int] = []
        self.named: list[tuple[ReportLine, tuple[int, ...]]] = []
        self.teams = TeamRecords()
        self.other: list[tuple[str, str]] = []

    def read(self, line: ReportLine) -> None:
        record = line.record
        if record in TEXTS:
            self.texts[TEXTS[record]] = line.content
        elif self.teams.read(line):
            pass
        elif (reader := READERS.get(record)) is not None:
            reader(self, line)
        elif record not in COUNTED:
            self.other.append((record, line.text[3:]))

    def report(self) -> Report:
        if not self.players:
            raise TrfError("no_players")
        check_agreement(self.players, self.lines)
        of_teams = self.teams.fields(self.lines)
        self._check_named()
        rounds = self.rounds.get("142") or self.rounds.get("XXR") or 0
        apart = (ForbiddenPlayers(1, rounds or MAX_ROUNDS, group) for group in self.apart)
        report = Report(
            players=tuple(self.players.values()),
            rounds=rounds,
            initial=self.initial,
            scoring_x2=scoring_of(self.points_x2),
            tiebreaks=self.tiebreaks,
            virtual=tuple(self.virtual),
            forbidden=(*self.forbidden, *apart),
            byes=tuple(byes for _, byes in self.byes),
            absent=tuple(self.absent),
            other=tuple(self.other),
        )
        report = replace(report, **self.texts, **of_teams)
        if report.teams:
            check_matches(report, self.teams.lines | dict(self.lines))
        return report

    def _check_named(self) -> None:
        """Check that named players exist and that byes do not contradict results.

        In a file with teams these records name teams.
        """
        teams = self.teams.numbers()
        for line, numbers in self.named:
            for number in numbers:
                if teams and number not in teams:
                    raise line.error("unknown_team", team=number)
                if not teams and number not in self.players:
                    raise line.error("unknown_player", player=number)
        if teams:
            return
        for line, byes in self.byes:
            for number in byes.players:
                cells = self.players[number].cells[byes.round - 1 : byes.round]
                if cells and cells[0].result not in {"Z", byes.kind}:
                    raise line.error("bye_and_game", player=number, round=byes.round)

    def read_001(self, line: ReportLine) -> None:
        player = read_player(line)
        if player.number in self.players:
            before = self.lines[player.number].number
            raise line.error("number_twice", 5, player=player.number, before=before)
        self.players[player.number] = player
        self.lines[player.number] = line

    def read_rounds(self, line: ReportLine) -> None:
        self.rounds[line.record] = line.required_integer(4, len(line.text), most=MAX_ROUNDS)

    def read_152(self, line: ReportLine) -> None:
        color = line.content.lower()
        if color not in {"w", "b"}:
            raise line.error("unknown_color", 5, color=line.content)
        self.initial = color

    def read_xxc(self, line: ReportLine) -> None:
        for column, word in line.words():
            if word == "rank":
                raise line.error("order_of_rows", column)
            if word in {"white1", "black1"}:
                self.initial = word[0]
            else:
                raise line.error("unknown_setting", column, text=word, record="XXC")

    def read_162(self, line: ReportLine) -> None:
        self.points_x2.update(read_162(line))

    def read_xxs(self, line: ReportLine) -> None:
        self.points_x2.update(read_xxs(line))

    def read_bb(self, line: ReportLine) -> None:
        self.points_x2.update(read_bb(line))

    def read_202(self, line: ReportLine) -> None:
        words = line.content.split(",")
        self.tiebreaks = tuple(word.strip() for word in words if word.strip())

    def read_250(self, line: ReportLine) -> None:
        first_round = line.required_integer(15, 17, most=MAX_ROUNDS)
        first_player = line.required_integer(23, 26, most=MAX_PLAYERS)
        points = VirtualPoints(
            first_round=first_round,
            last_round=line.integer(19, 21, most=MAX_ROUNDS) or first_round,
            first_player=first_player,
            last_player=line.integer(28, 31, most=MAX_PLAYERS) or first_player,
            match_points_x2=line.points_x2(5, 8) or 0,
            game_points_x2=line.points_x2(10, 13) or 0,
        )
        _check_range(line, 15, points.first_round, points.last_round)
        _check_range(line, 23, points.first_player, points.last_player)
        self.named.append((line, (points.first_player, points.last_player)))
        self.virtual.append(points)

    def read_xxa(self, line: ReportLine) -> None:
        player = line.required_integer(5, 8, most=MAX_PLAYERS)
        starts = range(10, len(line.text) + 1, 5)
        points = [line.points_x2(at, at + 3) or 0 for at in starts]
        self.virtual.extend(virtual_points(player, points))
        self.named.append((line, (player,)))

    def read_260(self, line: ReportLine) -> None:
        first = line.required_integer(5, 7, most=MAX_ROUNDS)
        last = line.integer(9, 11, most=MAX_ROUNDS) or first
        _check_range(line, 5, first, last)
        self.forbidden.append(ForbiddenPlayers(first, last, self._players(line, 12)))

    def read_xxp(self, line: ReportLine) -> None:
        self.apart.append(self._players(line))

    def read_240(self, line: ReportLine) -> None:
        kind = line.field(5, 5).upper() or "Z"
        if kind not in {"H", "F", "Z"}:
            raise line.error("unknown_bye", 5, kind=kind)
        number = line.required_integer(7, 9, most=MAX_ROUNDS)
        self.byes.append((line, AskedByes(kind, number, self._players(line, 10))))

    def read_xxz(self, line: ReportLine) -> None:
        self.absent.extend(self._players(line))

    def _players(self, line: ReportLine, start: int = 4) -> tuple[int, ...]:
        players = line.players(start)
        self.named.append((line, players))
        return players


def _check_range(line: ReportLine, column: int, first: int, last: int) -> None:
    if last < first:
        raise line.error("range_backwards", column, first=first, last=last)


READERS: dict[str, Callable[[_ReportReader, ReportLine], None]] = {
    "001": _ReportReader.read_001,
    "142": _ReportReader.read_rounds,
    "152": _ReportReader.read_152,
    "162": _ReportReader.read_162,
    "202": _ReportReader.read_202,
    "240": _ReportReader.read_240,
    "250": _ReportReader.read_250,
    "260": _ReportReader.read_260,
    "XXA": _ReportReader.read_xxa,
    "XXC": _ReportReader.read_xxc,
    "XXP": _ReportReader.read_xxp,
    "XXR": _ReportReader.read_rounds,
    "XXS": _ReportReader.read_xxs,
    "XXZ": _ReportReader.read_xxz,
    **dict.fromkeys(("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"), _ReportReader.read_bb),
}
