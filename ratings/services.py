"""The ledger of rated games, the pools that count them, and entering an event with a rating.

Ratings themselves are derived: `recompute.replay_pool`. Here only facts are written and the
pools told from where they must be rated again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ratings import counting, selectors, tasks
from ratings.models import Pool, Posting, RatedGame
from ratings.systems import SYSTEMS
from tournaments import permissions
from tournaments import selectors as tournament_selectors
from tournaments.actor import Actor
from tournaments.enqueue import enqueue
from tournaments.errors import DomainError, InvalidInput
from tournaments.services import events as event_services
from tournaments.services import journal

DEFAULT_SYSTEM = "glicko"
POOLS_BY_SIZE = frozenset({"tak"})


class PoolExists(DomainError):
    code = "pool_exists"
    kind = "conflict"
    message = _("There is already a rating list {slug}, and it counts something else.")


@dataclass(frozen=True, slots=True)
class RatedInput:
    """A game as ratings see it. `seats`: (player id, score in half points), first mover first."""

    played_on: date
    order_key: str
    game: str
    seats: tuple[tuple[int, int], ...]
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
    seats = live.postings.order_by("order").values_list("player_id", "score_x2")
    return tuple(seats) == rated.seats


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
        Posting(rated_game=posted, order=order, player_id=player_id, score_x2=score_x2)
        for order, (player_id, score_x2) in enumerate(rated.seats, start=1)
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
    """Have every game of these players rated again: they were merged into another, or parted."""
    people = list(player_ids)
    theirs = Q(postings__player__in=people) | Q(postings__player__merged_into__in=people)
    games = RatedGame.objects.filter(theirs, voided_at__isnull=True)
    _bump_pools(list(games.distinct().order_by("order_key")))


def _bump_pools(touched: list[RatedGame]) -> None:
    """Say to every pool that counts one of these games from where it is stale."""
    first_keys: dict[int, str] = {}
    for pool in Pool.objects.only("pk", "counts"):
        keys = [game.order_key for game in touched if counting.counted(pool.counts, game)]
        if keys:
            first_keys[pool.pk] = min(keys)
    for pool in Pool.objects.select_for_update().filter(pk__in=first_keys).order_by("pk"):
        key = first_keys[pool.pk]
        pool.dirty_from = key if pool.dirty_from is None else min(pool.dirty_from, key)
        pool.ledger_version += 1
        pool.save(update_fields=["dirty_from", "ledger_version"])
        enqueue(tasks.replay_pool, pool.pk)


@transaction.atomic
def create_pool(
    *,
    actor: Actor,
    slug: str,
    name: str = "",
    counts: dict[str, Any],
    system: str = DEFAULT_SYSTEM,
    parameters: dict[str, Any] | None = None,
) -> Pool:
    """Open a rating list over the games that `counts` asks for, and have their past rated.

    Repeating it with the same content returns the pool that is there.

    :raises PoolExists: the slug belongs to a pool of another content.
    :raises InvalidInput: no such system, no such parameter, no such column.
    """
    permissions.require(actor, "pool.create", None)
    parameters = parameters or {}
    _check_pool(counts, system, parameters)
    content = {"counts": counts, "system": system, "parameters": parameters}
    pool, created = Pool.objects.get_or_create(
        slug=slug, defaults={**content, "name": name, "ledger_version": 1, "dirty_from": ""}
    )
    if not created:
        if any(getattr(pool, column) != value for column, value in content.items()):
            raise PoolExists(slug=slug)
        return pool
    journal.write(actor, "pool.created", scope=f"pool:{slug}", subject=slug, after=content)
    enqueue(tasks.replay_pool, pool.pk)
    return pool


def _check_pool(counts: dict[str, Any], system: str, parameters: dict[str, Any]) -> None:
    try:
        counting.wanted(counts)
    except ValueError as unknown:
        raise InvalidInput(field="counts", problem=str(unknown)) from unknown
    if system not in SYSTEMS:
        raise InvalidInput(field="system", problem=system)
    try:
        SYSTEMS[system](**{name: float(value) for name, value in parameters.items()})
    except (TypeError, ValueError) as wrong:
        raise InvalidInput(field="parameters", problem=str(wrong)) from wrong


def ensure_default_pools(*, game: str = "tak", size: int | None = None) -> None:
    """Open the pool over all games of a kind, and for Tak the one of this size, where missing.

    A new pool starts wholly stale, so that it rates the games posted before it.
    """
    wanted: dict[str, dict[str, Any]] = {game: {"game": game}}
    if game in POOLS_BY_SIZE and size is not None:
        wanted[f"{game}-{size}"] = {"game": game, "size": size}
    for slug, counts in wanted.items():
        pool, created = Pool.objects.get_or_create(
            slug=slug,
            defaults={
                "counts": counts,
                "system": DEFAULT_SYSTEM,
                "ledger_version": 1,
                "dirty_from": "",
            },
        )
        if created:
            enqueue(tasks.replay_pool, pool.pk)


def enter_event(*, actor: Actor, event_id: int, player_id: int) -> Any:
    """Enter a player with the rating of the pool that fits the event; returns the Entry."""
    event = tournament_selectors.event_by_id(event_id)
    rating, source = selectors.entry_rating(
        game=event.game, size=event.ruleset.get("size"), player_id=player_id
    )
    return event_services.enter(
        actor=actor, event_id=event_id, player_id=player_id, rating=rating, rating_source=source
    )


def start_event(*, actor: Actor, event_id: int) -> Any:
    """Start an event: the ratings of its entries are read once more and frozen."""
    event = tournament_selectors.event_by_id(event_id)
    ratings: dict[int, int] = {}
    for entry in tournament_selectors.event_entries(event):
        rating, _source = selectors.entry_rating(
            game=event.game, size=event.ruleset.get("size"), player_id=entry.player_id
        )
        if rating is not None:
            ratings[entry.pk] = rating
    return event_services.start(actor=actor, event_id=event_id, ratings=ratings)
