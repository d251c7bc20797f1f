"""A pool in a database of its own, rated from scratch: `python -m bench.rating_database GAMES`.

Prints JSON: seconds of rating all games end to end, and of what one overturned result costs, the
very first one and one in the middle; each as process time, which other work on the machine does
not move, and as `…_wall`, which holds the work of a database server too. A scratch database is
made and thrown away: a SQLite file, or where DATABASE_URL is of PostgreSQL one on that server.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from bench.rated.history import Club, Played, history

BATCH = 10_000


def main() -> None:
    games = int(sys.argv[1])
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    with on_server() if os.environ.get("DATABASE_URL", "").startswith("postgres") else in_file():
        print(json.dumps(measured(games)))


@contextmanager
def in_file() -> Iterator[None]:
    import django
    from django.core.management import call_command

    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        yield


@contextmanager
def on_server() -> Iterator[None]:
    import django

    django.setup()
    from django.db import connection

    name = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = "roadhouse_bench"
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def measured(games: int) -> dict[str, float]:
    from ratings import recompute
    from ratings.models import Pool, RatedGame, RatingChange

    fill(games)
    pool = Pool.objects.create(slug="tak", system="glicko", ledger_version=1, dirty_from="")
    found = seconds("rated", lambda: recompute.replay_pool(pool.pk, wait=True))
    for name, at in (("first_overturned", 0), ("middle_overturned", games // 2)):
        game = RatedGame.objects.order_by("order_key")[at]
        for seat in game.postings.all():
            seat.score_x2 = 2 - (seat.score_x2 or 0)
            seat.save(update_fields=["score_x2"])
        pool.refresh_from_db()
        pool.ledger_version, pool.dirty_from = pool.ledger_version + 1, game.order_key
        pool.save()
        found |= seconds(name, lambda: recompute.replay_pool(pool.pk, wait=True))
    pool.refresh_from_db()
    assert pool.ratings_version == pool.ledger_version
    found["changes"] = RatingChange.objects.filter(pool=pool).count()
    return found


def fill(games: int, club: Club | None = None) -> None:
    """Players and posted games, some more often than others, as in a club history."""
    from ratings.models import Posting, RatedGame
    from tournaments.models import Player

    club = club or Club(players=max(50, games // 50), games=games, clubs=max(1, games // 2_500))
    people = [Player(name=f"Player {number}") for number in range(club.players)]
    ids = [player.pk for player in Player.objects.bulk_create(people, batch_size=500)]
    played = enumerate(history(1, club))
    while part := list(islice(played, BATCH)):
        posted = RatedGame.objects.bulk_create(
            [_rated(number, game) for number, game in part], batch_size=500
        )
        seats = [
            Posting(rated_game=rated, order=order, player_id=ids[player - 1], score_x2=score_x2)
            for rated, (_number, game) in zip(posted, part, strict=True)
            for order, player, score_x2 in (
                (1, game.first, round(2 * game.first_score)),
                (2, game.second, 2 - round(2 * game.first_score)),
            )
        ]
        Posting.objects.bulk_create(seats, batch_size=500)


def _rated(number: int, game: Played) -> Any:
    from ratings.models import RatedGame

    day = game.played_at.date()
    return RatedGame(
        source=f"game:{number}",
        revision=1,
        played_on=day,
        order_key=f"{day.isoformat()}|{number:09d}",
        game="tak",
        size=6,
        half_komi=4,
    )


def seconds(what: str, work: Callable[[], object]) -> dict[str, float]:
    begun, wall = time.process_time(), time.perf_counter()
    work()
    return {what: time.process_time() - begun, f"{what}_wall": time.perf_counter() - wall}


if __name__ == "__main__":
    main()
