"""The strikes: what each does to a world while the crowd plays. Each ends its own fault."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any

import psycopg
import redis

from config.running.commands import beat_command
from tests.faults.crowd import Crowd
from tests.faults.world import EMBEDDED, SERVER, World
from tests.paths import ROOT

OUTAGE_SECONDS = 8.0
BOTH, ON_SERVER = (SERVER, EMBEDDED), (SERVER,)
WORKER = ("celery", "--queues=standings")
RATINGS_WORKER = ("celery", "--queues=ratings")
WEB = ("gunicorn",)


@dataclass(frozen=True, slots=True)
class Struck:
    world: World
    crowd: Crowd
    random: random.Random


Act = Callable[[Struck], None]


@dataclass(frozen=True, slots=True)
class Strike:
    """what: in words, for the table. kinds: the worlds that it is for."""

    what: str
    act: Act
    kinds: Sequence[str] = BOTH


def nothing(struck: Struck) -> None:
    """To see that the crowd finds no fault where there is none."""


def kill_first(*words: str) -> Act:
    """Kill the main process of a program."""
    return lambda struck: _kill(struck.world.processes(*words)[:1])


def kill_children(*words: str) -> Act:
    return lambda struck: _kill(struck.world.processes(*words)[1:])


def kill_all(struck: Struck) -> None:
    _kill(struck.world.processes("config", "gunicorn"))
    _kill(struck.world.processes("celery"))


def kill_often(*words: str) -> Act:
    """Kill a program again and again, each time as soon as it is there."""

    def act(struck: Struck) -> None:
        for _ in range(3):
            _kill(struck.world.processes(*words))
            time.sleep(struck.random.uniform(1, 3))

    return act


def hang_workers(struck: Struck) -> None:
    pids = struck.world.processes("celery")
    with _stopped(pids):
        time.sleep(4 * OUTAGE_SECONDS)


def refuse_redis(struck: Struck) -> None:
    server = struck.world.redis
    assert server
    server.kill()
    time.sleep(OUTAGE_SECONDS)
    server.start()


def kill_embedded_redis(struck: Struck) -> None:
    for _ in range(3):
        _kill(struck.world.processes("redis-server"))
        time.sleep(struck.random.uniform(1, 3))


def empty_redis(struck: Struck) -> None:
    for _ in range(20):
        _redis(struck).flushall()
        time.sleep(0.2)


def hang_redis(struck: Struck) -> None:
    server = struck.world.redis
    assert server
    with _stopped([server.process.pid]):
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
    """Somebody holds the row of the event for half a minute."""
    server = struck.world.postgres
    assert server
    with server.connect() as connection, connection.transaction():
        connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        statement = "SELECT 1 FROM tournaments_event WHERE id = %s FOR UPDATE"
        connection.execute(statement, [struck.crowd.event.pk])
        time.sleep(4 * OUTAGE_SECONDS)


def hold_sqlite(struck: Struck) -> None:
    path = struck.world.var_dir / "roadhouse.sqlite3"
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)
    try:
        connection.execute("BEGIN IMMEDIATE")
        time.sleep(2 * OUTAGE_SECONDS)
        connection.execute("ROLLBACK")
    finally:
        connection.close()


def double_tasks(struck: Struck) -> None:
    """Each task of the main path twice and more, in any order, some for nothing."""
    event = struck.crowd.event.pk
    sent = [
        *[f"refresh_standings.delay({event})"] * 10,
        *["repair_standings.delay()", "number_changes.delay()"] * 5,
        *[f"replay_pool.delay({pool})" for pool in (1, 2, 3)] * 5,
        *[f"pair_round.delay({job})" for job in range(1, 6)] * 2,
    ]
    struck.random.shuffle(sent)
    _send(struck.world, "; ".join(sent))


def send_poison(struck: Struck) -> None:
    """Tasks that always fail, and one whose process always dies."""
    _send(struck.world, "refresh_standings.delay('x'); replay_pool.delay('y')")


def add_second_beat(struck: Struck) -> None:
    from config.environment import read_environment

    command = beat_command(read_environment(struck.world.env))
    command = [each.replace("/beat", "/beat-2") for each in command]
    env = struck.world.env
    process = subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.DEVNULL)
    time.sleep(3 * OUTAGE_SECONDS)
    process.terminate()
    process.wait()


def migrate_twice_and_be_killed(struck: Struck) -> None:
    def migrate(seconds: float) -> None:
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        process = subprocess.Popen(command, cwd=ROOT, env=struck.world.env)
        time.sleep(seconds)
        process.kill()
        process.wait()

    with ThreadPoolExecutor(3) as hands:
        list(hands.map(migrate, [struck.random.uniform(1, 5) for _ in range(3)]))


def staff_at_once(struck: Struck) -> None:
    """Twenty pair, publish and close at once; some of it is refused, all of it is answered."""
    crowd = struck.crowd
    rounds = f"/api/v1/events/{crowd.slug}/rounds/"

    def press(number: int) -> None:
        path = struck.random.choice((rounds, f"{rounds}1/publish/", f"{rounds}2/publish/"))
        crowd.say(crowd.staff, "POST", path, {})

    with ThreadPoolExecutor(20) as hands:
        list(hands.map(press, range(20)))


def many_at_one_slot(struck: Struck) -> None:
    """Fifty clients send and confirm the games that the players send and confirm."""
    crowd = struck.crowd

    def press(game: str) -> None:
        path = f"/api/v1/games/{game}/confirm/"
        crowd.say(struck.random.choice(list(crowd.tokens.values())), "POST", path, {})

    with crowd.ledger.lock:
        games = list(crowd.ledger.submitted)[-5:]
    with ThreadPoolExecutor(50) as hands:
        list(hands.map(press, games * 10))


def read_hard(struck: Struck) -> None:
    """Readers of all pages while the cache is emptied."""

    def read(number: int) -> None:
        path = ("/", "/events/", f"/events/{struck.crowd.slug}/", "/ratings/")[number % 4]
        with suppress(OSError):
            urllib.request.urlopen(f"{struck.world.base}{path}", timeout=60).close()

    with ThreadPoolExecutor(20) as hands:
        list(hands.map(read, range(200)))


def _kill(pids: Sequence[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


class _stopped:  # noqa: N801  # a context
    def __init__(self, pids: Sequence[int]) -> None:
        self.pids = pids

    def __enter__(self) -> None:
        self._signal(signal.SIGSTOP)

    def __exit__(self, *_error: object) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


def _redis(struck: Struck) -> "redis.Redis":
    assert struck.world.redis
    return struck.world.redis.client()


def _send(world: World, calls: str) -> None:
    code = (
        "import django; django.setup()\n"
        "from tournaments.tasks import refresh_standings, repair_standings\n"
        "from tournaments.services.feed.numbering import number_changes\n"
        "from tournaments.jobs import pair_round\n"
        "from ratings.tasks import replay_pool\n"
        f"{calls}"
    )
    env: dict[str, Any] = world.env | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, check=True)


STRIKES: dict[str, Strike] = {
    "nothing": Strike("nothing, for comparison", nothing),
    "web": Strike("the web server is killed", kill_first(*WEB)),
    "web_children": Strike("the processes of the web server are killed", kill_children(*WEB)),
    "worker": Strike("the worker of standings and beat is killed", kill_first(*WORKER)),
    "worker_children": Strike("its processes are killed", kill_children(*WORKER)),
    "ratings_worker": Strike("the worker of ratings is killed", kill_first(*RATINGS_WORKER)),
    "worker_often": Strike("the worker is killed three times in a row", kill_often(*WORKER)),
    "all_processes": Strike("web server and workers are killed at once", kill_all),
    "workers_hang": Strike("no worker takes anything for half a minute", hang_workers),
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
    "row": Strike("the row of the event is locked for half a minute", lock_event_row, ON_SERVER),
    "sqlite": Strike("somebody else writes for 16 s", hold_sqlite, (EMBEDDED,)),
    "tasks": Strike("tasks arrive twice, late and out of order", double_tasks),
    "poison": Strike("tasks that always fail", send_poison),
    "two_beats": Strike("two beats run for half a minute", add_second_beat),
    "migrations": Strike("three migrations at once are killed", migrate_twice_and_be_killed),
    "staff": Strike("twenty pair and publish at once", staff_at_once),
    "slot": Strike("fifty clients confirm the same games", many_at_one_slot),
    "readers": Strike("two hundred pages are read by twenty at once", read_hard),
}
