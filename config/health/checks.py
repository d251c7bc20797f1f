"""The parts that `/readyz` looks at. Each has its own thread, so that one that hangs is named."""

import threading
import time
from collections.abc import Callable
from functools import cache as once
from pathlib import Path

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.health import heartbeats

OK = "ok"
PATIENCE_SECONDS = 1.5  # for all checks together
BROKER_SECONDS = 1.0
HANGS = "fails: no answer in time"


class Unfit(Exception):
    """What is wrong with a part, for operators."""


class Check:
    """Runs in a thread of its own. While one run hangs, no second is begun."""

    def __init__(self, run: Callable[[], None]) -> None:
        self._run = run
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._answer = HANGS

    def begin(self) -> None:
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._answer = HANGS
                self._thread = threading.Thread(target=self._ask, daemon=True)
                self._thread.start()

    def wait(self, seconds: float) -> str:
        if self._thread is not None:
            self._thread.join(max(0.0, seconds))
        return self._answer

    def _ask(self) -> None:
        try:
            self._run()
        except Unfit as unfit:
            self._answer = f"fails: {unfit}"
        except (DatabaseError, redis.RedisError, OSError) as error:
            self._answer = f"fails: {type(error).__name__}"
        else:
            self._answer = OK
        finally:
            connection.close()  # of this thread


def run_checks() -> dict[str, str]:
    """Each part and OK, or what is wrong with it."""
    end = time.monotonic() + PATIENCE_SECONDS
    for check in CHECKS.values():
        check.begin()
    return {name: check.wait(end - time.monotonic()) for name, check in CHECKS.items()}


def check_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def check_migrations() -> None:
    applied = set(MigrationRecorder(connection).applied_migrations())
    if missing := _migrations() - applied:
        raise Unfit(f"{len(missing)} to apply, run manage.py migrate")


def check_broker() -> None:
    """By a write: a full or read-only Redis still answers a ping."""
    folder = settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("data_folder_out")
    if folder:
        probe = Path(str(folder)).with_name("ready")
        probe.write_text(OK)
        probe.unlink(missing_ok=True)
    if not settings.REDIS_URL:
        return
    seconds = {"socket_connect_timeout": BROKER_SECONDS, "socket_timeout": BROKER_SECONDS}
    with redis.Redis.from_url(settings.REDIS_URL, retry=None, **seconds) as client:
        client.set("roadhouse-ready", OK, ex=heartbeats.LOST_SECONDS)


def check_workers() -> None:
    queues = {settings.CELERY_TASK_DEFAULT_QUEUE}
    queues |= {str(route["queue"]) for route in settings.CELERY_TASK_ROUTES.values()}
    if lost := heartbeats.find_lost(sorted(queues)):
        raise Unfit(f"no worker for {', '.join(lost)}")


def check_beat() -> None:
    if heartbeats.find_lost([heartbeats.BEAT]):
        raise Unfit("no heartbeat")


@once
def _migrations() -> frozenset[tuple[str, str]]:
    """The app and name of every migration of the code; a squashed one is stored with its parts."""
    return frozenset(MigrationLoader(None).disk_migrations)


CHECKS = {
    "database": Check(check_database),
    "migrations": Check(check_migrations),
    "broker": Check(check_broker),
    "workers": Check(check_workers),
    "beat": Check(check_beat),
}
