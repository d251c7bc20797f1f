"""How soon those who watch an event see a result: the whole service under many open pages.

`python -m bench.watchers_bench [WATCHERS]` starts the service as `make` does, for the public
(DEBUG=0: gunicorn, a worker, a broker, a database of its own), opens that many pages that ask for
themselves as roadhouse/live.js does, enters results, and prints JSON: seconds until each page has
each result, answers a second, and the cores that the service and its watchers use.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bench.memory import family
from config.broker import free_port

WATCHERS, SIGNED_IN = 1000, 20
RESULTS, PAUSE = 5, 10.0  # results entered, seconds between them
EVERY, SPREAD = 3.0, 0.8  # seconds between two questions, as in live.js
# Entries; rounds played before. Of one game a match, so that every page shows each result.
PLAYERS, PLAYED = 40, 3
TARGET = "asked: 5 s at most"
# The pages that are watched, how many of ten people watch each, and whether it shows the table.
PAGES = (("", 4, True), ("standings/", 3, True), ("rounds/{round}/", 2, False), ("wall/", 1, False))
LANGUAGES = ("en", "he", "ja")


@dataclass
class Watcher:
    """One open page. changes: when it was sent another page than the one before."""

    path: str
    shows_table: bool
    cookies: str
    etag: str = ""
    changes: list[float] = field(default_factory=list)

    def waited(self, entered: float) -> float:
        """Seconds from a result until the page had it; a table has it with its last change."""
        later = [change - entered for change in self.changes if change > entered]
        if not later:
            return PAUSE
        return later[-1] if self.shows_table else later[0]


@dataclass
class Hall:
    """All who watch."""

    port: int
    watchers: list[Watcher]
    answers: Counter[int] = field(default_factory=Counter)

    async def watch(self, watcher: Watcher, random: Random) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        await asyncio.sleep(random.uniform(0, EVERY))
        while True:
            try:
                status, headers = await self.ask(watcher, reader, writer)
            except (OSError, asyncio.IncompleteReadError):  # an idle connection was closed
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                continue
            self.answers[status] += 1
            if status not in (200, 304):
                raise SystemExit(f"{watcher.path} answered {status}.")
            if status == 200:
                watcher.etag = headers["etag"]
                watcher.changes.append(time.perf_counter())
            await asyncio.sleep(EVERY + random.random() * SPREAD)

    async def ask(
        self, watcher: Watcher, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> tuple[int, dict[str, str]]:
        asked = (
            f"GET {watcher.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-Proto: https\r\n"
            f"HX-Request: true\r\nIf-None-Match: {watcher.etag}\r\n"
            f"Cookie: {watcher.cookies}\r\n\r\n"
        )
        writer.write(asked.encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        await reader.readexactly(int(headers.get("content-length", 0)))
        return int(head[0].split()[1]), headers


@contextmanager
def service(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The service, ready; in a folder of its own."""
    os.environ |= {
        "DEBUG": "0",
        "SECRET_KEY": secrets.token_urlsafe(64),
        "ALLOWED_HOSTS": "127.0.0.1",
        "PORT": str(port),
        "VAR_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "-m", "config.run"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=False) as process:
        assert process.stdout
        try:
            for line in process.stdout:
                if b"is open at" in line:
                    break
            else:
                raise SystemExit("The service did not start.")
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def fill() -> tuple[Any, list[Any]]:
    """A Swiss event in its fourth round; the event, and the games that are open."""
    from tournaments.actor import SYSTEM
    from tournaments.models import GameSlot
    from tournaments.services.entries.entries import enter
    from tournaments.services.events import events
    from tournaments.services.people import people
    from tournaments.services.rounds import pairing_jobs, rounds

    event = events.create_event(
        actor=SYSTEM,
        new=events.NewEvent(
            slug="watched",
            name="Watched",
            ruleset={"size": 6},
            match={"games": 1},
            stages=[{"system": "swiss", "options": {"rounds": 7}}],
        ),
    )
    events.open_registration(actor=SYSTEM, event_id=event.pk)
    for number in range(PLAYERS):
        player = people.create_player(actor=SYSTEM, name=f"Player {number + 1:02}")
        enter(actor=SYSTEM, event_id=event.pk, player_id=player.pk, rating=2000 - number)
    events.start(actor=SYSTEM, event_id=event.pk)
    slots = GameSlot.objects.filter(pairing__round__event=event)
    for number in range(1, PLAYED + 2):
        made = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=made.number)
        if number <= PLAYED:
            for slot in slots.filter(pairing__round__number=number):
                decide(slot)
            rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)
    return event, list(slots.filter(state="open").order_by("pk"))


