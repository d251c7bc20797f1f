"""How costs grow with entries, players and games: process time of one core.

`python -m bench.scale_bench [standings|pairing|replay|append|rows|stored|pages]` measures one part,
`--large` also the sizes that take minutes. The figures stand in `bench/costs.toml`.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from bench.engine_bench import as_record, measure
from bench.imports_bench import finished_games
from bench.pairing_bench import own_process, reports
from bench.rated.history import Club, history
from bench.ratings_bench import as_game, seen
from bench.standings_bench import ROUNDS, tournament

if TYPE_CHECKING:
    from tournaments.models import Event

Line = tuple[str, str, str]
ENTRIES = (10, 100, 1_000)
PAIRED = (10, 100, 300)
GAMES = (1_000, 10_000)
PLAYERS = (200, 2_000)
SHOWN, CHANGES = (12, 100, 1_000), 2  # entries of events whose pages are rendered; results entered
PLAYED, PLAYED_ROUNDS = 100, 5  # entries of the event whose games are stored; rounds
RECORD_SIZE = 5
SWISS = {"system": "swiss", "options": {"rounds": 9}}


def large() -> bool:
    return "--large" in sys.argv


def standings() -> Iterator[Line]:
    for entries in (*ENTRIES, 10_000) if large() else ENTRIES:
        from tournaments.standings import build_table

        took = measure(partial(build_table, tournament(entries, ROUNDS)), least=0.1)
        yield f"standings of {entries:,} entries", f"{1000 * took:,.1f} ms", f"{ROUNDS} rounds"


def pairing() -> Iterator[Line]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for entries in (*PAIRED, 1_000, 2_000) if large() else PAIRED:
        for number, report in reports(entries):
            seconds, megabytes = own_process(report)
            what = f"swiss of {entries:,} entries, round {number}"
            yield what, f"{1000 * seconds:,.0f} ms", f"{megabytes:,.0f} MB, its own process"


def replay() -> Iterator[Line]:
    """In memory; `bench.rating_database` measures the same with the database."""
    from ratings.replay import replay as replay_games
    from ratings.systems.glicko import Glicko

    for games in (*GAMES, 100_000) if large() else GAMES:
        club = Club(players=max(50, games // 50), games=games, clubs=max(1, games // 2_500))
        made = [as_game(number, one) for number, one in enumerate(seen(history(1, club)))]
        begun = time.process_time()
        replay_games(made, Glicko())
        took = time.process_time() - begun
        yield f"replay of {games:,} games", f"{1000 * took:,.0f} ms", "in memory"


def append() -> Iterator[Line]:
    """One game more in a list: what a result costs the worker of the ratings."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    from bench.rating_database import in_file

    with in_file():
        for players in (*PLAYERS, 20_000) if large() else PLAYERS:
            took, size = _append(players)
            beside = f"a checkpoint has {size:,} bytes"
            yield f"one game more, {players:,} players", f"{1000 * took:,.0f} ms", beside


