"""Restores a backup beside the real database, checks it there, and lets it take the place."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from config.backups import rows
from config.backups.archive import ArchiveReader, BadArchive, Manifest
from config.backups.encryption import BadKey, decrypt_file, is_encrypted
from config.backups.keys import restore_keys, trust_keys
from config.backups.staging import staging_database
from config.management.commands.check_all import checks
from config.private_files import make_private_file
from tournaments.services import journal_checks

# A database with rows here is not replaced without being told.
FACTS = ("tournaments_event", "tournaments_player", "games_game")


class NotEmpty(Exception):
    """The database has events, players or games."""


class Differences(Exception):
    """What was restored is not what it should be. lines: what check_all says."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(f"Differences: {len(lines)}.")
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Restored:
    """former: where the former database is kept. keys: the key files that were put back."""

    manifest: Manifest
    former: str
    keys: list[str]
    differences: list[str]


def restore_backup(
    path: Path,
    *,
    replace: bool = False,
    identity: Path | None = None,
    with_differences: bool = False,
) -> Restored:
    """Replace the database by a backup, once check_all finds it equal.

    replace: also one that has events, players or games. with_differences: also if check_all finds
    some. The former database is kept.

    :raises BadArchive: the file is damaged, no backup, or of a newer version.
    :raises BadKey: it is encrypted, and `identity` does not open it.
    :raises NotEmpty: the database has facts, and `replace` is not set.
    :raises CannotStage: there is no room beside the real database.
    :raises Differences: check_all finds some; nothing was replaced.
    """
    with _opened(path, identity) as archive:
        archive.require_whole()
        unknown = rows.unknown_migrations(archive.manifest.migrations)
        if unknown:
            raise BadArchive(
                f"{path} is of a newer version, {archive.manifest.version}: this one lacks "
                f"{', '.join(unknown)}. Upgrade first."
            )
        if not replace and (found := tables_with_facts()):
            raise NotEmpty(f"The database is not empty: it has rows in {', '.join(found)}.")
        trust_keys(archive.manifest.signing_keys)
        suffix = f"before-restore-{timezone.now():%Y%m%d-%H%M%S}"
        with staging_database() as staged:
            _fill(archive)
            call_command("migrate", verbosity=0, interactive=False)
            call_command("createcachetable", verbosity=0)  # only if the cache is in the database
            if rows.applied_migrations() != archive.manifest.migrations:
                # Older releases did not sign. A journal with differences stays unsigned.
                list(journal_checks.sign_unsigned())
            _analyze()
            differences = [line for _name, lines in checks() for line in lines]
            if differences and not with_differences:
                raise Differences(differences)
            former = staged.take_over(suffix)
        keys = restore_keys(archive, suffix=suffix)
        cache.clear()
        return Restored(archive.manifest, former, keys, differences)


def tables_with_facts() -> list[str]:
    existing = set(connection.introspection.table_names())
    found = []
    with connection.cursor() as cursor:
        for table in FACTS:
            if table in existing:
                cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {table})")  # nosec  # our own names
                if cursor.fetchone()[0]:
                    found.append(table)
    return found


@contextmanager
def _opened(path: Path, identity: Path | None) -> Iterator[ArchiveReader]:
    """The archive, decrypted into a private folder that is deleted afterwards."""
    if not path.is_file():
        raise BadArchive(f"{path} is no file.")
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR, prefix="restore-") as folder:
        plain = path
        if is_encrypted(path):
            if identity is None:
                raise BadKey(f"{path} is encrypted: give the key with --identity FILE.")
            plain = Path(folder) / "plain"
            make_private_file(plain)
            decrypt_file(path, plain, identity)
        archive = ArchiveReader(plain)
        try:
            yield archive
        finally:
            archive.close()


def _fill(archive: ArchiveReader) -> None:
    """Make the tables as they were, and insert the rows."""
    manifest = archive.manifest
    rows.migrate_to(manifest.migrations)
    models = {model._meta.db_table: model for model in rows.models_at(manifest.migrations)}
    missing = sorted(manifest.tables.keys() - models.keys())
    if missing:
        raise BadArchive(f"The backup has tables that its migrations do not make: {missing}.")
    with transaction.atomic():
        rows.empty_tables(models.values())
        for name, table in manifest.tables.items():
            rows.load_rows(models[name], table.columns, archive.rows(name))
        rows.number_after(models.values())


def _analyze() -> None:
    """Tell the planner what the tables hold now."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
