"""Seconds of one core that the API takes for an event of a thousand, with and without an ETag.

`python -m bench.api_bench` prints JSON. Requests go through the whole of Django, not through a
socket. The database is a file of its own; the cache is the Redis of REDIS_URL, or the database.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ENTRIES, ROUNDS, REPEATS = 1_000, 3, 15
EVENT = "/api/v1/events/bench/"
# What is read, its address, and what was asked, in milliseconds.
READ = (
    ("standings", f"{EVENT}standings/", 8),
    ("round", f"{EVENT}rounds/{ROUNDS}/", 12),
    ("pairings", "/api/v1/pairings/?event=bench&limit=500", 15),
    ("crosstable", f"{EVENT}crosstable/", None),
    ("scores", f"{EVENT}scores/", None),
    ("entries", f"{EVENT}entries/", None),
    ("derivation", f"{EVENT}standings/1/", None),
    ("results", f"{EVENT}rounds/{ROUNDS}/results/", None),
    ("rounds", f"{EVENT}rounds/", None),
    ("prizes", f"{EVENT}prizes/", None),
    ("event", EVENT, None),
    ("ratings", "/api/v1/pools/tak/ratings/", None),
    ("leaderboard", "/api/v1/pools/tak/leaderboard/", None),
)
NOT_MODIFIED_MS = 3
# Milliseconds before answers were stored: of an answer, and of a 304.
BEFORE = {"standings": "77, 304 35 ms", "round": "341, 304 293 ms"}
WAYS = ("first", "again", "not_modified")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
            "VAR_DIR": folder,
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("createcachetable")
        fill()
        gc.collect()
        gc.freeze()  # as gunicorn.conf.py does
        print(json.dumps({name: measured(address) for name, address, _asked in READ}))


def fill() -> None:
    """An event of a thousand in its last round, with a table and rated games."""
    from games.services import result_rows
    from ratings import recompute as ratings
    from ratings import services as rating_services
    from ratings.services import entry_rows
    from tournaments.actor import SYSTEM
    from tournaments.recompute import refresh_standings
    from tournaments.services.bulk import Given
    from tournaments.services.events import events
    from tournaments.services.rounds import pairing_jobs, rounds

    new = events.NewEvent(
        slug="bench",
        name="Bench",
        ruleset={"size": 6},
        match={"games": 1, "tiebreaks": ["BH/C1", "BH", "SB"]},
        stages=[{"system": "monrad", "options": {"rounds": ROUNDS}}],
    )
    event = events.create_event(actor=SYSTEM, new=new)
    rating_services.approve_event(actor=SYSTEM, event_id=event.pk)
    events.open_registration(actor=SYSTEM, event_id=event.pk)
    players = [Given({"name": f"Player {at}", "new": True, "rating": at}) for at in range(ENTRIES)]
    assert entry_rows.enter_rows(SYSTEM, event, players, all_or_nothing=True)["done"] == ENTRIES
    events.start(actor=SYSTEM, event_id=event.pk)
    event.refresh_from_db()
    for number in range(1, ROUNDS + 1):
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, seed=1)
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=number)
        ends = [
            Given({"table": at, "result": ("R-0", "0-F")[at % 2]})
            for at in range(1, ENTRIES // 2 + 1)
        ]
        result_rows.enter_rows(SYSTEM, event, number, ends, all_or_nothing=True)
        if number < ROUNDS:
            rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)
    refresh_standings(event.pk)
    ratings.replay_stale_pools()


def measured(address: str) -> dict[str, float]:
    """Milliseconds: of the first answer after a change, of a later one, of a 304."""
    from django.core.cache import cache as stored

    def first() -> float:
        stored.clear()
        return milliseconds(address)

    milliseconds(address)
    etag = etag_of(address)
    found = {
        "first": statistics.median(first() for _ in range(REPEATS)),
        "again": statistics.median(milliseconds(address) for _ in range(REPEATS)),
    }
    if etag:
        asked = (milliseconds(address, etag) for _ in range(REPEATS))
        found["not_modified"] = statistics.median(asked)
    return {way: round(took, 1) for way, took in found.items()}


def etag_of(address: str) -> str:
    return str(ask(address).get("ETag", ""))


def milliseconds(address: str, etag: str = "") -> float:
    began = time.process_time()
    answer = ask(address, etag)
    took = time.process_time() - began
    assert answer.status_code == (304 if etag else 200), answer.status_code
    return took * 1000


def ask(address: str, etag: str = "") -> Any:
    headers = {"If-None-Match": etag} if etag else {}
    return client().get(address, headers=headers, HTTP_HOST="localhost")


@cache
def client() -> Any:
    """One for all requests, because it loads the middleware."""
    from django.test import Client

    return Client()


def figures() -> Iterator[tuple[str, str, str]]:
    command = [sys.executable, "-m", "bench.api_bench"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    for name, _address, asked in READ:
        took = found[name]
        shown = ", ".join(f"{took[way]:.1f}" for way in WAYS if way in took) + " ms"
        aim = f"asked: {asked} ms, " if asked else "asked: "
        was = f"; was {BEFORE[name]}" if name in BEFORE else ""
        yield (
            f"API, {name} of {ENTRIES:,}: first, again, 304",
            shown,
            f"{aim}304 {NOT_MODIFIED_MS} ms{was}",
        )


if __name__ == "__main__":
    main()
