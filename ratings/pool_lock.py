"""A lock, so that one worker at a time rates a pool.

It only saves time: two workers on one pool write the same ratings. A killed worker releases its
lock: PostgreSQL frees it with the connection, the operating system frees the file lock.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

LOCK_CLASS = 7_246  # the first of the two keys of a PostgreSQL advisory lock


@contextmanager
def pool_lock(pool_id: int, *, wait: bool) -> Iterator[bool]:
    """Hold the lock of a pool; yields False at once if it is taken and `wait` is false."""
    if connection.vendor == "postgresql":
        with _advisory(pool_id, wait=wait) as mine:
            yield mine
    else:
        with _file(pool_id, wait=wait) as mine:
            yield mine


@contextmanager
def _advisory(pool_id: int, *, wait: bool) -> Iterator[bool]:
    take = "pg_advisory_lock" if wait else "pg_try_advisory_lock"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {take}(%s, %s)", [LOCK_CLASS, pool_id])
        mine = wait or bool(cursor.fetchone()[0])
    try:
        yield mine
    finally:
        if mine and not connection.needs_rollback:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [LOCK_CLASS, pool_id])


@contextmanager
def _file(pool_id: int, *, wait: bool) -> Iterator[bool]:
    """A lock file beside the SQLite database; a database in memory needs none."""
    database = str(connection.settings_dict["NAME"])
    if "memory" in database:
        yield True
        return
    with Path(f"{database}-pool-{pool_id}").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True
