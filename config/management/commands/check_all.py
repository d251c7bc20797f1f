"""manage.py check_all: check_event for every event, then players, other games and ratings."""

from collections.abc import Iterator

from django.core.management.base import BaseCommand, CommandError

from config.management.commands.check_event import find_differences
from games.check import check_other_games
from ratings.check import check_pools
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.integrity import check_journals, check_people


class Command(BaseCommand):
    help = "Check every event, every record, every rating list and the journal; see check_event."
    requires_system_checks = ()  # `migrate` makes them

    def handle(self, *args: object, **options: object) -> None:
        total = 0
        for name, found in checks():
            for line in found:
                self.stdout.write(line)
            self.stdout.write(f"{name}: differences: {len(found)}" if found else f"{name}: equal")
            total += len(found)
        if total:
            raise CommandError(f"Differences: {total}.", returncode=1)


def checks() -> Iterator[tuple[str, list[str]]]:
    """The name of each check, and the differences that it finds."""
    events = selectors.readable_events(SYSTEM).order_by("slug")
    for event_id, slug in list(events.values_list("pk", "slug")):
        yield f"event {slug}", find_differences(event_id)
    yield "people", check_people()
    yield "other journals", check_journals()
    yield "games outside events", check_other_games()
    yield "ratings", check_pools()
