"""The content of a FIDE tournament report file: TRF16 with XX records, and TRF26.

Source: FIDE Handbook, C.04 annex 2 (TRF16) and the TRF-2026 description. Numbers are pairing
numbers; points are integers in half points (`_x2`). A file with teams is one of a tournament of
teams: its records 240, 250 and 260 name teams.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

PLAYED = frozenset("10=WDL")  # results of games over the board; W D L: played, not rated
FORFEITS = frozenset("+-")
BYES = frozenset("HFUZ")  # half point, full point, allocated by the pairing, zero point


@dataclass(frozen=True, slots=True)
class ReportCell:
    """One round of one player. opponent 0: none. color: w | b | -. result: one character."""

    opponent: int
    color: str
    result: str


NO_CELL = ReportCell(0, "-", "Z")


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Record 001. points_x2: columns 81-84 of the file; None if blank."""

    number: int
    name: str
    rating: int | None = None
    cells: tuple[ReportCell, ...] = ()
    points_x2: int | None = None
    rank: int | None = None
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Record 250: points that count only in the pairing of some rounds. Ranges are inclusive."""

    first_round: int
    last_round: int
    first_player: int
    last_player: int
    match_points_x2: int = 0
    game_points_x2: int = 0


@dataclass(frozen=True, slots=True)
class ForbiddenPlayers:
    """Record 260: these players must not meet each other in these rounds."""

    first_round: int
    last_round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AskedByes:
    """Record 240: F, H or Z byes of a past or future round."""

    kind: str
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamRecord:
    """Record 310; record 013 has only name and players. players: their numbers in board order.

    number: of a record 013 its place among them. The points are blank (None) or those of the
    standings at the end of the file.
    """

    number: int
    name: str
    players: tuple[int, ...] = ()
    nickname: str = ""
    strength: int | None = None
    match_points_x2: int | None = None
    game_points_x2: int | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class TeamByes:
    """Record 320: what a bye that the pairing gives to a team is worth, and who had it.

    teams: the team with the bye of round 1, 2, ...; 0: none.
    """

    match_points_x2: int
    game_points_x2: int
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ForfeitedMatch:
    """Record 330: a match of teams that was not played. result: +- | -+ | --.

    first: the team that moves first on board 1, in the words of the format the white team.
    """

    result: str
    round: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class BoardOrder:
    """Record 300: who played for a team on board 1, 2, ... of a round; 0: nobody."""

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A complete file. rounds: records 142 or XXR; 0 if missing.

    initial: the color of the top player in round 1, w | b; empty if not drawn yet. scoring_x2: half
    points by symbol (W D L P A X of record 162); empty for 1, ½, 0. absent: numbers missing the
    next round (XXZ). board_colors: record 352, the color of the team named first on each board.
    other: (record, text) of all other lines.
    """

    players: tuple[PlayerRecord, ...]
    name: str = ""
    city: str = ""
    federation: str = ""
    starts_on: str = ""
    ends_on: str = ""
    kind: str = ""
    encoded_kind: str = ""
    rounds: int = 0
    initial: str = ""
    scoring_x2: tuple[tuple[str, int], ...] = ()
    tiebreaks: tuple[str, ...] = ()
    virtual: tuple[VirtualPoints, ...] = ()
    forbidden: tuple[ForbiddenPlayers, ...] = ()
    byes: tuple[AskedByes, ...] = ()
    absent: tuple[int, ...] = ()
    teams: tuple[TeamRecord, ...] = ()
    team_byes: TeamByes | None = None
    forfeited: tuple[ForfeitedMatch, ...] = ()
    board_orders: tuple[BoardOrder, ...] = ()
    board_colors: str = ""
    other: tuple[tuple[str, str], ...] = ()


def rounds_played(report: Report) -> int:
    """The last round with a pairing or an allocated bye, 0 before the first.

    Later columns of a player's record hold asked byes of future rounds.
    """
    of_players = (
        number
        for player in report.players
        for number, cell in enumerate(player.cells, start=1)
        if cell.opponent or cell.result == "U"
    )
    team_byes = report.team_byes.teams if report.team_byes else ()
    of_teams = (number for number, team in enumerate(team_byes, start=1) if team)
    return max((*of_players, *of_teams, *(match.round for match in report.forfeited)), default=0)


def virtual_points(player: int, points_x2: Iterable[int]) -> Iterator[VirtualPoints]:
    """One player's virtual points by round, from round 1; equal neighbours share a range."""
    by_round = enumerate(points_x2, start=1)
    for points, run in groupby(by_round, key=lambda item: item[1]):
        rounds = [number for number, _ in run]
        if points:
            yield VirtualPoints(rounds[0], rounds[-1], player, player, game_points_x2=points)
