"""What the pages of an event of a thousand cost: `python -m bench.pages_bench`.

Prints JSON: milliseconds of process time and kilobytes of each page, opened for the first time
since a change, then by a reader without an account and by one who is signed in. The database is
a scratch one: a SQLite file, or where DATABASE_URL is of PostgreSQL one on that server.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from bench.rating_database import in_file, on_server

ENTRIES, ROUNDS, CLUB = 1_000, 5, 12
OPENINGS = 15  # of each page, of which the median counts
ENDS = ("R-0", "0-R", "F-0", "0-F", "1/2-1/2")
PAGES = {
    "event": "/events/open/",
    "standings": "/events/open/standings/",
    "round": "/events/open/rounds/5/",
    "crosstable": "/events/open/crosstable/",
    "bracket": "/events/cup/bracket/",
    "wall": "/events/open/wall/",
    "players": "/events/open/players/",
    "games": "/events/open/games/",
    "club of 12, event": "/events/club/",
    "club of 12, standings": "/events/club/standings/",
    "list of players": "/players/",
    "leaderboard": "/ratings/tak/",
    "front page": "/",
}
# Of a club 250 pages a second without an account and 60 signed in, by two cores.
TARGETS = {"club": "asked: 8 ms, 33 ms signed in", "": "asked: 12 ms, 25 ms signed in, 150 kB"}
# Before pages were stored from their first opening on and long ones were shortened.
BEFORE = {
    "event": "1,600 ms, 2,300 kB",
    "standings": "1,400 ms, 2,000 kB",
    "crosstable": "11,000 ms, 9,400 kB",
    "club of 12, event": "105 ms, 19 a second by two cores",
    "club of 12, standings": "59 ms, 34 a second by two cores",
}


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ |= {"DEBUG": "1", "ALLOWED_HOSTS": "testserver"}
    with on_server() if os.environ.get("DATABASE_URL", "").startswith("postgres") else in_file():
        fill()
        print(json.dumps(measured()))


def fill() -> None:
    """A Swiss system and a knockout of a thousand, and the event of a club."""
    from ratings import services as ratings
    from tournaments.models import User

    ratings.ensure_default_pools([("tak", None)])
    User.objects.create_user("reader")
    make_event("open", ENTRIES, {"system": "swiss", "options": {"rounds": 9}}, rounds=ROUNDS)
    make_event("cup", ENTRIES, {"system": "knockout"}, rounds=1)
    make_event("club", CLUB, {"system": "round_robin"}, rounds=ROUNDS)


def make_event(
    slug: str, entries: int, stage: dict[str, Any], *, rounds: int, size: int = 6
) -> Any:
    """An event with all results of its rounds but one."""
    from ratings.services import entry_rows
    from tournaments.actor import SYSTEM
    from tournaments.models import Event
    from tournaments.services.bulk import Given
    from tournaments.services.events import events

    new = events.NewEvent(
        slug=slug,
        name=slug.title(),
        ruleset={"size": size},
        match={"games": 1, "tiebreaks": ["BH", "SB"]},
        stages=[stage],
    )
    event = events.create_event(actor=SYSTEM, new=new)
    events.open_registration(actor=SYSTEM, event_id=event.pk)
    people = [
        Given({"name": f"Player {slug} {at}", "new": True, "rating": 2400 - at})
        for at in range(entries)
    ]
    entry_rows.enter_rows(SYSTEM, event, people, all_or_nothing=True)
    events.start(actor=SYSTEM, event_id=event.pk)
    event = Event.objects.get(pk=event.pk)
    for number in range(1, rounds + 1):
        play_round(event, number, close=number < rounds)
    return event


def play_round(event: Any, number: int, *, close: bool) -> None:
    from games.services import result_rows
    from tournaments import selectors
    from tournaments.actor import SYSTEM
    from tournaments.recompute import refresh_standings
    from tournaments.services.bulk import Given
    from tournaments.services.rounds import pairing_jobs, rounds

    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, seed=number)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=number)
    view = selectors.round_view(event, number, SYSTEM)
    pick = random.Random(number)
    played = [pairing for pairing in view["pairings"] if pairing["slots"] and pairing["table"]]
    decisive = ENDS[: 4 if event.slug == "cup" else 5]
    ends = [
        Given({"table": pairing["table"], "number": 1, "result": pick.choice(decisive)})
        for pairing in (played if close else played[:-1])
    ]
    report = result_rows.enter_rows(SYSTEM, event, number, ends, all_or_nothing=True)
    assert report["done"] == len(ends), report
    event.refresh_from_db()
    refresh_standings(event.pk)
    if close:
        rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)
        refresh_standings(event.pk)


def measured() -> dict[str, dict[str, float]]:
    from django.test import Client

    from tournaments.models import User

    signed_in = Client()
    signed_in.force_login(User.objects.get(username="reader"))
    found = {}
    for name, address in PAGES.items():
        first, kilobytes = opened(Client(), address)
        opened(signed_in, address)
        found[name] = {
            "first": first,
            "anonymous": statistics.median(opened(Client(), address)[0] for _n in range(OPENINGS)),
            "signed_in": statistics.median(opened(signed_in, address)[0] for _n in range(OPENINGS)),
            "kilobytes": kilobytes,
        }
    return found


def opened(client: Any, address: str) -> tuple[float, float]:
    """Milliseconds and kilobytes of one opening."""
    begun = time.process_time()
    response = client.get(address)
    took = time.process_time() - begun
    assert response.status_code == 200, (address, response.status_code)
    return round(1000 * took, 1), round(len(response.content) / 1000, 1)


def figures() -> Iterator[tuple[str, str, str]]:
    command = [sys.executable, "-m", "bench.pages_bench"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    for name, page in found.items():
        shown = "{anonymous} / {signed_in} ms, {kilobytes} kB".format(**page)
        target = TARGETS["club" if name.startswith("club") else ""]
        before = f"; before: {BEFORE[name]}" if name in BEFORE else ""
        yield f"page: {name}, without an account / signed in", shown, target + before


if __name__ == "__main__":
    main()
