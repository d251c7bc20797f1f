"""manage.py import_games PATH…: prove and store the games of PTN files. Idempotent."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.import_summary import summary
from games.management.progress import Progress
from games.management.record_files import FoundGame, files_of, games_in
from games.services import import_record, import_records
from games.services.records.import_batches import ImportResult
from games.services.records.imports import BATCH
from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import DomainError, NotFound

IMPORT = Actor("import")
NOT_TEXT = "refused: the file is not UTF-8 text"

# The kind of result (rated, unrated, known or refused) and the line to print, empty for none.
Report = tuple[str, str]


class Command(BaseCommand):
    help = (
        "Prove the games of PTN files and store them; rate those that are finished, dated and of "
        "named players. Folders are searched for *.ptn. A file may also list addresses of games at "
        "playtak, one a line, or be its JSON. The same game is taken once."
    )
    requires_system_checks = ()  # `migrate` makes them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file of games or a folder")
        parser.add_argument("--event", default="", metavar="SLUG", help="for its open games")
        parser.add_argument("--dry-run", action="store_true", help="prove, and store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        files = files_of(options["paths"])
        slug, dry_run = options["event"], options["dry_run"]
        games = games_in(files)
        if slug:
            require_event(slug)
            reports = submit_to_event(games, event_slug=slug, dry_run=dry_run)
        else:
            reports = import_in_batches(games, source=" ".join(options["paths"]), dry_run=dry_run)
        size = sum(path.stat().st_size for path in files)
        progress = Progress(self.stderr, files=len(files), size=size)
        totals: Counter[str] = Counter()
        for game, (kind, line) in reports:
            totals[kind] += 1
            if line:
                progress.clear()
                self.stdout.write(f"{game.name}: {line}")
            progress.advance(file=game.file, read=game.read)
        progress.end()
        self.stdout.write(summary(totals, files=len(files), dry_run=dry_run))


def require_event(slug: str) -> None:
    """:raises CommandError: there is no such event."""
    try:
        selectors.get_event(slug, SYSTEM)
    except NotFound as error:
        raise CommandError(str(error)) from error


def import_in_batches(
    games: Iterator[FoundGame], *, source: str, dry_run: bool
) -> Iterator[tuple[FoundGame, Report]]:
    """Import batch by batch; the report of each game, in order."""
    sent: deque[list[FoundGame]] = deque()

    def batches() -> Iterator[list[str]]:
        while batch := list(islice(games, BATCH)):
            sent.append(batch)
            yield [game.record for game in batch if game.record is not None]

    for done in import_records(actor=IMPORT, batches=batches(), source=source, dry_run=dry_run):
        results = iter(done)
        for game in sent.popleft():
            yield game, ("refused", NOT_TEXT) if game.record is None else report_of(next(results))


def submit_to_event(
    games: Iterable[FoundGame], *, event_slug: str, dry_run: bool
) -> Iterator[tuple[FoundGame, Report]]:
    """Submit one game after the other; the report of each, in order."""
    for game in games:
        if game.record is None:
            yield game, ("refused", NOT_TEXT)
            continue
        try:
            done = import_record(
                actor=IMPORT, record=game.record, event_slug=event_slug, dry_run=dry_run
            )
        except DomainError as error:
            yield game, ("refused", f"refused: {error}")
        else:
            yield game, report_of(done)


def report_of(done: ImportResult) -> Report:
    notes = "; ".join(done.notes)
    lines = {
        "refused": f"refused: {done.error}",
        "known": "",
        "unrated": f"not rated: {notes}",
        "rated": notes,
    }
    return done.kind, lines[done.kind]
