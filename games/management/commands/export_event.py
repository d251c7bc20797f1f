"""manage.py export_event SLUG --output FILE: one archive of an event."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.archives import export_event
from tournaments.actor import SYSTEM
from tournaments.errors import NotFound


class Command(BaseCommand):
    help = (
        "Write one archive of an event: its facts, proofs, records and journal, signed. "
        "`python -m games.archive verify FILE` proves it again, without this service."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the event")
        parser.add_argument("--output", required=True, metavar="FILE", help="where to write it")

    def handle(self, *args: object, **options: Any) -> None:
        try:
            data = export_event(actor=SYSTEM, slug=options["slug"])
        except NotFound as error:
            raise CommandError(str(error), returncode=2) from error
        path = Path(options["output"])
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            draft.touch(mode=0o600)  # it holds names
            draft.write_bytes(data)
            draft.replace(path)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}", returncode=2) from error
        self.stdout.write(f"{path}: {len(data)} bytes.")
