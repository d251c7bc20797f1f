"""Databases that are made once and put back as bytes: the migrated one, and worlds of many tests.

Migrating costs most of a second in each process, a world of many events more in each module, and
after a test with threads every table has to be emptied. On SQLite all of them are bytes, which are
put back at once. Another database makes a world again for each module, in a transaction that is
rolled back.
"""

import copy
import hashlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from django.db import connection, transaction
from django.test import TransactionTestCase

from tests.paths import ROOT

World = TypeVar("World")
Teardown = Callable[[TransactionTestCase], None]

IN_MEMORY = "file:memorydb_default?mode=memory&cache=shared"  # as Django names it for tests
PATIENCE = 30.0  # seconds
WITHOUT_LOG = b"\1\1"  # of the header: memory has no write-ahead log, as the file may have
KEPT_IN = ROOT / "var" / "tests"
SHAPES_TABLES = (
    "*/migrations/**/*.py",
    "*/oauth/migrations/*.py",
    "*/models/*.py",
    "*/models.py",
    "requirements-dev.lock",
)

_made: dict[Callable[[], Any], tuple[Any, bytes, bytes]] = {}  # the world; without it; with it


def migrated_file() -> Path:
    """Where the migrated database is kept that the migrations and models of now make."""
    read = hashlib.sha256(sqlite3.sqlite_version.encode())
    for path in sorted(path for shape in SHAPES_TABLES for path in ROOT.glob(shape)):
        read.update(path.relative_to(ROOT).as_posix().encode())
        read.update(path.read_bytes())
    return KEPT_IN / f"migrated-{read.hexdigest()[:16]}.sqlite3"


def put_migrated() -> sqlite3.Connection:
    """Put the kept database where Django looks for the one of tests; nothing, where none is kept.

    Memory is forgotten with its last connection, so this one stays open.
    """
    name = connection.settings_dict["TEST"]["NAME"]
    database = sqlite3.connect(IN_MEMORY if name == ":memory:" else name, uri=name == ":memory:")
    kept = migrated_file()
    if kept.exists():
        _put_back(kept.read_bytes(), database)
    return database


def put_migrated_into(var_dir: Path) -> None:
    """Put the kept database into the folder of an installation, whose `migrate` finds it done."""
    kept = migrated_file()
    if kept.exists():
        var_dir.mkdir(parents=True, exist_ok=True)
        (var_dir / "roadhouse.sqlite3").write_bytes(kept.read_bytes())


def keep_migrated() -> None:
    """Write what Django migrated, at once and whole, whoever else does the same; older ones go."""
    connection.ensure_connection()
    kept = migrated_file()
    if kept.exists():
        return
    KEPT_IN.mkdir(parents=True, exist_ok=True)
    partial = kept.with_suffix(f".{os.getpid()}")
    partial.write_bytes(_database().serialize())
    partial.replace(kept)
    for older in KEPT_IN.glob("migrated-*.sqlite3"):
        if older != kept:
            older.unlink(missing_ok=True)


def put_back_after_threads() -> Teardown:
    """What puts back the database of now, after a test that commits.

    Django would delete the rows of each table, and make types and permissions again.
    """
    return _put_back_rows() if connection.vendor == "postgresql" else _put_back_bytes()


def _put_back_bytes() -> Teardown:
    before = _database().serialize()

    def put_back(_test: TransactionTestCase) -> None:
        connection.ensure_connection()
        _put_back(before, _database())

    return put_back


def _put_back_rows() -> Teardown:
    """Empty all tables, and fill those again that migrations filled, from copies.

    TRUNCATE would make a new file for each table and index. References are checked at the end, so
    the order is free.
    """
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    names = [connection.ops.quote_name(table) for table in tables]
    statements = [f"DELETE FROM {name}" for name in names]
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA IF EXISTS kept CASCADE; CREATE SCHEMA kept")
        for name in names:
            cursor.execute(f"SELECT 1 FROM {name} LIMIT 1")
            if cursor.fetchone():
                cursor.execute(f"CREATE TABLE kept.{name} AS TABLE {name}")
                statements.append(f"INSERT INTO {name} TABLE kept.{name}")

    def put_back(_test: TransactionTestCase) -> None:
        with connection.cursor() as cursor:
            cursor.execute("; ".join(statements))

    return put_back


@contextmanager
def kept_world(make: Callable[[], World]) -> Iterator[World]:
    """What `make` makes in the empty database of tests, for the tests of one module.

    Each of them takes back what it changes. On SQLite a world is made once in a process, and each
    module has a copy.
    """
    if connection.vendor != "sqlite":
        with _of_tests():
            yield make()
        return
    connection.ensure_connection()
    if make not in _made:
        empty = _database().serialize()
        with _of_tests():
            world = make()
            _made[make] = world, empty, _database().serialize()
    world, empty, full = _made[make]
    _put_back(full, _database())
    try:
        yield copy.deepcopy(world)
    finally:
        _put_back(empty, _database())


@contextmanager
def _of_tests() -> Iterator[None]:
    """A transaction as Django opens it for tests, rolled back at its end."""
    outer = transaction.atomic()
    vars(outer)["_from_testcase"] = True
    with outer:
        yield
        transaction.set_rollback(True)


def _database() -> sqlite3.Connection:
    made: sqlite3.Connection = connection.connection
    return made


def _put_back(database: bytes, into: sqlite3.Connection) -> None:
    """Write the whole database over another.

    :raises TimeoutError: somebody else has used that for half a minute.
    """
    give_up = time.monotonic() + PATIENCE

    def wait(_status: int, _remaining: int, _total: int) -> None:
        if time.monotonic() > give_up:
            raise TimeoutError("the database of the tests is in use")

    source = sqlite3.connect(":memory:")
    source.deserialize(database[:18] + WITHOUT_LOG + database[20:])
    source.backup(into, progress=wait)
    source.close()
