"""manage.py backup FILE: write the whole database into one file, while the service runs."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backups.archive import BadArchive
from config.backups.backup import KEY_FILES, write_backup
from config.backups.encryption import BadKey


class Command(BaseCommand):
    help = (
        "Write the database, as it is at one moment, into one file that `restore` reads. With "
        "BACKUP_RECIPIENTS or --recipient it is encrypted by age and has the key files of VAR_DIR."
    )
    requires_system_checks = ()  # `migrate` makes them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what to write")
        parser.add_argument(
            "--recipient",
            action="append",
            default=[],
            metavar="age1…",
            help="who can open it, by a public key of age or ssh, instead of BACKUP_RECIPIENTS; "
            "may be given several times",
        )

    def handle(self, *args: object, **options: Any) -> None:
        target: Path = options["file"].resolve()
        recipients = options["recipient"] or settings.BACKUP_RECIPIENTS
        try:
            manifest = write_backup(target, recipients=recipients)
        except (BadKey, BadArchive) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{target} cannot be written: {error}.") from error
        rows = sum(table.rows for table in manifest.tables.values())
        size = target.stat().st_size / 1e6
        self.stdout.write(f"{target}: {rows} rows in {len(manifest.tables)} tables, {size:.1f} MB.")
        if not recipients:
            self.stdout.write(
                f"It is not encrypted, so it has no keys: keep {', '.join(KEY_FILES)} of "
                f"{settings.VAR_DIR}, or SECRET_KEY, apart from it."
            )
