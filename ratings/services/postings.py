"""The ledger of rated games, and telling the pools from where they must be rated again.

Ratings themselves are derived: `recompute.replay_pool`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ratings import counting, selectors, tasks
from ratings.models import Pool, Posting, RatedGame
from ratings.services.pools import ensure_default_pools, wait_for_postings
from tournaments.enqueue import enqueue


class RatedSeat(NamedTuple):
    """score_x2: half points, in a game of two. place_x2: doubled place, 5 for a shared 2nd-3rd."""

    player_id: int
    score_x2: int | None = None
    place_x2: int | None = None


@dataclass(frozen=True, slots=True)
class RatedInput:
    """A game as ratings see it: two to ten seats, the first mover first, then in turn."""

    played_on: date
    order_key: str
    game: str
    seats: tuple[RatedSeat, ...]
    size: int | None = None
    half_komi: int | None = None
    time_class: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    event_id: int | None = None


def _columns(rated: RatedInput) -> dict[str, Any]:
    return {
        "played_on": rated.played_on,
        "order_key": rated.order_key,
        "game": rated.game,
        "size": rated.size,
        "half_komi": rated.half_komi,
        "time_class": rated.time_class,
        "facts": rated.facts,
        "event_id": rated.event_id,
    }


def _says(live: RatedGame, rated: RatedInput) -> bool:
    """Whether the live revision already holds exactly this."""
    if any(getattr(live, column) != value for column, value in _columns(rated).items()):
        return False
    seats = live.postings.order_by("order").values_list("player_id", "score_x2", "place_x2")
    return list(seats) == [tuple(seat) for seat in rated.seats]


@transaction.atomic
def post_result(source: str, rated: RatedInput) -> bool:
    """Put a game into the ledger as `source`; return False if it stood there unchanged.

    Another content voids the live revision and posts the next one. The caller holds the lock
    on what `source` names; this locks the pools that count the old or the new revision.
    """
    live = RatedGame.objects.filter(source=source, voided_at__isnull=True).first()
    if live is not None and _says(live, rated):
        return False
    if live is not None:
        live.voided_at = timezone.now()
        live.save(update_fields=["voided_at"])
    revisions = RatedGame.objects.filter(source=source).count()
    posted = RatedGame.objects.create(source=source, revision=revisions + 1, **_columns(rated))
    Posting.objects.bulk_create(
        Posting(rated_game=posted, order=order, **seat._asdict())
        for order, seat in enumerate(rated.seats, start=1)
    )
    ensure_default_pools(game=rated.game, size=rated.size)
    _bump_pools([posted] if live is None else [live, posted])
    return True


@transaction.atomic
def void_posting(source: str) -> bool:
    """Take a game out of the ledger; return False if it was not in it. Locks its pools."""
    live = RatedGame.objects.filter(source=source, voided_at__isnull=True).first()
    if live is None:
        return False
    live.voided_at = timezone.now()
    live.save(update_fields=["voided_at"])
    _bump_pools([live])
    return True


@transaction.atomic
def rerate_players(player_ids: Iterable[int]) -> None:
    """Have every game of these players rated again: they were merged into another, or parted.

    The caller has written that already, and holds the JournalHeads that it needs.
    """
    wait_for_postings()
    people = list(player_ids)
    theirs = Q(postings__player__in=people) | Q(postings__player__merged_into__in=people)
    games = RatedGame.objects.filter(theirs, voided_at__isnull=True)
    _bump_pools(list(games.distinct().order_by("order_key")))


def _bump_pools(touched: list[RatedGame]) -> None:
    """Say to every pool that counts one of these games from where it is stale.

    A list that is being built beside the one people read counts by rules of its own.
    """
    counting_them = [pool.pk for pool in Pool.objects.all() if any(_first_keys(pool, touched))]
    for pool in Pool.objects.select_for_update().filter(pk__in=counting_them).order_by("pk"):
        now, built = _first_keys(pool, touched)
        if now is not None:
            pool.dirty_from = now if pool.dirty_from is None else min(pool.dirty_from, now)
        if built is not None and pool.building is not None:
            dirty = pool.building["dirty_from"]
            pool.building["dirty_from"] = built if dirty is None else min(dirty, built)
        pool.ledger_version += 1
        pool.save(update_fields=["dirty_from", "building", "ledger_version"])
        if not selectors.waits_for_the_night(pool):
            enqueue(tasks.replay_pool, pool.pk)


def _first_keys(pool: Pool, touched: list[RatedGame]) -> tuple[str | None, str | None]:
    """The least key that the list people read counts, and the one being built; None: neither."""

    def first(counts: dict[str, Any]) -> str | None:
        keys = (game.order_key for game in touched if counting.counted(counts, game))
        return min(keys, default=None)

    return first(pool.counts), first(pool.building["counts"]) if pool.building else None
