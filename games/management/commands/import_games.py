"""manage.py import_games PATH…: prove and store the games of PTN files. Idempotent."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.tak.notation.ptn import split_games
from games.services import import_record
from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import DomainError, NotFound

SUFFIXES = (".ptn",)
PROGRESS_EVERY = 100


class Command(BaseCommand):
    help = (
        "Prove the games of PTN files and store them; rate those that are finished, dated and of "
        "named players. Folders are searched for *.ptn. The same game is taken once."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a PTN file or a folder")
        parser.add_argument("--event", default="", metavar="SLUG", help="for its open games")
        parser.add_argument("--dry-run", action="store_true", help="prove, and store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        files = files_of(options["paths"])
        if options["event"]:
            require_event(options["event"])
        totals: Counter[str] = Counter()
        for number, path in enumerate(files, start=1):
            for name, record in games_of(path):
                kind, line = import_one(
                    record, event_slug=options["event"], dry_run=options["dry_run"]
                )
                totals[kind] += 1
                totals["games"] += 1
                if line:
                    self.stdout.write(f"{name}: {line}")
                if totals["games"] % PROGRESS_EVERY == 0:
                    self.progress(totals["games"], number, len(files))
        self.progress(totals["games"], len(files), len(files))
        self.stdout.write(summary(totals, files=len(files), dry_run=options["dry_run"]))

    def progress(self, games: int, file: int, files: int) -> None:
        self.stderr.write(f"... {games} games, file {file} of {files}")


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


def games_of(path: Path) -> Iterator[tuple[str, str | None]]:
    """A name for reports and the text of each game; None for a file that is not text."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        yield str(path), None
        return
    games = split_games(text)
    for index, game in enumerate(games, start=1):
        yield (f"{path} game {index}" if len(games) > 1 else str(path)), game


def require_event(slug: str) -> None:
    """:raises CommandError: there is no such event."""
    try:
        selectors.get_event(slug, SYSTEM)
    except NotFound as error:
        raise CommandError(str(error)) from error


def import_one(record: str | None, *, event_slug: str, dry_run: bool) -> tuple[str, str]:
    """The outcome of a game (rated, unrated, known or refused) and its report line."""
    if record is None:
        return "refused", "refused: the file is not UTF-8 text"
    try:
        done = import_record(
            actor=Actor("import"), record=record, event_slug=event_slug, dry_run=dry_run
        )
    except DomainError as error:
        return "refused", f"refused: {error}"
    if done.error is not None:
        return "refused", f"refused: {done.error}"
    if done.status == "known":
        return "known", ""
    notes = "; ".join(done.notes)
    if not done.rated:
        return "unrated", f"not rated: {notes}"
    return "rated", notes


def summary(totals: Counter[str], *, files: int, dry_run: bool) -> str:
    stored = totals["rated"] + totals["unrated"]
    verb = "would be stored" if dry_run else "stored"
    return (
        f"Games {totals['games']}, files {files}: {stored} {verb} "
        f"({totals['rated']} rated, {totals['unrated']} not rated), "
        f"{totals['known']} known already, {totals['refused']} refused."
    )