def decide(slot: Any) -> None:
    from games import services
    from tournaments.actor import SYSTEM

    claim = {"result": "R-0" if slot.number == 1 else "F-0"}
    services.enter_result(actor=SYSTEM, pairing_id=slot.pairing_id, number=slot.number, claim=claim)


def watchers_of(slug: str, count: int) -> list[Watcher]:
    from django.contrib.sessions.backends.db import SessionStore

    from tournaments.models import User

    share = [page for page in PAGES for _one in range(page[1])]
    found = []
    for number in range(count):
        path, _of_ten, shows_table = share[number % len(share)]
        cookies = f"django_language={LANGUAGES[number // len(share) % len(LANGUAGES)]}"
        if number < SIGNED_IN:
            user = User.objects.create_user(f"watcher{number}")
            session = SessionStore()
            session.update(
                {
                    "_auth_user_id": str(user.pk),
                    "_auth_user_backend": "django.contrib.auth.backends.ModelBackend",
                    "_auth_user_hash": user.get_session_auth_hash(),
                }
            )
            session.create()
            cookies += f"; sessionid={session.session_key}"
        address = f"/events/{slug}/{path.format(round=PLAYED + 1)}"
        found.append(Watcher(address, shows_table, cookies))
    return found


async def measure(hall: Hall, slots: list[Any], pid: int) -> dict[str, float]:
    random = Random(1)
    tasks = [asyncio.create_task(hall.watch(each, random)) for each in hall.watchers]
    await asyncio.sleep(2 * (EVERY + SPREAD))
    hall.answers.clear()
    began, worked, watched = time.perf_counter(), cpu_seconds(pid), time.process_time()
    waits: list[float] = []
    for slot in slots[:RESULTS]:
        entered = time.perf_counter()
        await asyncio.to_thread(decide, slot)
        await asyncio.sleep(PAUSE)
        waits += [watcher.waited(entered) for watcher in hall.watchers]
    took = time.perf_counter() - began
    found = {
        "median": statistics.median(waits),
        "of_20_19": statistics.quantiles(waits, n=20)[-1],
        "longest": max(waits),
        "answers_per_second": sum(hall.answers.values()) / took,
        "not_modified": hall.answers[304] / sum(hall.answers.values()),
        "cores_of_service": (cpu_seconds(pid) - worked) / took,
        "cores_of_watchers": (time.process_time() - watched) / took,
    }
    for task in tasks:
        if task.done():
            task.result()  # it watches until the end; if not, this raises what stopped it
        task.cancel()
    return {name: round(value, 2) for name, value in found.items()}


def cpu_seconds(pid: int) -> float:
    """Of a process and all below it, so far. Linux only."""
    ticks = 0
    for one in family(pid):
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            values = Path(f"/proc/{one}/stat").read_text().rpartition(") ")[2].split()
            ticks += int(values[11]) + int(values[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else WATCHERS
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, service(Path(folder), port) as process:
        import django

        django.setup()
        event, slots = fill()
        hall = Hall(port, watchers_of(event.slug, count))
        print(json.dumps(asyncio.run(measure(hall, slots, process.pid))))


def figures() -> Iterator[tuple[str, str, str]]:
    command = [sys.executable, "-m", "bench.watchers_bench", str(WATCHERS)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    what = f"a result seen by {WATCHERS} open pages, the last"
    yield what, f"{found['longest']:.1f} s", f"median {found['median']:.1f} s; {TARGET}"
    answers, cores = found["answers_per_second"], found["cores_of_service"]
    yield "answers to them", f"{answers:.0f} a second", f"{cores:.2f} of a core"


if __name__ == "__main__":
    main()
