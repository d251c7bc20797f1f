"""Reading rated games from a CSV file: `played_at,first,second,first_score`."""

import csv
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from operator import itemgetter

from ratings.systems import Game, Seat

COLUMNS = ("played_at", "first", "second", "first_score")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # day 0 of times given as a number
SCORES_X2 = {0.0: 0, 0.5: 1, 1.0: 2}


Row = tuple[datetime, int, int, int]  # when, first, second (ids), doubled score of the first


class FileRefused(ValueError):
    """The file cannot be read; the message names the line."""


class OutOfOrder(Exception):
    """The games of a file are not in order of time."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """games: in order of time; games of one moment keep the file's order. names: by player id."""

    games: tuple[Game, ...]
    names: dict[int, str]


def read(lines: Iterable[str]) -> GameFile:
    """Read the games of a file, in any order.

    :raises FileRefused: a column is missing, or a line holds no time, players or score.
    """
    ids: dict[str, int] = {}
    rows = sorted(_rows(lines, ids), key=itemgetter(0))  # a stable sort
    return GameFile(tuple(_games(rows)), {player: name for name, player in ids.items()})


def stream(lines: Iterable[str], ids: dict[str, int]) -> Iterator[Game]:
    """The games of a file that is in order of time, without keeping them in memory.

    ids: filled with the id of each name.

    :raises OutOfOrder: a game was played before the previous one.
    :raises FileRefused: as `read`.
    """
    return _games(_in_order(_rows(lines, ids)))


def _in_order(rows: Iterable[Row]) -> Iterator[Row]:
    last: datetime | None = None
    for row in rows:
        if last is not None and row[0] < last:
            raise OutOfOrder
        last = row[0]
        yield row


def _games(rows: Iterable[Row]) -> Iterator[Game]:
    for number, (when, first, second, score_x2) in enumerate(rows, 1):
        seats = (Seat(first, score_x2), Seat(second, 2 - score_x2))
        yield Game(f"{number:09d}", _day(when), seats)


def _rows(lines: Iterable[str], ids: dict[str, int]) -> Iterator[Row]:
    """The games in the order of the file."""
    reader = csv.reader(lines)
    columns = next(reader, [])
    missing = [column for column in COLUMNS if column not in columns]
    if missing:
        raise FileRefused(f"line 1: no column {', '.join(missing)}; columns: {','.join(COLUMNS)}")
    pick = itemgetter(*(columns.index(column) for column in COLUMNS))
    for cells in reader:
        if not cells:
            continue
        try:
            time, one, other, score = pick(cells)
            row = (_time(time), _player(ids, one), _player(ids, other), _score_x2(score))
        except IndexError as wrong:
            raise FileRefused(f"line {reader.line_num}: too few columns") from wrong
        except (ValueError, OverflowError) as wrong:
            raise FileRefused(f"line {reader.line_num}: {wrong}") from wrong
        if row[1] == row[2]:
            raise FileRefused(f"line {reader.line_num}: {one} plays against themselves")
        yield row


def _time(text: str) -> datetime:
    """An ISO time (without a zone: UTC), or a number of days."""
    if text[4:5] == "-" and text[:4].isdigit():  # no number looks like this
        when = datetime.fromisoformat(text.strip())
        return when if when.tzinfo else when.replace(tzinfo=UTC)
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
