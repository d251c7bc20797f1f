"""manage.py restore FILE: replace the database by a backup, once it was checked."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backups.archive import BadArchive
from config.backups.encryption import BadKey
from config.backups.restore import Differences, NotEmpty, restore_backup
from config.backups.staging import CannotStage


class Command(BaseCommand):
    help = (
        "Restore a backup. It is checked by check_all before it replaces anything; the former "
        "database is kept. A backup of an older version is migrated, a newer one is refused. "
        "Stop web servers and workers first."
    )
    requires_system_checks = ()  # `migrate` makes them
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what `backup` has written")
        parser.add_argument(
            "--replace", action="store_true", help="even if there are events, players or games"
        )
        parser.add_argument(
            "--identity", type=Path, metavar="KEYFILE", help="the key of an encrypted backup"
        )
        parser.add_argument(
            "--with-differences",
            action="store_true",
            help="restore it even if check_all finds differences; the exit code is 1 then",
        )

    def handle(self, *args: object, **options: Any) -> None:
        try:
            done = restore_backup(
                options["file"],
                replace=options["replace"],
                identity=options["identity"],
                with_differences=options["with_differences"],
            )
        except NotEmpty as error:
            raise CommandError(f"{error} To replace it: --replace.") from error
        except Differences as error:
            self._print(error.lines)
            raise CommandError(f"{error} Nothing was replaced.") from error
        except (BadArchive, BadKey, CannotStage) as error:
            raise CommandError(str(error)) from error
        manifest = done.manifest
        self.stdout.write(f"Restored what version {manifest.version} had at {manifest.made_at}.")
        for name in done.keys:
            self.stdout.write(f"Key file put back: {name}.")
        if done.former:
            self.stdout.write(f"The former database is kept: {done.former}.")
        if done.differences:
            self._print(done.differences)
            raise CommandError(f"Differences: {len(done.differences)}.")
        self.stdout.write("Everything is equal.")

    def _print(self, lines: list[str]) -> None:
        for line in lines:
            self.stdout.write(line)
