"""manage.py check_event SLUG: compare all derived data of an event with its facts."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.check import check_event_games
from tournaments import recompute, selectors
from tournaments.actor import SYSTEM
from tournaments.errors import NotFound
from tournaments.integrity import check_event


def find_differences(event_id: int) -> list[str]:
    """All differences of an event. Stale standings are refreshed first."""
    recompute.refresh_standings(event_id)
    return [*check_event(event_id), *check_event_games(event_id)]


class Command(BaseCommand):
    help = (
        "Rebuild the tables of an event and compare, prove its records again, pair its stored "
        "pairing inputs again, compare publications and the journal by hash. "
        "Exit code 0 when all is equal."
    )
    requires_system_checks = ()  # `migrate` makes them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the event")

    def handle(self, *args: object, **options: Any) -> None:
        try:
            event = selectors.get_event(options["slug"], SYSTEM)
        except NotFound as error:
            raise CommandError(str(error), returncode=2) from error
        found = find_differences(event.pk)
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(f"Differences in {event.slug}: {len(found)}.", returncode=1)
        self.stdout.write(f"{event.slug}: equal.")
