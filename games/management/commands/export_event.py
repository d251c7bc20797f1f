"""manage.py export_event SLUG --output FILE: one archive of an event."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.archive_files import write_archive_file
from games.services.archives import export_event
from tournaments.actor import SYSTEM
from tournaments.errors import NotFound


class Command(BaseCommand):
    help = (
        "Write one archive of an event: its facts, proofs, records and journal, signed. "
        "`python -m games.archive verify FILE` proves it again, without this service."
    )
    requires_system_checks = ()  # `migrate` makes them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the event")
        parser.add_argument("--output", required=True, metavar="FILE", help="where to write it")

    def handle(self, *args: object, **options: Any) -> None:
        try:
            data = export_event(actor=SYSTEM, slug=options["slug"])
        except NotFound as error:
            raise CommandError(str(error), returncode=2) from error
        path = Path(options["output"])
        write_archive_file(path, data)
        self.stdout.write(f"{path}: {len(data)} bytes.")
