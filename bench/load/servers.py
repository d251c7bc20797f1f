"""What a live request and a result cost PostgreSQL and Redis: processor time of their processes.

`DATABASE_URL=postgres://… python -m bench.load.servers [requests|results]` prints milliseconds of a
core for each request and each result. Both servers must run on this machine; Linux only.
PostgreSQL gets a scratch database, Redis is started here. Requests go through Django, not through
a socket; what PostgreSQL does in other processes (writing its log, vacuum) is not counted.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.load.own_redis import own_redis
from bench.rating_database import on_server

ENTRIES, ROUNDS, REQUESTS = 40, 4, 1_000
EVENT = "/events/watched/"
PAGES = (EVENT, f"{EVENT}standings/", f"{EVENT}rounds/{ROUNDS}/", f"{EVENT}wall/")


def main() -> None:
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        sys.exit("DATABASE_URL must be of a PostgreSQL on this machine.")
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DEBUG": "1"}
    os.environ["ALLOWED_HOSTS"] = "testserver"
    with tempfile.TemporaryDirectory() as folder, own_redis(Path(folder)) as url:
        if not url:
            sys.exit("There is no redis-server here.")
        os.environ |= {"REDIS_URL": url, "VAR_DIR": folder}
        with on_server():
            for part in sys.argv[1:] or PARTS:
                what, measure = PARTS[part]
                for server, seconds in measure().items():
                    print(f"{server}, {what}: {1000 * seconds:.3f} ms", flush=True)


def live_requests() -> dict[str, float]:
    from django.test import Client

    from bench.pages_bench import make_event

    system = {"system": "swiss", "options": {"rounds": 9}}
    make_event("watched", ENTRIES, system, rounds=ROUNDS)
    client = Client()
    etags = {page: ask(client, page, "")["ETag"] for page in PAGES}
    with spent(REQUESTS) as found:
        for at in range(REQUESTS):
            page = PAGES[at % len(PAGES)]
            assert ask(client, page, etags[page]).status_code == 304
    return found


def ask(client: Any, page: str, etag: str) -> Any:
    return client.get(page, headers={"HX-Request": "true", "If-None-Match": etag})


def results() -> dict[str, float]:
    """Each in a transaction of its own, of an event of a thousand."""
    from bench.lists_bench import ends_of_round, play_first_round, registering
    from games.services.result_rows import result_job
    from ratings import services as ratings
    from ratings.services import entry_rows
    from tournaments.actor import SYSTEM
    from tournaments.services.bulk import run_one_by_one

    ratings.ensure_default_pools([("tak", None)])
    event, new = registering("alone", games=1)
    ratings.approve_event(actor=SYSTEM, event_id=event.pk)
    entry_rows.enter_rows(SYSTEM, event, new)
    play_first_round(event)
    ends = ends_of_round(games=1)
    with spent(len(ends)) as found:
        assert run_one_by_one(ends, result_job(SYSTEM, event, 1))["done"] == len(ends)
    return found


@contextmanager
def spent(times: int) -> Iterator[dict[str, float]]:
    """Seconds a time of this process, of its connection to PostgreSQL and of Redis."""
    found: dict[str, float] = {}
    pids = {"Django": os.getpid(), "PostgreSQL": backend_pid(), "Redis": redis_pid()}
    before = {name: on_cpu(pid) for name, pid in pids.items()}
    yield found
    time.sleep(0.1)  # until the servers have answered everything
    found |= {name: (on_cpu(pid) - before[name]) / times for name, pid in pids.items()}


def on_cpu(pid: int) -> float:
    """Seconds that the threads of a process were on a core."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def backend_pid() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def redis_pid() -> int:
    from redis import Redis

    with Redis.from_url(os.environ["REDIS_URL"]) as redis:
        return int(redis.info("server")["process_id"])


PARTS = {
    "requests": ("a live request that is unchanged", live_requests),
    "results": ("a result", results),
}

if __name__ == "__main__":
    main()
