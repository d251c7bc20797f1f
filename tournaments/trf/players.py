"""Reads records 001: players and their rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournaments.trf.report import BYES, FORFEITS, NO_CELL, PLAYED, PlayerRecord, ReportCell
from tournaments.trf.report_line import MAX_PLAYERS, ReportLine

FIRST_ROUND_COLUMN, ROUND_WIDTH = 92, 10
# Old files use the letters of games for byes: a forfeit without an opponent is a bye.
BYE_OF = {"+": "F", "=": "H", "-": "Z", "": "Z"}
# Results of the opponent that fit a player's result; 0 0 is a game that both lost.
FITTING = {
    "1": "0",
    "0": "10",
    "=": "=",
    "W": "L",
    "L": "WL",
    "D": "D",
    "+": "-",
    "-": "+-",
}


def column_of(round_number: int) -> int:
    """The first column of a round in record 001."""
    return FIRST_ROUND_COLUMN + ROUND_WIDTH * (round_number - 1)


def read_player(line: ReportLine) -> PlayerRecord:
    """:raises TrfError: a column that cannot be read."""
    number = line.required_integer(5, 8, most=MAX_PLAYERS)
    return PlayerRecord(
        number=number,
        name=line.field(15, 47),
        rating=line.integer(49, 52, most=9999),
        cells=tuple(_cells(line, number)),
        points_x2=line.points_x2(81, 84),
        rank=line.integer(86, 89, most=MAX_PLAYERS),
        sex=line.field(10, 10),
        title=line.field(11, 13),
        federation=line.field(54, 56),
        fide_id=line.field(58, 68),
        birth=line.field(70, 79),
    )


def _cells(line: ReportLine, player: int) -> Iterator[ReportCell]:
    start, number = FIRST_ROUND_COLUMN, 1
    while start <= len(line.text):
        for column in (start - 2, start - 1, start + 4, start + 6):
            if text := line.field(column, column):
                raise line.error("misaligned", column, text=text)
        yield _cell(line, start, player=player, number=number)
        start, number = start + ROUND_WIDTH, number + 1


def _cell(line: ReportLine, start: int, *, player: int, number: int) -> ReportCell:
    opponent = line.integer(start, start + 3, most=MAX_PLAYERS)
    color = line.field(start + 5, start + 5).lower() or "-"
    result = line.field(start + 7, start + 7).upper()
    if color not in "wb-":
        raise line.error("unknown_color", start + 5, color=color)
    if opponent is None:
        result = BYE_OF.get(result, result)
        if result not in BYES:
            raise line.error("unknown_result", start + 7, result=result)
        return NO_CELL if result == "Z" else ReportCell(0, "-", result)
    if opponent == player:
        raise line.error("plays_oneself", start, player=player)
    if not result:
        raise line.error("no_result", start + 7, player=player, round=number)
    if result not in PLAYED | FORFEITS:
        raise line.error("unknown_result", start + 7, result=result)
    if color == "-":
        raise line.error("unknown_color", start + 5, color=color)
    return ReportCell(opponent, color, result)


def check_agreement(players: Mapping[int, PlayerRecord], lines: Mapping[int, ReportLine]) -> None:
    """Check that both players of each game agree on it. Keys are player numbers.

    :raises TrfError: unknown_player, opponent_disagrees, colors_disagree, results_disagree.
    """
    for player in players.values():
        for number, cell in enumerate(player.cells, start=1):
            if not cell.opponent:
                continue
            line, start = lines[player.number], column_of(number)
            if cell.opponent not in players:
                raise line.error("unknown_player", start, player=cell.opponent)
            cells = players[cell.opponent].cells
            other = cells[number - 1] if number <= len(cells) else NO_CELL
            params = {"round": number, "player": player.number, "opponent": cell.opponent}
            if other.opponent != player.number:
                raise line.error("opponent_disagrees", start, **params)
            if other.color == cell.color:
                raise line.error("colors_disagree", start + 5, **params)
            if other.result not in FITTING[cell.result]:
                raise line.error("results_disagree", start + 7, **params)
