"""Strikes by what is asked of the service: tasks, writes and readers, many at once."""

import itertools
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from tests.faults.strikes.acting import OUTAGE_SECONDS, Strike, Struck
from tests.faults.world import World
from tests.paths import ROOT


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


def staff_at_once(struck: Struck) -> None:
    """Twenty pair, publish and close at once; some of it is refused, all of it is answered."""
    crowd = struck.crowd
    rounds = f"/api/v1/events/{crowd.slug}/rounds/"
    running = crowd.running_round
    paths = (
        rounds,
        *(f"{rounds}{n}/publish/" for n in (running, running + 1)),
        f"{rounds}{running}/close/",
    )

    def press(number: int) -> None:
        crowd.say(crowd.staff, "POST", struck.random.choice(paths), {})

    with ThreadPoolExecutor(20) as hands:
        list(hands.map(press, range(60)))


def correct_results(struck: Struck) -> None:
    """Staff overturn games that were sent and confirmed, while others are; the last word counts."""
    crowd, random = struck.crowd, struck.random
    for _ in _for_a_while():
        with crowd.ledger.lock:
            slots = list(crowd.ledger.submitted.values())[-8:]
        if slots:
            pairing, number = slot = random.choice(slots)
            result = random.choice(("R-0", "0-R", "F-0"))
            crowd.ledger.expect(slot, result)
            body = {"number": number, "reason": "seen by the arbiter"}
            body["outcome"] = {"kind": "adjudicated", "result": result}
            ruled = crowd.say(crowd.staff, "POST", f"/api/v1/pairings/{pairing}/rule/", body)
            if ruled.succeeded:
                crowd.ledger.rule(slot, result)


def withdraw_players(struck: Struck) -> None:
    """Players leave for good while their games of the round are sent."""
    crowd = struck.crowd
    crowd.plays.wait()
    matches = [pairing for pairing in crowd.pairings() if len(pairing["seats"]) == 2]
    for pairing in struck.random.sample(matches, min(3, len(matches))):
        slot = (pairing["id"], 1)
        for forfeit in ("seat-1", "seat-2", ""):
            crowd.ledger.expect(slot, forfeit)
        leaves = crowd.entry_ids[pairing["seats"][0]["entry"]]
        path = f"/api/v1/events/{crowd.slug}/entries/{leaves}/withdraw/"
        body = {"from_round": crowd.running_round, "reason": "has to go"}
        crowd.say(crowd.staff, "POST", path, body)
        time.sleep(struck.random.uniform(0, 1))


def refuse_messages(struck: Struck) -> None:
    """Whoever the webhook tells answers 503, to each message once."""
    with struck.crowd.receiver.refusing():
        time.sleep(OUTAGE_SECONDS)


def _for_a_while() -> Iterator[int]:
    """Again and again, as long as an outage lasts."""
    end = time.monotonic() + OUTAGE_SECONDS
    return itertools.takewhile(lambda _: time.monotonic() < end, itertools.count())


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
    "tasks": Strike("tasks arrive twice, late and out of order", double_tasks),
    "poison": Strike("tasks that always fail", send_poison),
    "staff": Strike("twenty pair, publish and close at once", staff_at_once),
    "slot": Strike("fifty clients confirm the same games", many_at_one_slot),
    "corrections": Strike("results race with corrections", correct_results),
    "withdrawals": Strike("results race with withdrawals", withdraw_players),
    "outbox": Strike("who receives the webhook refuses each message once", refuse_messages),
    "readers": Strike("two hundred pages are read by twenty at once", read_hard),
}
