"""manage.py check_event SLUG: does everything derived of an event follow from its facts?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.check import check_event_games
from tournaments import recompute, selectors
from tournaments.actor import SYSTEM
from tournaments.errors import NotFound
from tournaments.integrity import check_event


def differences_of(event_id: int) -> list[str]:
    """Every difference of an event; a table that only waits for its refresh gets it first."""
    recompute.refresh_standings(event_id)
    return [*check_event(event_id), *check_event_games(event_id)]


class Command(BaseCommand):
    help = (
        "Rebuild the tables of an event and compare, prove its records again, pair its stored "
        "pairing inputs again, compare publications and the journal by hash. "
        "Exit code 0 when all is equal."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the event")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            event = selectors.get_event(options["slug"], SYSTEM)
        except NotFound as error:
            raise CommandError(str(error), returncode=2) from error
        found = differences_of(event.pk)
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(f"Differences in {event.slug}: {len(found)}.", returncode=1)
        self.stdout.write(f"{event.slug}: equal.")
