"""Locks of PostgreSQL by name, held until the transaction ends.

They are taken before any row is locked. SQLite has one writer at a time, so they always hold there.
"""

from enum import IntEnum
from hashlib import blake2s

from django.db import connection


class LockKind(IntEnum):
    """The first of the two keys of an advisory lock; ratings/pool_lock.py has 7246."""

    REPEATED_REQUEST = 7247
    PATCHED_ADDRESS = 7248


def lock_name(kind: LockKind, name: str) -> None:
    """Wait for the lock of a name."""
    if connection.vendor == "postgresql":
        _call("pg_advisory_xact_lock", kind, name)


def try_to_lock_name(kind: LockKind, name: str) -> bool:
    """Take the lock of a name, unless another transaction has it."""
    return connection.vendor != "postgresql" or bool(_call("pg_try_advisory_xact_lock", kind, name))


def _call(function: str, kind: LockKind, name: str) -> object:
    hashed = int.from_bytes(blake2s(name.encode(), digest_size=4).digest(), signed=True)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [kind, hashed])
        return cursor.fetchone()[0]
