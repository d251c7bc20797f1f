"""What lists and rounds of a thousand rows cost, and how long other writers wait for SQLite then.

`python -m bench.lists_bench` prints JSON: seconds that lists that are all or nothing took, and for
how long of them at most another connection could not begin to write (`_held`); seconds of the
processor and queries a row of the usual lists, written together (`_cpu`, `_queries`) and one by
one (`_alone`); and of a round that is published. The database is a file of its own, or
BENCH_DATABASE_URL, which must be empty; then nobody waits. The cache is the Redis of
REDIS_URL, or lies in the database.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.load.own_redis import own_redis

if TYPE_CHECKING:
    from tournaments.models import Event
    from tournaments.services.bulk import Given

ROWS = 1_000
TARGET = "asked: 1 s at most"
# Of rows in a list, and of one alone without the messages that are sent after the commit: where the
# cache is in the database they look there, and double the queries.
ALONE = "with messages sent after the commit"
QUERIES = {"entries": "4 queries", "results": "12 queries, 20 alone"}
BEFORE = {"entries": "37 queries", "results": "66 queries, over a minute"}
POLL_SECONDS = 0.001
Report = dict[str, Any]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.sqlite3"
        server = os.environ.get("BENCH_DATABASE_URL")
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": server or f"sqlite:///{file}",
            "VAR_DIR": folder,
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        print(json.dumps(all_or_nothing(None if server else file) | usual() | one_by_one()))


def all_or_nothing(file: Path | None) -> dict[str, float]:
    """Lists of 1,000 entries and of 1,000 results. file: of SQLite, for which others wait."""
    from games.services import result_rows as results
    from ratings.services import entry_rows as entries
    from tournaments.actor import SYSTEM

    event, new = registering("bench", games=2)
    found: dict[str, float] = {}
    for name, how in (("dry_run", {"dry_run": True}), ("entries", {"all_or_nothing": True})):
        done = lambda how=how: entries.enter_rows(SYSTEM, event, new, **how)  # noqa: E731
        found |= waited(name, file, done)
    play_first_round(event)
    ends = ends_of_round(games=2)
    return found | waited(
        "results", file, lambda: results.enter_rows(SYSTEM, event, 1, ends, all_or_nothing=True)
    )


def usual() -> dict[str, float]:
    """A list of 1,000 entries, a round of 500 games, and a list of their results."""
    from games.services import result_rows as results
    from ratings.services import entry_rows as entries
    from tournaments.actor import SYSTEM

    event, new = registering("together", games=1)
    found = cost("entries", ROWS, lambda: entries.enter_rows(SYSTEM, event, new))
    found |= cost("published", 1, lambda: play_first_round(event))
    ends = ends_of_round(games=1)
    return found | cost("results", len(ends), lambda: results.enter_rows(SYSTEM, event, 1, ends))


def one_by_one() -> dict[str, float]:
    """The same lists, each row in a transaction of its own."""
    from games.services.result_rows import result_job
    from ratings.services.entry_rows import entry_job
    from tournaments.actor import SYSTEM
    from tournaments.services.bulk import run_one_by_one

    event, new = registering("alone", games=1)
    found = cost("entries_alone", ROWS, lambda: run_one_by_one(new, entry_job(SYSTEM, event)))
    play_first_round(event)
    ends = ends_of_round(games=1)
    return found | cost(
        "results_alone", len(ends), lambda: run_one_by_one(ends, result_job(SYSTEM, event, 1))
    )


def registering(slug: str, *, games: int) -> tuple[Event, list[Given]]:
    """An event that takes entries, and a row for each of its thousand players."""
    from tournaments.actor import SYSTEM
    from tournaments.services.bulk import Given
    from tournaments.services.events import events

    event = events.create_event(
        actor=SYSTEM,
        new=events.NewEvent(
            slug=slug,
            name=slug,
            ruleset={"size": 6},
            match={"games": games},
            stages=[{"system": "round_robin"}],
        ),
    )
    events.open_registration(actor=SYSTEM, event_id=event.pk)
    names = [f"{slug} {at}" for at in range(ROWS)]
    return event, [Given({"name": name, "new": True, "rating": 1500}) for name in names]


def play_first_round(event: Event) -> None:
    from tournaments.actor import SYSTEM
    from tournaments.services.events import events
    from tournaments.services.rounds import pairing_jobs, rounds

    events.start(actor=SYSTEM, event_id=event.pk)
    event.refresh_from_db()
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, seed=1)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)


def ends_of_round(*, games: int) -> list[Given]:
    """A row for each game of the round."""
    from tournaments.services.bulk import Given

    return [
        Given({"table": table, "number": number, "result": "R-0"})
        for table in range(1, ROWS // 2 + 1)
        for number in range(1, games + 1)
    ]


def cost(name: str, rows: int, act: Callable[[], Report | None]) -> dict[str, float]:
    """Seconds of the processor that an act takes, and its queries a row."""
    from django.db import connection

    queries = 0

    def count(execute: Any, *query: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*query)

    start = time.process_time()
    with connection.execute_wrapper(count):
        report = act()
    took = time.process_time() - start
    assert report is None or report["done"] == rows
    return {f"{name}_cpu": round(took, 2), f"{name}_queries": round(queries / rows, 2)}


def waited(name: str, file: Path | None, act: Callable[[], Report]) -> dict[str, float]:
    """Seconds of an act that does all its rows, and the longest wait of another writer in it."""
    with other_writer(file) if file else nullcontext([0.0]) as longest:
        start = time.perf_counter()
        assert act()["done"] == ROWS
        took = time.perf_counter() - start
    return {name: round(took, 3), f"{name}_held": round(max(longest), 3)}


@contextmanager
def other_writer(file: Path) -> Iterator[list[float]]:
    """Somebody who wants to write all the time; how long they waited each time."""
    waits, stop = [0.0], threading.Event()

    def ask() -> None:
        other = sqlite3.connect(file, timeout=0, isolation_level=None)
        since: float | None = None
        while not stop.is_set():
            try:
                other.execute("BEGIN IMMEDIATE")
                other.execute("ROLLBACK")
                if since is not None:
                    waits.append(time.perf_counter() - since)
                since = None
            except sqlite3.OperationalError:
                since = since or time.perf_counter()
            time.sleep(POLL_SECONDS)
        if since is not None:
            waits.append(time.perf_counter() - since)
        other.close()

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield waits
    finally:
        stop.set()
        thread.join()


def figures() -> Iterator[tuple[str, str, str]]:
    in_database = found_with("")
    yield from locked(in_database)
    yield from costs(in_database, "cache in the database")
    with tempfile.TemporaryDirectory() as folder, own_redis(Path(folder)) as url:
        if url:
            yield from costs(found_with(url), "cache in Redis")
        else:
            yield "lists, cache in Redis", "not measured", "no redis-server here"


def found_with(redis_url: str) -> dict[str, float]:
    """The report of a process of its own. redis_url: empty for the cache in the database."""
    found: dict[str, float] = json.loads(
        subprocess.run(
            [sys.executable, "-m", "bench.lists_bench"],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "REDIS_URL": redis_url},
        ).stdout
    )
    return found


def locked(found: dict[str, float]) -> Iterator[tuple[str, str, str]]:
    for name, what in (("entries", "entries"), ("results", "results")):
        shown = f"{found[f'{name}_held']:.2f} s of {found[name]:.1f} s"
        yield f"SQLite locked by {ROWS:,} {what}, all or nothing", shown, TARGET
    shown = f"{found['dry_run_held']:.2f} s of {found['dry_run']:.1f} s"
    yield f"SQLite locked by a dry run of {ROWS:,} entries", shown, "asked: no lock"


def costs(found: dict[str, float], cache: str) -> Iterator[tuple[str, str, str]]:
    for name, rows, asked in (("entries", ROWS, 3), ("results", ROWS // 2, 5)):
        beside = f"asked: {asked} s, {QUERIES[name]}; was {BEFORE[name]}"
        shown = f"{found[f'{name}_cpu']:.1f} s, {found[f'{name}_queries']:.2f} queries"
        yield f"CPU of a list of {rows:,} {name}; queries a row; {cache}", shown, beside
        ms = 1000 * found[f"{name}_alone_cpu"] / rows
        shown = f"{ms:.1f} ms, {found[f'{name}_alone_queries']:.1f} queries"
        yield f"one of these {name} alone; {cache}", shown, ALONE
    shown = f"{found['published_cpu']:.1f} s"
    yield f"CPU of pairing and publishing {ROWS // 2} tables; {cache}", shown, "asked: 5 s"


if __name__ == "__main__":
    main()
