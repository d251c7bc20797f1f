"""Files of records: which there are, and the games in them, read block by block."""

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from django.core.management.base import CommandError

from engine.tak.notation.files import split_blocks
from games.playtak.files import split_records

SUFFIXES = (".ptn",)
BLOCK = 1 << 20  # characters
NUL = "\0"  # no database stores it in a text


class FoundGame(NamedTuple):
    """name: for reports. record: None if it is not text. file: its number, from 1.

    read: how many characters of all files stand before the end of this game; about their bytes.
    """

    name: str
    record: str | None
    file: int
    read: int


def files_of(paths: list[str]) -> list[Path]:
    """The files to import, sorted by name within each folder.

    :raises CommandError: a path does not exist.
    """
    found: dict[Path, None] = {}
    for path in map(Path, paths):
        if not path.exists():
            raise CommandError(f"There is no file or folder {path}.")
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in inside:
            if file == path or (file.suffix.lower() in SUFFIXES and file.is_file()):
                found[file] = None
    return list(found)


def games_in(files: list[Path]) -> Iterator[FoundGame]:
    """The games of these files, one after the other."""
    before = 0
    for number, path in enumerate(files, start=1):
        read, size = before, path.stat().st_size
        for name, record in _games_of(path):
            read += len(record or "")
            yield FoundGame(name, record, number, min(read, before + size))
        before += size


def _games_of(path: Path) -> Iterator[tuple[str, str | None]]:
    try:
        for _block in _blocks(path):  # nothing of a file is taken that is not text throughout
            pass
    except UnicodeDecodeError:
        yield str(path), None
        return
    games = split_blocks(_blocks(path), split_records)
    begun = list(islice(games, 2))
    for index, game in enumerate(chain(begun, games), start=1):
        name = f"{path} game {index}" if len(begun) > 1 else str(path)
        yield name, None if NUL in game else game


def _blocks(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        while block := file.read(BLOCK):
            yield block
