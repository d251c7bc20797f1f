"""Reading rated games from a CSV file: `played_at,first,second,first_score`."""

import csv
import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from ratings.systems import Game, Seat

COLUMNS = ("played_at", "first", "second", "first_score")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # day 0 of times given as a number
SCORES_X2 = {0.0: 0, 0.5: 1, 1.0: 2}


class FileRefused(ValueError):
    """The file cannot be read; the message names the line."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """games: in order of time, those of one moment as in the file. names: of each player id."""

    games: tuple[Game, ...]
    names: dict[int, str]


def read(lines: Iterable[str]) -> GameFile:
    """Read the games of a file, in any order.

    :raises FileRefused: a column is missing, or a line holds no time, players or score.
    """
    rows = csv.DictReader(lines)
    missing = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
    if missing:
        raise FileRefused(f"line 1: no column {', '.join(missing)}; columns: {','.join(COLUMNS)}")
    ids: dict[str, int] = {}
    read_rows: list[tuple[datetime, int, Seat, Seat]] = []
    for row in rows:
        try:
            when, score_x2 = _time(row["played_at"]), _score_x2(row["first_score"])
            first, second = (_player(ids, row[column]) for column in ("first", "second"))
        except (ValueError, OverflowError, TypeError, AttributeError) as wrong:
            raise FileRefused(f"line {rows.line_num}: {wrong}") from wrong
        if first == second:
            raise FileRefused(f"line {rows.line_num}: {row['first']} plays against themselves")
        seats = Seat(first, score_x2), Seat(second, 2 - score_x2)
        read_rows.append((when, rows.line_num, *seats))
    read_rows.sort(key=lambda row: row[:2])
    games = tuple(
        Game(f"{number:09d}", _day(when), seats)
        for number, (when, _line, *both) in enumerate(read_rows, 1)
        for seats in [(both[0], both[1])]
    )
    return GameFile(games, {player: name for name, player in ids.items()})


def _time(text: str) -> datetime:
    """An ISO time (without a zone: UTC), or a number of days."""
    try:
        days = float(text)
    except ValueError:
        when = datetime.fromisoformat(text.strip())
        return when if when.tzinfo else when.replace(tzinfo=UTC)
    if not math.isfinite(days):
        raise ValueError(f"{text} is no time")
    return EPOCH + timedelta(days=days)


def _day(when: datetime) -> date:
    return when.astimezone(UTC).date()


def _score_x2(text: str) -> int:
    try:
        return SCORES_X2[float(text)]
    except KeyError:
        raise ValueError(f"first_score is {text}, not 1, 0.5 or 0") from None


def _player(ids: dict[str, int], text: str) -> int:
    name = text.strip()
    if not name:
        raise ValueError("a player without a name")
    return ids.setdefault(name, len(ids) + 1)
