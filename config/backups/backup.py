"""Writes a backup: everything as it is at one moment, while others go on writing."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from config.backups.archive import ArchiveReader, ArchiveWriter, Manifest
from config.backups.encryption import encrypt_file, require_recipients
from config.backups.rows import applied_migrations, columns_of, dump_rows, models_at
from config.doctor.versions import project_version
from config.private_files import make_private_file
from tournaments.services.signing import public_keys

# Files of VAR_DIR: codes of personal links are derived from the first, journals are signed by the
# second, and devices take messages by the third. Only encrypted backups have them.
KEY_FILES = (
    settings.SECRET_KEY_FILE.name,
    settings.SIGNING_KEY_FILE.name,
    settings.PUSH_KEY_FILE.name,
)


def write_backup(target: Path, *, recipients: Sequence[str] = ()) -> Manifest:
    """Write the database to `target`, encrypted if there are recipients.

    The file appears once it is whole and was read again; only its owner may read it.

    :raises BadKey: a recipient is none.
    :raises BadArchive: what was written cannot be read.
    """
    require_recipients(recipients)
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR, prefix="backup-") as folder:
        plain = Path(folder) / "plain"
        manifest = _write_plain(plain, with_keys=bool(recipients))
        with _appearing(target) as draft:
            if recipients:
                encrypt_file(plain, draft, recipients)
            else:
                shutil.copyfile(plain, draft)
    return manifest


def _write_plain(path: Path, *, with_keys: bool) -> Manifest:
    make_private_file(path)
    with path.open("wb") as file:
        writer = ArchiveWriter(file)
        with one_moment():
            migrations = applied_migrations()
            for model in models_at(migrations):
                writer.add_table(model._meta.db_table, columns_of(model), dump_rows(model))
        for name in KEY_FILES if with_keys else ():
            if (key := settings.VAR_DIR / name).exists():
                writer.add_key(name, key.read_bytes())
        manifest = Manifest(
            version=project_version(),
            made_at=timezone.now().isoformat(timespec="seconds"),
            database=connection.vendor,
            migrations=migrations,
            tables=writer.tables,
            keys=writer.keys,
            signing_keys=list(public_keys().values()),
        )
        writer.close(manifest)
    archive = ArchiveReader(path)
    archive.require_whole()
    archive.close()
    return manifest


@contextmanager
def one_moment() -> Iterator[None]:
    """All reads see the database as it is now. Nobody waits for them, and they wait for nobody."""
    if connection.vendor == "postgresql":
        with _rows_as_they_come(), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield
        return
    # Not `atomic`: on SQLite it takes the write lock.
    with connection.cursor() as cursor:
        cursor.execute("BEGIN")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


@contextmanager
def _rows_as_they_come() -> Iterator[None]:
    """Read by cursors of the server, which the settings forbid outside of a transaction."""
    name = "DISABLE_SERVER_SIDE_CURSORS"
    usual = connection.settings_dict[name]
    connection.settings_dict[name] = False
    try:
        yield
    finally:
        connection.settings_dict[name] = usual


@contextmanager
def _appearing(target: Path) -> Iterator[Path]:
    """A draft beside `target` that takes its place at the end, on the disk as well."""
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        make_private_file(draft)
        yield draft
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
