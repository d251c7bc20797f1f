"""Jobs a second of 1, 2, 4 and 8 worker processes of one queue, with work for all of them.

`DATABASE_URL=postgres://… python -m bench.load.workers [WORKERS …]` makes eight stale tables, or
lists with a game more, sends a message for each, waits until all are fresh, and does it again. The
database is a scratch one, Redis is started here. Workers beyond the cores of the machine show what
they cost, not what they would do on more cores.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.load.own_redis import own_redis
from bench.rated.history import Club
from bench.rating_database import fill, on_server
from bench.watchers_bench import cpu_seconds

WORKERS = (1, 2, 4, 8)
JOBS = 8  # at once, each of an event or a list of its own
ENTRIES, ROUNDS = 100, 3
CLUB = Club(players=200, games=2_000, clubs=4)
TIMES = {"standings": 5, "ratings": 3}
POLL_SECONDS, MOST_SECONDS = 0.02, 300

Send = Callable[[], None]
Pending = Callable[[], bool]


def main() -> None:
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        sys.exit("DATABASE_URL must be of a PostgreSQL.")
    counts = [int(given) for given in sys.argv[1:]] or WORKERS
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    with tempfile.TemporaryDirectory() as folder, own_redis(Path(folder)) as url:
        if not url:
            sys.exit("There is no redis-server here.")
        os.environ |= {"REDIS_URL": url, "VAR_DIR": folder}
        with on_server():
            for queue, make in (("standings", events), ("ratings", lists)):
                send, is_pending = make()
                for count in counts:
                    with workers(queue, count) as pid:
                        print(measured(queue, count, pid, send, is_pending), flush=True)


def measured(queue: str, count: int, pid: int, send: Send, is_pending: Pending) -> str:
    run(send, is_pending)  # the processes load the project
    worked, begun = cpu_seconds(pid), time.perf_counter()
    for _each in range(TIMES[queue]):
        run(send, is_pending)
    took, jobs = time.perf_counter() - begun, JOBS * TIMES[queue]
    core = 1000 * (cpu_seconds(pid) - worked) / jobs
    return (
        f"{queue}, {count} workers: {jobs / took:.1f} jobs a second, {core:.0f} ms of a core each"
    )


def run(send: Send, is_pending: Pending) -> None:
    """Send the messages and wait until their work is done."""
    ends = time.monotonic() + MOST_SECONDS
    send()
    while is_pending():
        if time.monotonic() > ends:
            sys.exit("The workers did not finish.")
        time.sleep(POLL_SECONDS)


def events() -> tuple[Send, Pending]:
    from django.db.models import F

    from bench.pages_bench import make_event
    from tournaments.models import Event
    from tournaments.tasks import refresh_standings

    system = {"system": "round_robin"}
    made = [make_event(f"w{at}", ENTRIES, system, rounds=ROUNDS).pk for at in range(JOBS)]
    stale = Event.objects.exclude(standings_version=F("results_version"))

    def send() -> None:
        Event.objects.filter(pk__in=made).update(results_version=F("results_version") + 1)
        for pk in made:
            refresh_standings.apply_async(args=(pk,))

    return send, stale.exists


def lists() -> tuple[Send, Pending]:
    """Lists of the same games, whose last game is rated again."""
    from django.db.models import F

    from ratings.models import Pool, RatedGame
    from ratings.tasks import replay_pool

    fill(CLUB.games, CLUB)
    last = RatedGame.objects.order_by("-order_key")[0].order_key
    made = [Pool.objects.create(slug=f"w{at}", system="glicko").pk for at in range(JOBS)]
    ours = Pool.objects.filter(pk__in=made)

    def send() -> None:
        is_new = ours.filter(ledger_version=0).exists()
        ours.update(ledger_version=F("ledger_version") + 1, dirty_from="" if is_new else last)
        for pk in made:
            replay_pool.apply_async(args=(pk,))

    return send, ours.exclude(ratings_version=F("ledger_version")).exists


@contextmanager
def workers(queue: str, count: int) -> Iterator[int]:
    """Worker processes of one queue; the id of the process above them."""
    from django.db import connection

    database = os.environ["DATABASE_URL"].rpartition("/")[0]
    environment = {**os.environ, "DATABASE_URL": f"{database}/{connection.settings_dict['NAME']}"}
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--loglevel", "error"]
    command += ["--queues", queue, "--concurrency", str(count), "--without-gossip"]
    with subprocess.Popen(command, env=environment) as process:
        try:
            yield process.pid
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
