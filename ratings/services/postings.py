"""The ledger of rated games, and telling the pools from where they must be rated again.

Ratings themselves are derived: `recompute.replay_pool`.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet, prefetch_related_objects
from django.utils import timezone

from ratings import counting, selectors, tasks
from ratings.counting import Counts
from ratings.models import Pool, Posting, RatedGame
from ratings.services.pools import ensure_default_pools, lock_ledger, lock_pools
from tournaments.enqueue import enqueue_once
from tournaments.execution.transactions import in_transaction
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
    facts: dict[str, object] = field(default_factory=dict)
    event_id: int | None = None
    by_players: bool = False


def _columns(rated: RatedInput) -> dict[str, object]:
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


def _has_columns(live: RatedGame, rated: RatedInput) -> bool:
    return all(getattr(live, column) == value for column, value in _columns(rated).items())


def _has_seats(live: RatedGame, rated: RatedInput) -> bool:
    """Whether a revision, with its postings read, has these seats."""
    seats = sorted(live.postings.all(), key=lambda seat: seat.order)
    live_seats = [RatedSeat(seat.player_id, seat.score_x2, seat.place_x2) for seat in seats]
    return live_seats == list(rated.seats)


def post_result(
    source: str, rated: RatedInput, *, approved: bool | None = None, is_first: bool = False
) -> bool:
    """Put a game into the ledger as `source`; return False if it stood there unchanged.

    Another content voids the live revision and posts the next one. A game that is not approved
    for rating is held: no list counts it, see `services.approval`. The caller holds the lock
    on what `source` names; this locks the pools that count the old or the new revision.

    approved: whether the game's event is, if that is known. is_first: `source` was never posted.
    """
    known = {} if approved is None or rated.event_id is None else {rated.event_id: approved}
    with transaction.atomic(savepoint=False):
        return _post_results({source: rated}, known, first={source} if is_first else ()) == 1


def post_results(rated: Mapping[str, RatedInput]) -> int:
    """Put games into the ledger, each by its source, as `post_result` does; how many are new.

    The statements grow by batches, not by games.
    """
    with transaction.atomic(savepoint=False):
        return _post_results(rated)


def _post_results(
    rated: Mapping[str, RatedInput],
    known_approvals: Mapping[int, bool] | None = None,
    *,
    first: Collection[str] = (),
) -> int:
    sources = [source for source in rated if source not in first]
    revisions = RatedGame.objects.filter(source__in=sources).order_by("revision")
    last = {row.source: row for row in revisions}
    known = {source: row for source, row in last.items() if row.voided_at is None or row.held}
    approved = dict(known_approvals or {})
    for event_id in {game.event_id for game in rated.values()}:
        if event_id is not None and event_id not in approved:
            approved[event_id] = approval.counts_for_rating(event_id)
    counts = {source: _counts(game, approved) for source, game in rated.items()}
    unchanged = _unchanged(known, rated, counts)
    new = {source: game for source, game in rated.items() if source not in unchanged}
    counted = [row for source in new for row in _take_out(known.get(source))]
    posted = _posted(new, counts, last)
    counted += [row for row in posted if counts[row.source]]
    if counted:
        new_games = [(row.game, row.size) for row in posted if counts[row.source]]
        pools = ensure_default_pools(new_games, touched={row.game for row in counted})
        if any(_asks_event(pool) for pool in pools):
            prefetch_related_objects(counted, "event")
        bump_pools(counted, pools=pools)
    return len(new)


def _asks_event(pool: Pool) -> bool:
    """Whether the list of a pool, or the one being built, counts the games of some events."""
    building = pool.building
    return counting.asks_event(pool.counts) or (
        building is not None and counting.asks_event(building["counts"])
    )


def _unchanged(
    known: Mapping[str, RatedGame], rated: Mapping[str, RatedInput], counts: Mapping[str, bool]
) -> set[str]:
    """The games that stand in the ledger already, and are held or count as they are to."""
    same = {
        source: row
        for source, row in known.items()
        if row.held is not counts[source] and _has_columns(row, rated[source])
    }
    prefetch_related_objects(list(same.values()), "postings")
    return {source for source, row in same.items() if _has_seats(row, rated[source])}


def _posted(
    new: Mapping[str, RatedInput], counts: Mapping[str, bool], last: Mapping[str, RatedGame]
) -> list[RatedGame]:
    """Store the next revision of each of these games; those that do not count yet are held."""
    held: dict[str, object] = {"held": True, "voided_at": timezone.now()}
    posted = [
        RatedGame(
            source=source,
            revision=last[source].revision + 1 if source in last else 1,
            **_columns(game),
            **({} if counts[source] else held),
        )
        for source, game in new.items()
    ]
    RatedGame.objects.bulk_create(posted)
    Posting.objects.bulk_create(
        Posting(rated_game=row, order=order, **seat._asdict())
        for row in posted
        for order, seat in enumerate(new[row.source].seats, start=1)
    )
    return posted


def _counts(rated: RatedInput, approved: Mapping[int, bool]) -> bool:
    """Whether a game changes ratings now: its event is approved, or the clubs of its players."""
    if rated.event_id is not None:
        return approved[rated.event_id]
    return not rated.by_players or approval.are_of_approved_clubs(
        seat.player_id for seat in rated.seats
    )


def _live_or_held(sources: Iterable[str]) -> QuerySet[RatedGame]:
    in_ledger = Q(voided_at__isnull=True) | Q(held=True)
    return RatedGame.objects.filter(in_ledger, source__in=list(sources))


def in_ledger(sources: Iterable[str]) -> set[str]:
    """Those of these sources whose game is in the ledger, or held. One query."""
    return set(_live_or_held(sources).values_list("source", flat=True))


def _take_out(known: RatedGame | None) -> list[RatedGame]:
    """Void a live or held revision; returns it in a list where a pool may have counted it."""
    if known is None:
        return []
    was_counted = known.voided_at is None
    known.voided_at, known.held = timezone.now(), False
    known.save(update_fields=["voided_at", "held"])
    return [known] if was_counted else []


def void_posting(source: str) -> bool:
    """Take a game out of the ledger; return False if it was not in it. Locks its pools."""
    with transaction.atomic(savepoint=False):
        known = _live_or_held([source]).first()
        if known is None:
            return False
        bump_pools(_take_out(known))
        return True


@in_transaction
def rerate_players(player_ids: Iterable[int]) -> None:
    """Have every game of these players rated again: they were merged into another, or parted.

    The caller has written that already, and holds the JournalHeads that it needs.
    """
    lock_ledger()
    people = list(player_ids)
    theirs = Q(postings__player__in=people) | Q(postings__player__merged_into__in=people)
    games = RatedGame.objects.filter(theirs, voided_at__isnull=True)
    bump_pools(list(games.distinct().order_by("order_key")))


def bump_pools(
    touched: list[RatedGame],
    *,
    pools: Iterable[Pool] | None = None,
    is_rated_later: bool = False,
) -> list[Pool]:
    """Say to every pool that counts one of these games from where it is stale; returns them.

    A list that is being built beside the one people read counts by rules of its own.
    pools: those that may count them, if they are locked already. is_rated_later: the caller sends
    the tasks.
    """
    stale: list[Pool] = []
    for pool in lock_pools({game.game for game in touched}) if pools is None else pools:
        now, built = _first_keys(pool, touched)
        if now is None and built is None:
            continue
        stale.append(pool)
        if now is not None:
            pool.dirty_from = now if pool.dirty_from is None else min(pool.dirty_from, now)
        if built is not None and pool.building is not None:
            dirty = pool.building["dirty_from"]
            pool.building["dirty_from"] = built if dirty is None else min(dirty, built)
        pool.ledger_version += 1
        if not is_rated_later and not selectors.waits_for_night(pool):
            enqueue_once(tasks.replay_pool, pool.pk)
    Pool.objects.bulk_update(stale, ["dirty_from", "building", "ledger_version"])
    return stale


def _first_keys(pool: Pool, touched: list[RatedGame]) -> tuple[str | None, str | None]:
    """The least key that the list people read counts, and the one being built; None: neither."""

    def first(counts: Counts) -> str | None:
        keys = (game.order_key for game in touched if counting.is_counted(counts, game))
        return min(keys, default=None)

    return first(pool.counts), first(pool.building["counts"]) if pool.building else None
