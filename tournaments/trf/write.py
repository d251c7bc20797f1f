"""Writes a report as TRF26 with decimal points in every locale and LF line ends.

Source: FIDE, Format of Tournament Report File, version 2026. The content of XX records is written
as records 142, 152, 162, 240, 250 and 260.
"""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.trf.errors import TrfError
from tournaments.trf.report import (
    AskedByes,
    ForbiddenPlayers,
    PlayerRecord,
    Report,
    ReportCell,
    VirtualPoints,
    rounds_played,
)


def write_report(report: Report) -> str:
    """The file of a report; `read_report` reverses it.

    Players out of the next round (`absent`) become byes without points of that round.

    :raises TrfError: field_too_wide, points_too_big.
    """
    lines = (*_tournament(report), *_pairing_records(report), *map(_player, report.players))
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
        "092": report.kind,
        "142": str(report.rounds or ""),
        "152": report.initial.upper(),
        "162": "    ".join(f"{symbol}{_points(x2)}" for symbol, x2 in report.scoring_x2),
        "192": report.encoded_kind,
        "202": ",".join(report.tiebreaks),
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


def _points(points_x2: int) -> str:
    """Points in four columns: 11.5."""
    if not 0 <= points_x2 < 200:
        raise TrfError("points_too_big", points_x2=points_x2)
    return f"{points_x2 // 2:>2}.{points_x2 % 2 * 5}"


def _fit(value: int | str | None, width: int) -> str:
    text = "" if value is None else _plain(str(value))
    if len(text) > width:
        raise TrfError("field_too_wide", text=text, width=width)
    return text


def _plain(text: str) -> str:
    """The text without line breaks and control characters."""
    return "".join(char if char.isprintable() else " " for char in text)
