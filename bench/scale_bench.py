"""How costs grow with entries, players and games: process time of one core.

`python -m bench.scale_bench [standings|pairing|replay|append|rows]` measures one part, `--large`
also the sizes that take minutes. The figures stand in `bench/costs.toml`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from functools import partial

from bench.engine_bench import measure
from bench.pairing_bench import own_process, reports
from bench.rated.history import Club, history
from bench.ratings_bench import as_game, seen
from bench.standings_bench import ROUNDS, tournament

Line = tuple[str, str, str]
ENTRIES = (10, 100, 1_000)
PAIRED = (10, 100, 300)
GAMES = (1_000, 10_000)
PLAYERS = (200, 2_000)


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


def _used() -> int:
    """Bytes of the pages in use."""
    from django.db import connection

    with connection.cursor() as cursor:
        pages, free, size = (
            cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * size)


PARTS = {each.__name__: each for each in (standings, pairing, replay, append, rows)}


def figures() -> Iterator[Line]:
    """The parts without a database: those with one need a process of their own."""
    for part in (standings, pairing, replay):
        yield from part()


if __name__ == "__main__":
    asked = [PARTS[name] for name in sys.argv[1:] if name in PARTS] or list(PARTS.values())
    for part in asked:
        for what, measured, beside in part():
            print(f"{what:<44}{measured:>16}  {beside}", flush=True)
