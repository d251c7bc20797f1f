"""manage.py import_event FILE: take the archive of an event in, as an equal event."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.archive_files import read_archive_file
from games.services.archives import Choices, preview_archive, read_proved, take_archive
from games.services.archives.imports import Taking
from games.services.archives.reading import ProvedArchive
from tournaments.actor import SYSTEM
from tournaments.errors import DomainError
from tournaments.wording import join_with_commas


class Command(BaseCommand):
    help = (
        "Take in an archive that export_event wrote. It is proved first, and refused if something "
        "does not follow. People are new here unless --match says who they are; --dry-run lists "
        "who they may be. Exit code 0: the event is here, and equal; 1: refused; 2: no such file."
    )
    requires_system_checks = ()  # `migrate` makes them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="list the people, store nothing")
        parser.add_argument(
            "--match",
            action="append",
            default=[],
            metavar="ENTRY=PLAYER_ID",
            help="the entry of this number is this player; may be repeated",
        )
        parser.add_argument("--slug", default="", help="the address here, if not that of there")
        parser.add_argument(
            "--club", default="", metavar="SLUG", help="the club it belongs to here"
        )
        parser.add_argument("--key", default="", help="the public key that must have signed it")
        parser.add_argument(
            "--rated", action="store_true", help="count its rated games in the lists here"
        )

    def handle(self, *args: object, **options: Any) -> None:
        people = dict(_matched(each) for each in options["match"])
        try:
            archive = read_proved(read_archive_file(options["file"]), public=options["key"])
            if options["dry_run"]:
                self._list(preview_archive(actor=SYSTEM, archive=archive, club=options["club"]))
                return
            choices = Choices(
                slug=options["slug"], club=options["club"], people=people, rated=options["rated"]
            )
            event = take_archive(actor=SYSTEM, archive=archive, choices=choices)
        except DomainError as error:
            raise CommandError(str(error), returncode=1) from error
        self.stdout.write(f"{event.slug}: {len(archive.facts.parts['entries.ndjson'])} players.")

    def _list(self, found: Taking) -> None:
        """Each person, and who that may be here."""
        self.stdout.write(_about(found.archive))
        for person in found.people:
            known = [f"{player.public_id} {player.name}" for player in person.candidates]
            if person.is_here:
                known[0] += " (the same id)"
            name = person.name or "(without a name)"
            self.stdout.write(f"{person.entry}. {name}: {join_with_commas(known) or 'nobody here'}")


def _about(archive: ProvedArchive) -> str:
    return f"{archive.slug}: signed by {archive.public}, SHA-256 {archive.sha256}."


def _matched(given: str) -> tuple[str, str]:
    """:raises CommandError: it is not ENTRY=PLAYER_ID."""
    number, equals, player = given.partition("=")
    if not (equals and number and player):
        raise CommandError(f"--match {given}: ENTRY=PLAYER_ID is wanted.", returncode=1)
    return number, player
