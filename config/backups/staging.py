"""A second database beside the real one, in which a backup is restored and checked.

On SQLite it is a file, on PostgreSQL a schema. Until it takes the place of the real one, nobody
sees it; if anything fails, it is deleted and nothing has changed.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Protocol

from django.db import DatabaseError, connection, transaction

from config.private_files import make_private_file

SCHEMA = "roadhouse_restoring"
# What is restored takes as long as it takes.
WITHOUT_LIMITS = "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0"


class CannotStage(Exception):
    """There is no room for a second database."""


class Staging(Protocol):
    def take_over(self, kept_as: str) -> str:
        """Become the real database. Returns where the former one is kept, if it had tables."""


def staging_database() -> AbstractContextManager[Staging]:
    """Let the default connection lead to an empty database.

    :raises CannotStage: it cannot be made.
    """
    has_tables = bool(connection.introspection.table_names())
    staged = _postgres if connection.vendor == "postgresql" else _sqlite
    return staged(keeps_former=has_tables)


class SqliteFile:
    def __init__(self, real: Path, *, keeps_former: bool) -> None:
        self.real, self.path = real, real.with_name(f"{real.name}.restoring")
        self._keeps_former = keeps_former

    def take_over(self, kept_as: str) -> str:
        """Copy page by page in one transaction: processes that have the real file open go on."""
        connection.close()
        kept = self.real.with_name(f"{self.real.name}.{kept_as}") if self._keeps_former else None
        with (
            closing(sqlite3.connect(self.path)) as staged,
            closing(sqlite3.connect(self.real, timeout=60)) as real,
        ):
            if kept:
                make_private_file(kept)
                with closing(sqlite3.connect(kept)) as copy:
                    real.backup(copy)
            staged.backup(real)
        return str(kept or "")

    def remove(self) -> None:
        """Delete it, with what SQLite and locks have put beside it."""
        for path in self.path.parent.iterdir():
            if path.name.startswith(self.path.name):
                path.unlink()


@contextmanager
def _sqlite(*, keeps_former: bool) -> Iterator[Staging]:
    real = connection.settings_dict["NAME"]
    staged = SqliteFile(Path(real), keeps_former=keeps_former)
    staged.remove()
    try:
        make_private_file(staged.path)
    except OSError as error:
        raise CannotStage(f"{staged.path} cannot be written: {error}.") from error
    connection.close()
    connection.settings_dict["NAME"] = str(staged.path)
    try:
        yield staged
    finally:
        connection.close()
        connection.settings_dict["NAME"] = real
        staged.remove()


class PostgresSchema:
    def __init__(self, real: str, options: str, *, keeps_former: bool) -> None:
        self.real, self._options = real, options
        self._keeps_former = keeps_former

    def take_over(self, kept_as: str) -> str:
        """Rename both schemas in one transaction."""
        kept = kept_as.replace("-", "_")
        self.leave()
        quote = connection.ops.quote_name
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"ALTER SCHEMA {quote(self.real)} RENAME TO {quote(kept)}")
            cursor.execute(f"ALTER SCHEMA {quote(SCHEMA)} RENAME TO {quote(self.real)}")
            if not self._keeps_former:
                cursor.execute(f"DROP SCHEMA {quote(kept)} CASCADE")
        return f"schema {kept}" if self._keeps_former else ""

    def enter(self) -> None:
        """A startup parameter, so that a new connection leads there as well."""
        connection.close()
        options = f"{self._options} -c search_path={SCHEMA} {WITHOUT_LIMITS}".strip()
        connection.settings_dict["OPTIONS"]["options"] = options

    def leave(self) -> None:
        connection.close()
        connection.settings_dict["OPTIONS"]["options"] = self._options

    @staticmethod
    def remove() -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")


@contextmanager
def _postgres(*, keeps_former: bool) -> Iterator[Staging]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        real = cursor.fetchone()[0]
    options = connection.settings_dict["OPTIONS"].get("options", "")
    staged = PostgresSchema(real, options, keeps_former=keeps_former)
    try:
        staged.remove()
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {SCHEMA}")
    except DatabaseError as error:
        raise CannotStage(f"The role of DATABASE_URL has to own its database: {error}") from error
    staged.enter()
    try:
        yield staged
    finally:
        staged.leave()
        staged.remove()
