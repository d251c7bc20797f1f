"""One pool is rated by one worker at a time.

Nothing depends on it for truth: two workers that rate the same pool cost time. A worker that is
killed gives its turn back at once: PostgreSQL frees the lock with the connection, the system
frees the one on a file with the process.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

LOCKS = 7_246  # the first of the two numbers of our advisory locks in PostgreSQL


@contextmanager
def turn(pool_id: int, *, wait: bool) -> Iterator[bool]:
    """Hold the turn of a pool; gives False, at once, when another worker has it and not `wait`."""
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
        cursor.execute(f"SELECT {take}(%s, %s)", [LOCKS, pool_id])
        mine = wait or bool(cursor.fetchone()[0])
    try:
        yield mine
    finally:
        if mine and not connection.needs_rollback:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [LOCKS, pool_id])


@contextmanager
def _file(pool_id: int, *, wait: bool) -> Iterator[bool]:
    """SQLite is one file on one machine: so is the lock. A database in memory needs none."""
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
