"""Put many games into the ledger that never stood there, batch by batch, and rate them at the end.

The pools are marked stale with each batch. If the end is never reached, beat finds them.
"""

from collections.abc import Collection, Mapping
from dataclasses import fields

from django.db import transaction

from ratings import selectors, tasks
from ratings.models import Pool, Posting, RatedGame
from ratings.services.pools import ensure_default_pools
from ratings.services.postings import RatedInput, bump_pools
from tournaments.enqueue import enqueue_once


def post_new(rated: Mapping[str, RatedInput]) -> set[int]:
    """Post the first revision of casual games that count; returns the pools that count them.

    Locks the pools. The caller has them rated by `rate_later`.
    """
    if not rated:
        return set()
    rows = [RatedGame(source=source, revision=1, **_row(game)) for source, game in rated.items()]
    with transaction.atomic(savepoint=False):
        RatedGame.objects.bulk_create(rows)
        Posting.objects.bulk_create(
            Posting(rated_game=row, order=order, **seat._asdict())
            for row in rows
            for order, seat in enumerate(rated[row.source].seats, start=1)
        )
        pools = ensure_default_pools(dict.fromkeys((row.game, row.size) for row in rows))
        return {pool.pk for pool in bump_pools(rows, pools=pools, is_rated_later=True)}


def _row(game: RatedInput) -> dict[str, object]:
    columns = (field.name for field in fields(game) if field.name != "seats")
    return {column: getattr(game, column) for column in columns}


def rate_later(pool_ids: Collection[int]) -> None:
    """Have these pools rated, but for those that wait for the night."""
    for pool in Pool.objects.filter(pk__in=pool_ids).order_by("pk"):
        if not selectors.waits_for_night(pool):
            enqueue_once(tasks.replay_pool, pool.pk)
