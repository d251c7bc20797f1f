"""The ledger of rated games, and telling the pools from where they must be rated again.

Ratings themselves are derived: `recompute.replay_pool`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from ratings import counting, selectors, tasks
from ratings.models import Pool, Posting, RatedGame
from ratings.services.pools import ensure_default_pools, lock_ledger
from tournaments.enqueue import enqueue
from tournaments.selectors.events import approval


class RatedSeat(NamedTuple):
    """score_x2: half points, in a game of two. place_x2: doubled place, 5 for a shared 2nd-3rd."""

    player_id: int
    score_x2: int | None = None
    place_x2: int | None = None


@dataclass(frozen=True, slots=True)
class RatedInput:
    """A game as ratings see it: two to fourteen seats, the first mover first, then in turn.

    by_players: a casual game that counts by the word of its two players alone.
    """

    played_on: date
    order_key: str
    game: str
    seats: tuple[RatedSeat, ...]
    size: int | None = None
    half_komi: int | None = None
    time_class: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    event_id: int | None = None
    by_players: bool = False


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
        "by_players": rated.by_players,
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

    Another content voids the live revision and posts the next one. A game that is not approved
    for rating is held: no list counts it, see `services.approval`. The caller holds the lock
    on what `source` names; this locks the pools that count the old or the new revision.
    """
    counts = _counts(rated)
    known = _live_or_held(source).first()
    if known is not None and known.held is not counts and _says(known, rated):
        return False
    counted = _take_out(known)
    revisions = RatedGame.objects.filter(source=source).count()
    held: dict[str, Any] = {} if counts else {"held": True, "voided_at": timezone.now()}
    posted = RatedGame.objects.create(
        source=source, revision=revisions + 1, **_columns(rated), **held
    )
    Posting.objects.bulk_create(
        Posting(rated_game=posted, order=order, **seat._asdict())
        for order, seat in enumerate(rated.seats, start=1)
    )
    if counts:
        ensure_default_pools(game=rated.game, size=rated.size)
        counted.append(posted)
    bump_pools(counted)
    return True


def _counts(rated: RatedInput) -> bool:
    """Whether a game changes ratings now: its event is approved, or the clubs of its players."""
    if rated.event_id is not None:
        return approval.counts_for_rating(rated.event_id)
    return not rated.by_players or approval.are_of_approved_clubs(
        seat.player_id for seat in rated.seats
    )


def _live_or_held(source: str) -> QuerySet[RatedGame]:
    return RatedGame.objects.filter(Q(voided_at__isnull=True) | Q(held=True), source=source)


def _take_out(known: RatedGame | None) -> list[RatedGame]:
    """Void a live or held revision; returns it in a list where a pool may have counted it."""
    if known is None:
        return []
    was_counted = known.voided_at is None
    known.voided_at, known.held = timezone.now(), False
    known.save(update_fields=["voided_at", "held"])
    return [known] if was_counted else []


@transaction.atomic
def void_posting(source: str) -> bool:
    """Take a game out of the ledger; return False if it was not in it. Locks its pools."""
    known = _live_or_held(source).first()
    if known is None:
        return False
    bump_pools(_take_out(known))
    return True


@transaction.atomic
def rerate_players(player_ids: Iterable[int]) -> None:
    """Have every game of these players rated again: they were merged into another, or parted.

    The caller has written that already, and holds the JournalHeads that it needs.
    """
    lock_ledger()
    people = list(player_ids)
    theirs = Q(postings__player__in=people) | Q(postings__player__merged_into__in=people)
    games = RatedGame.objects.filter(theirs, voided_at__isnull=True)
    bump_pools(list(games.distinct().order_by("order_key")))


def bump_pools(touched: list[RatedGame]) -> None:
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
        if not selectors.waits_for_night(pool):
            enqueue(tasks.replay_pool, pool.pk)


def _first_keys(pool: Pool, touched: list[RatedGame]) -> tuple[str | None, str | None]:
    """The least key that the list people read counts, and the one being built; None: neither."""

    def first(counts: dict[str, Any]) -> str | None:
        keys = (game.order_key for game in touched if counting.is_counted(counts, game))
        return min(keys, default=None)

    return first(pool.counts), first(pool.building["counts"]) if pool.building else None
