"""How long other writers wait for SQLite while a list of a thousand rows, all or nothing, is sent.

`python -m bench.lists_bench` prints JSON: seconds that each list took, and for how long of them
at most another connection could not begin to write. The database is a file of its own.
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
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROWS = 1_000
TARGET = "asked: 1 s at most"
POLL_SECONDS = 0.001


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.sqlite3"
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": f"sqlite:///{file}",
            "VAR_DIR": folder,
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        print(json.dumps(measured(file)))


def measured(file: Path) -> dict[str, float]:
    from games.services import result_rows as results
    from ratings.services import entry_rows as entries
    from tournaments.actor import SYSTEM
    from tournaments.services.bulk import Given
    from tournaments.services.events import events
    from tournaments.services.rounds import pairing_jobs, rounds

    event = events.create_event(
        actor=SYSTEM,
        new=events.NewEvent(
            slug="bench",
            name="Bench",
            ruleset={"size": 6},
            match={"games": 2},
            stages=[{"system": "round_robin"}],
        ),
    )
    events.open_registration(actor=SYSTEM, event_id=event.pk)
    new = [Given({"name": f"Player {at}", "new": True, "rating": at}) for at in range(ROWS)]
    found: dict[str, float] = {}
    for name, how in (("dry_run", {"dry_run": True}), ("entries", {"all_or_nothing": True})):
        done = lambda how=how: entries.enter_rows(SYSTEM, event, new, **how)  # noqa: E731
        found |= waited(name, file, done)
    events.start(actor=SYSTEM, event_id=event.pk)
    event.refresh_from_db()
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, seed=1)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    ends = [
        Given({"table": at // 2 + 1, "number": at % 2 + 1, "result": "R-0"}) for at in range(ROWS)
    ]
    return found | waited(
        "results", file, lambda: results.enter_rows(SYSTEM, event, 1, ends, all_or_nothing=True)
    )


def waited(name: str, file: Path, act: Callable[[], dict[str, Any]]) -> dict[str, float]:
    """Seconds of an act that does all its rows, and the longest wait of another writer in it."""
    with other_writer(file) as longest:
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
    command = [sys.executable, "-m", "bench.lists_bench"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    for name, what in (("entries", "entries"), ("results", "results")):
        shown = f"{found[f'{name}_held']:.2f} s of {found[name]:.1f} s"
        yield f"SQLite locked by {ROWS:,} {what}, all or nothing", shown, TARGET
    shown = f"{found['dry_run_held']:.2f} s of {found['dry_run']:.1f} s"
    yield f"SQLite locked by a dry run of {ROWS:,} entries", shown, "asked: no lock"


if __name__ == "__main__":
    main()
