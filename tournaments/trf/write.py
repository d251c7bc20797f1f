"""Writes a report as TRF26 with decimal points in every locale and LF line ends.

Source: FIDE, Format of Tournament Report File, version 2026. The content of XX records is written
as records 142, 152, 162, 240, 250 and 260. Teams are written as records 310, for which programs
that read TRF16 have the records 013.
"""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.trf.errors import TrfError
from tournaments.trf.report import (
    AskedByes,
    BoardOrder,
    ForbiddenPlayers,
    PlayerRecord,
    Report,
    ReportCell,
    TeamRecord,
    VirtualPoints,
    rounds_played,
)


def write_report(report: Report) -> str:
    """The file of a report; `read_report` reverses it.

    Players out of the next round (`absent`) become byes without points of that round.

    :raises TrfError: field_too_wide, points_too_big.
    """
    lines = (
        *_tournament(report),
        *_pairing_records(report),
        *map(_player, report.players),
        *_teams(report),
    )
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _tournament(report: Report) -> Iterator[str]:
    texts = {
        "012": report.name,
        "022": report.city,
        "032": report.federation,
        "042": report.starts_on,
        "052": report.ends_on,
        "062": str(len(report.players)),
        "072": str(sum(player.rating is not None for player in report.players)),
        "082": str(len(report.teams) or ""),
        "092": report.kind,
        "142": str(report.rounds or ""),
        "152": report.initial.upper(),
        "162": "    ".join(f"{symbol}{_points(x2)}" for symbol, x2 in report.scoring_x2),
        "192": report.encoded_kind,
        "202": ",".join(report.tiebreaks),
        "352": report.board_colors,
    }
    for record, text in texts.items():
        if text:
            yield f"{record} {' ' if record == '162' else ''}{_plain(text)}"
    for record, text in report.other:
        yield record + _plain(text)


def _pairing_records(report: Report) -> Iterator[str]:
    yield from map(_virtual, report.virtual)
    yield from map(_forbidden, report.forbidden)
    yield from map(_byes, report.byes)
    if report.absent:
        yield _byes(AskedByes("Z", rounds_played(report) + 1, report.absent))


def _virtual(points: VirtualPoints) -> str:
    match = _points(points.match_points_x2) if points.match_points_x2 else ""
    return (
        f"250 {match:>4} {_points(points.game_points_x2)}"
        f" {points.first_round:>3} {points.last_round:>3}"
        f" {points.first_player:>4} {points.last_player:>4}"
    )


def _forbidden(group: ForbiddenPlayers) -> str:
    return f"260 {group.first_round:>3} {group.last_round:>3}" + _numbers(group.players)


def _byes(byes: AskedByes) -> str:
    return f"240 {byes.kind} {byes.round:>3}" + _numbers(byes.players)


def _numbers(players: tuple[int, ...]) -> str:
    return "".join(f" {player:>4}" for player in players)


def _teams(report: Report) -> Iterator[str]:
    """The records of teams. Programs that know records 310 ignore those of 013."""
    yield from map(_team, report.teams)
    yield from map(_old_team, report.teams)
    yield from map(_order, report.board_orders)
    if byes := report.team_byes:
        points = f"{_points(byes.match_points_x2)} {_points(byes.game_points_x2)}"
        yield f"320 {points}" + "".join(f" {team:03}" for team in byes.teams)
    for match in report.forfeited:
        teams = f"{match.first:>3} {match.second:>3}"
        yield f"330 {match.result} {match.round:>3} {teams}"


def _team(team: TeamRecord) -> str:
    totals = (team.match_points_x2, team.game_points_x2)
    points = ("" if x2 is None else _points(x2, 6) for x2 in totals)
    fields = (
        f"{_fit(team.number, 3):>3}",
        f"{_plain(team.name)[:32]:<32}",
        f"{_fit(team.nickname, 5):<5}",
        f"{_fit(team.strength, 6):>6}",
        *(f"{text:>6}" for text in points),
        f"{_fit(team.rank, 3):>3}",
    )
    return " ".join(("310", *fields)) + " " + _numbers(team.players)


def _old_team(team: TeamRecord) -> str:
    return f"013 {_plain(team.name)[:32]:<32}" + _numbers(team.players)[1:]


def _order(order: BoardOrder) -> str:
    players = "".join(f" {player:04}" for player in order.players)
    return f"300 {order.round:>3} {order.team:>3} {order.opponent:>3}{players}"


def _player(player: PlayerRecord) -> str:
    points = "" if player.points_x2 is None else _points(player.points_x2)
    fields = (
        f"{_fit(player.number, 4):>4}",
        f"{_fit(player.sex, 1):1}{_fit(player.title, 3):>3}",
        f"{_plain(player.name)[:33]:<33}",
        f"{_fit(player.rating, 4):>4}",
        f"{_fit(player.federation, 3):<3}",
        f"{_fit(player.fide_id, 11):>11}",
        f"{_fit(player.birth, 10):<10}",
        f"{points:>4}",
        f"{_fit(player.rank, 4):>4}",
    )
    return " ".join(("001", *fields)) + "".join(map(_cell, player.cells))


def _cell(cell: ReportCell) -> str:
    opponent = f"{cell.opponent:>4}" if cell.opponent else "0000"
    return f"  {opponent} {cell.color} {cell.result}"


def _points(points_x2: int, width: int = 4) -> str:
    """Points in so many columns: 11.5."""
    whole = width - 2
    if not 0 <= points_x2 < 2 * 10**whole:
        raise TrfError("points_too_big", points_x2=points_x2)
    return f"{points_x2 // 2:>{whole}}.{points_x2 % 2 * 5}"


def _fit(value: int | str | None, width: int) -> str:
    text = "" if value is None else _plain(str(value))
    if len(text) > width:
        raise TrfError("field_too_wide", text=text, width=width)
    return text


def _plain(text: str) -> str:
    """The text without line breaks and control characters."""
    return "".join(char if char.isprintable() else " " for char in text)
