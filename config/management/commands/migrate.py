"""Django's `migrate`; of two at once the second waits, and finds nothing to do."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from config.database_limits import lift_statement_limit
from config.private_files import make_private_file
from config.running.garbage import rare_collections

LOCK_KEY = 7_247  # of a PostgreSQL advisory lock


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> Any:
        with _only_migration(options["database"]), rare_collections():
            lift_statement_limit(connections[options["database"]])
            _refuse_middle_of_squashed(options)
            return super().handle(*args, **options)


def _refuse_middle_of_squashed(options: dict[str, Any]) -> None:
    """On the way back there Django would undo the squashed ones of other apps, all tables at once.

    :raises CommandError: the way back leads into what a squashed migration has replaced.
    """
    app, name = options["app_label"], options["migration_name"]
    if not name or name == "zero":
        return
    loader = MigrationLoader(connections[options["database"]])
    for (squashed_app, squashed), migration in loader.replacements.items():
        if squashed_app != app or (app, squashed) not in loader.applied_migrations:
            continue
        earlier = [each for _app, each in migration.replaces[:-1] if each.startswith(name)]
        if earlier:
            raise CommandError(
                f"{app} cannot go back to {earlier[0]}: {squashed} has taken its place. The code "
                "of the release before runs on the tables of now; or restore a backup of that time."
            )


@contextmanager
def _only_migration(using: str) -> Iterator[None]:
    connection = connections[using]
    if connection.vendor == "postgresql":
        with _transaction_lock(using):
            yield
    elif "memory" in (path := str(connection.settings_dict["NAME"])):
        yield
    else:
        lock = Path(f"{path}-migrate")
        make_private_file(lock)
        with lock.open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


@contextmanager
def _transaction_lock(using: str) -> Iterator[None]:
    """A lock in a transaction of another connection, which PgBouncer keeps to its end."""
    other = connections[using].copy()
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            for limit in settings.DATABASE_LIMITS:
                cursor.execute(f"SET LOCAL {limit} = 0")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK_KEY])
        yield
    finally:
        other.close()
