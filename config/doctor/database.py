"""The database as the doctor sees it: versions, clocks, migrations, work that waits, settings."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import django
from django.conf import settings
from django.db import connection

from config.backups.rows import applied_migrations, unknown_migrations
from config.doctor.findings import Finding, failure, fine, warning
from config.doctor.versions import project_version
from config.health.checks import Unfit, check_migrations
from ratings.recompute import stale_pools
from tournaments.selectors.operations import waiting_work

CLOCK_WARNING_SECONDS, CLOCK_FAILURE_SECONDS = 2, 30
STALE_SECONDS = 300
LOST_SECONDS = 60  # of WAL at most


def check_versions() -> Iterator[Finding]:
    server = connection.vendor
    if server == "postgresql":
        server = f"PostgreSQL {_value('SHOW server_version')}"
    else:
        server = f"SQLite {_value('SELECT sqlite_version()')}"
    yield fine("versions", f"Roadhouse {project_version()}, Django {django.__version__}, {server}")


def check_tables() -> Iterator[Finding]:
    """Whether the tables are those of this version."""
    try:
        check_migrations()
    except Unfit as unfit:
        yield failure("migrations", str(unfit), "Run: manage.py migrate")
    if unknown := unknown_migrations(applied_migrations()):
        yield failure(
            "migrations",
            f"the database is of a newer version ({', '.join(unknown)})",
            "Install that version, or restore a backup of this one",
        )
    elif not _missing():
        yield fine("migrations", "all applied")


def check_clocks() -> Iterator[Finding]:
    if connection.vendor != "postgresql":
        yield fine("clocks", "database and service have the same")
        return
    before = datetime.now(UTC)
    theirs = _value("SELECT clock_timestamp()")
    middle = before + (datetime.now(UTC) - before) / 2
    seconds = abs((theirs - middle).total_seconds())
    text = f"the database's differs from this machine's by {seconds:.1f} s"
    advice = "Start a time service, such as systemd-timesyncd, on both"
    if seconds > CLOCK_FAILURE_SECONDS:
        yield failure("clocks", text, advice)
    elif seconds > CLOCK_WARNING_SECONDS:
        yield warning("clocks", text, advice)
    else:
        yield fine("clocks", text)


def check_work() -> Iterator[Finding]:
    """Tables that are stale, pairings that wait, tasks that fail."""
    work = waiting_work()
    pools = len(stale_pools())
    if work.stale_events or pools:
        yield warning(
            "tables",
            f"stale: standings of {work.stale_events} events, {pools} rating lists",
            "A worker refreshes them within seconds. If not, see docs/operations.md, Worker gone",
        )
    else:
        yield fine("tables", "standings and rating lists are fresh")
    if work.pairing_seconds > STALE_SECONDS:
        yield failure(
            "pairings",
            f"one waits since {work.pairing_seconds:.0f} s",
            "See docs/operations.md, Pairing stuck",
        )
    else:
        yield fine("pairings", f"{work.pairings} wait")
    if work.failed_tasks:
        yield warning(
            "tasks", f"{work.failed_tasks} fail", "The admin lists them under Failed tasks"
        )


def check_server() -> Iterator[Finding]:
    """Settings of PostgreSQL without which data may be lost."""
    if connection.vendor != "postgresql":
        mode = _value("PRAGMA journal_mode")
        yield fine("database", f"SQLite in {settings.DATABASES['default']['NAME']}, {mode}")
        return
    for name in ("fsync", "full_page_writes"):
        if _value(f"SHOW {name}") != "on":
            yield failure("database", f"{name} is off", "Switch it on: a crash can lose everything")
    yield from _check_connections()
    yield from _check_archive()


def _check_connections() -> Iterator[Finding]:
    env = settings.ENV
    needed = env.web_processes * env.web_threads + 2 * sum(env.queue_processes.values()) + 10
    allowed = int(_value("SHOW max_connections"))
    if needed > allowed:
        yield warning(
            "database",
            f"max_connections is {allowed}, the processes may take {needed}",
            "Raise it, or put PgBouncer between",
        )
    else:
        yield fine("database", f"{allowed} connections, the processes take at most {needed}")


def _check_archive() -> Iterator[Finding]:
    """WAL archiving; docs/operations.md describes it."""
    if _value("SHOW archive_mode") == "off":
        yield warning(
            "archive",
            "WAL is not archived: a lost disk loses what came since the last backup",
            "See docs/operations.md, Losing at most a minute",
        )
        return
    seconds = int(_value("SELECT setting FROM pg_settings WHERE name = 'archive_timeout'"))
    if not 0 < seconds <= LOST_SECONDS:
        yield warning("archive", f"archive_timeout is {seconds} s", "Set it to 60")
    failing = _value(
        "SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)"
        " FROM pg_stat_archiver"
    )
    if failing:
        yield failure("archive", "the last file could not be archived", "See PostgreSQL's log")
    else:
        yield fine("archive", "WAL is archived")


def _missing() -> bool:
    try:
        check_migrations()
    except Unfit:
        return True
    return False


def _value(query: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0]
