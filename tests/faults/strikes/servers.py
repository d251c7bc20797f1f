"""Strikes at what the service stands on: Redis, the database, its disk."""

import signal
import sqlite3
import time
from contextlib import ExitStack, suppress

import psycopg
import redis

from tests.faults.disk import can_mount
from tests.faults.strikes.acting import (
    LONG_SECONDS,
    ON_SERVER,
    OUTAGE_SECONDS,
    Act,
    Strike,
    Struck,
    kill,
    stopped,
)
from tests.faults.world import EMBEDDED


def refuse_redis(struck: Struck) -> None:
    server = struck.world.redis
    assert server
    server.kill()
    time.sleep(OUTAGE_SECONDS)
    server.start()


def kill_embedded_redis(struck: Struck) -> None:
    for _ in range(3):
        kill(struck.world.processes("redis-server"))
        time.sleep(struck.random.uniform(1, 3))


def empty_redis(struck: Struck) -> None:
    for _ in range(20):
        _redis(struck).flushall()
        time.sleep(0.2)


def hang_redis(struck: Struck) -> None:
    server = struck.world.redis
    assert server
    with stopped([server.process.pid]):
        time.sleep(OUTAGE_SECONDS)


def fill_redis(struck: Struck) -> None:
    _redis(struck).config_set("maxmemory", "1")
    time.sleep(OUTAGE_SECONDS)
    _redis(struck).config_set("maxmemory", "0")


def make_redis_read_only(struck: Struck) -> None:
    _redis(struck).replicaof("127.0.0.1", 1)
    time.sleep(OUTAGE_SECONDS)
    _redis(struck).replicaof("NO", "ONE")


def restart_postgres(mode: str) -> Act:
    def act(struck: Struck) -> None:
        server = struck.world.postgres
        assert server
        server.stop(mode)
        time.sleep(OUTAGE_SECONDS / 2)
        server.start()

    return act


def end_backends(struck: Struck) -> None:
    server = struck.world.postgres
    assert server
    for _ in range(10):
        server.end_backends()
        time.sleep(struck.random.uniform(0.1, 0.6))


def hang_postgres(struck: Struck) -> None:
    server = struck.world.postgres
    assert server
    server.signal_all(signal.SIGSTOP)
    try:
        time.sleep(OUTAGE_SECONDS)
    finally:
        server.signal_all(signal.SIGCONT)


def take_connections(struck: Struck) -> None:
    """All connections are taken, and what the service has is ended."""
    server = struck.world.postgres
    assert server
    server.end_backends()
    with ExitStack() as stack:
        with suppress(psycopg.OperationalError):
            while True:
                stack.enter_context(server.connect())
        time.sleep(OUTAGE_SECONDS)


def make_postgres_read_only(struck: Struck) -> None:
    server = struck.world.postgres
    assert server
    with server.connect() as connection:
        connection.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        connection.execute("SELECT pg_reload_conf()")
        time.sleep(OUTAGE_SECONDS)
        connection.execute("SET default_transaction_read_only = off")
        connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
        connection.execute("SELECT pg_reload_conf()")


def lock_event_row(struck: Struck) -> None:
    """Somebody holds the row of the event for a minute."""
    server = struck.world.postgres
    assert server
    with server.connect() as connection, connection.transaction():
        connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        statement = "SELECT 1 FROM tournaments_event WHERE id = %s FOR UPDATE"
        connection.execute(statement, [struck.crowd.event.pk])
        time.sleep(LONG_SECONDS)


def hold_sqlite(struck: Struck) -> None:
    path = struck.world.var_dir / "roadhouse.sqlite3"
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)
    try:
        connection.execute("BEGIN IMMEDIATE")
        time.sleep(2 * OUTAGE_SECONDS)
        connection.execute("ROLLBACK")
    finally:
        connection.close()


def _redis(struck: Struck) -> "redis.Redis":
    assert struck.world.redis
    return struck.world.redis.client()


def fill_disk(struck: Struck) -> None:
    """The disk of the database is full; a server that ended is started again, as systemd would."""
    disk = struck.world.disk
    assert disk
    with disk.filled():
        time.sleep(OUTAGE_SECONDS)
    if struck.world.postgres and not struck.world.postgres.is_running():
        struck.world.postgres.start()


STRIKES: dict[str, Strike] = {
    "redis": Strike("Redis is killed and refuses connections for 8 s", refuse_redis, ON_SERVER),
    "own_redis": Strike(
        "the Redis of `make` is killed three times", kill_embedded_redis, (EMBEDDED,)
    ),
    "redis_emptied": Strike("Redis is emptied again and again", empty_redis, ON_SERVER),
    "redis_hangs": Strike("Redis hangs for 8 s", hang_redis, ON_SERVER),
    "redis_full": Strike("Redis is full for 8 s", fill_redis, ON_SERVER),
    "redis_read_only": Strike("Redis is read-only for 8 s", make_redis_read_only, ON_SERVER),
    "postgres": Strike("PostgreSQL is restarted", restart_postgres("fast"), ON_SERVER),
    "postgres_crash": Strike("PostgreSQL crashes", restart_postgres("immediate"), ON_SERVER),
    "backends": Strike("its connections are ended ten times", end_backends, ON_SERVER),
    "postgres_hangs": Strike("PostgreSQL hangs for 8 s", hang_postgres, ON_SERVER),
    "connections": Strike("it has no connections left for 8 s", take_connections, ON_SERVER),
    "postgres_read_only": Strike("it is read-only for 8 s", make_postgres_read_only, ON_SERVER),
    "row": Strike("the row of the event is locked for a minute", lock_event_row, ON_SERVER),
    "sqlite": Strike("somebody else writes for 16 s", hold_sqlite, (EMBEDDED,)),
    "disk": Strike(
        "the disk of the database is full for 8 s",
        fill_disk,
        missing="" if can_mount() else "no file system can be mounted (only root may)",
    ),
}