def _append(players: int) -> tuple[float, int]:
    """Seconds, and the bytes of a checkpoint; the game is half way between two of them."""
    from django.utils import timezone

    from bench.rating_database import fill
    from ratings import recompute
    from ratings.models import Checkpoint, Pool, Posting, RatedGame
    from ratings.replay import folds

    for model in (Pool, Posting, RatedGame):
        model._default_manager.all().delete()
    games = recompute.CHECKPOINT_EVERY * max(1, players // folds.MANY_PLAYERS) * 3 // 2
    fill(games, Club(players=players, games=games, clubs=max(1, players // 50)))
    last = RatedGame.objects.latest("order_key")
    game, pool = RatedGame.objects.filter(pk=last.pk), Pool.objects.filter(slug="grows")
    game.update(voided_at=timezone.now())
    pk = Pool.objects.create(slug="grows", system="glicko", ledger_version=1, dirty_from="").pk
    recompute.replay_pool(pk, wait=True)
    game.update(voided_at=None)
    pool.update(ledger_version=2, dirty_from=last.order_key)
    begun = time.process_time()
    recompute.replay_pool(pk, wait=True)
    took = time.process_time() - begun
    kept = Checkpoint.objects.filter(pool=pk).order_by("-order_key")[1]
    return took, len(str(kept.state))


def rows() -> Iterator[Line]:
    """Bytes of the database for a game of the ledger and its two rating changes, with indexes."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    from bench.rating_database import fill, in_file

    with in_file():
        from ratings import recompute
        from ratings.models import Pool

        empty = _used()
        fill(GAMES[1])
        filled = _used()
        pool = Pool.objects.create(slug="tak", system="glicko", ledger_version=1, dirty_from="")
        recompute.replay_pool(pool.pk, wait=True)
        yield "a game of the ledger", f"{(filled - empty) / GAMES[1]:,.0f} bytes", "two seats"
        rated = (_used() - filled) / GAMES[1]
        yield "its changes in one list", f"{rated:,.0f} bytes", "with checkpoints"


def stored() -> Iterator[Line]:
    """Bytes of the database for a game of an event: its slot, record, result, journal, ratings."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    from bench.pages_bench import make_event
    from bench.rating_database import in_file

    with in_file():
        from django.core.cache import cache

        from ratings import recompute
        from ratings import services as ratings
        from tournaments.actor import SYSTEM

        ratings.ensure_default_pools([("tak", RECORD_SIZE)])
        event = make_event("stored", PLAYED, SWISS, rounds=0, size=RECORD_SIZE)
        ratings.approve_event(actor=SYSTEM, event_id=event.pk)
        records = [as_record(game) for game in finished_games(PLAYED // 2 * PLAYED_ROUNDS)]
        before = _used()
        for number in range(1, PLAYED_ROUNDS + 1):
            _play_records(event, number, records[number - 1 :: PLAYED_ROUNDS])
        recompute.replay_stale_pools()
        cache.clear()  # it lies in the same file
        used = (_used() - before) / len(records)
        text = sum(map(len, records)) / len(records)
        beside = f"its record {text:,.0f} characters; rated in two lists"
        yield "a game of an event", f"{used:,.0f} bytes", beside


def _play_records(event: Event, number: int, records: list[str]) -> None:
    from games.services import result_rows
    from tournaments.actor import SYSTEM
    from tournaments.recompute import refresh_standings
    from tournaments.services.bulk import Given
    from tournaments.services.rounds import pairing_jobs, rounds

    event.refresh_from_db()
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, seed=number)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=number)
    ends = [Given({"table": at, "record": record}) for at, record in enumerate(records, 1)]
    report = result_rows.enter_rows(SYSTEM, event, number, ends)
    assert report["done"] == len(ends), report
    refresh_standings(event.pk)
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)


def pages() -> Iterator[Line]:
    """A live page that is rendered because a result came: what its readers wait for once."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ |= {"DEBUG": "1", "ALLOWED_HOSTS": "testserver"}
    from bench.rating_database import in_file

    with in_file():
        for entries in SHOWN:
            took = 1000 * _rendered(entries)
            what = f"a live page rendered, {entries:,} entries"
            yield what, f"{took:,.0f} ms", "mean of its pages, by how many watch each"


def _rendered(entries: int) -> float:
    """Seconds; after each of some corrected results all pages are opened once."""
    from django.test import Client

    from bench.pages_bench import make_event
    from bench.watchers_bench import PAGES
    from games.services import result_rows
    from tournaments.actor import SYSTEM
    from tournaments.recompute import refresh_standings
    from tournaments.services.bulk import Given

    slug = f"shown-{entries}"
    event = make_event(slug, entries, SWISS, rounds=PLAYED_ROUNDS)
    found: dict[str, list[float]] = {path: [] for path, _watched, _has_table in PAGES}
    for change in range(CHANGES + 1):
        corrected = {"table": 1, "result": ("R-0", "0-F")[change % 2], "reason": "misread"}
        result_rows.enter_rows(SYSTEM, event, PLAYED_ROUNDS, [Given(corrected)])
        refresh_standings(event.pk)
        for path, spent in found.items():
            address = f"/events/{slug}/{path.format(round=PLAYED_ROUNDS)}"
            begun = time.process_time()
            answer = Client().get(address, headers={"HX-Request": "true"})
            spent.append(time.process_time() - begun)
            assert answer.status_code == 200, address
    shares = {path: watched / 10 for path, watched, _has_table in PAGES}
    # The first of each page also loads templates.
    return sum(shares[path] * statistics.median(spent[1:]) for path, spent in found.items())


def _used() -> int:
    """Bytes of the pages in use."""
    from django.db import connection

    with connection.cursor() as cursor:
        pages, free, size = (
            cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * size)


PARTS = {part.__name__: part for part in (standings, pairing, replay, append, rows, stored, pages)}


def figures() -> Iterator[Line]:
    """The parts without a database: those with one need a process of their own."""
    for part in (standings, pairing, replay):
        yield from part()


if __name__ == "__main__":
    asked = [PARTS[name] for name in sys.argv[1:] if name in PARTS] or list(PARTS.values())
    for part in asked:
        for what, measured, beside in part():
            print(f"{what:<44}{measured:>16}  {beside}", flush=True)
