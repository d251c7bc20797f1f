"""Game files of others as `manage.py rate` reads them.

`python -m bench.rated.files halo2|lichess FILE > games.csv`
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

COLUMNS = ("played_at", "first", "second", "first_score")
LICHESS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}

Row = tuple[str, str, str, float]


def halo2(row: dict[str, str]) -> Row:
    """A video game; nobody moves first. Equal scores are draws."""
    lead = float(row["score1"]) - float(row["score2"])
    return row["end_time"], row["player1"], row["player2"], 0.5 if not lead else float(lead > 0)


def lichess(row: dict[str, str]) -> Row:
    return row["utc_date_time"], row["white"], row["black"], LICHESS[row["result"]]


KINDS: dict[str, Callable[[dict[str, str]], Row]] = {"halo2": halo2, "lichess": lichess}


def converted(kind: str, path: Path) -> Iterator[Row]:
    """The games in the order of the file; what is no game of two people is left out."""
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            game = KINDS[kind](row)
            if game[1] != game[2]:
                yield game


def main() -> None:
    kind, path = sys.argv[1:]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(COLUMNS)
    out.writerows(converted(kind, Path(path)))


if __name__ == "__main__":
    main()
