"""Ratings from the ledger: read a version, compute without locks, write the differences.

A pool has one current list, its `epoch`. After a change of its rules a second list is built
(`Pool.building`), which replaces the current one when it is complete.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, Q

from ratings import differences, replay, selectors, systems
from ratings.counting import Counts
from ratings.models import Checkpoint, PlayerRating, Pool, RatingChange
from ratings.selectors import seasons
from ratings.systems import AnySystem
from tournaments import recompute as tournament_tables
from tournaments.errors import NotFound
from tournaments.execution.leases import lease
from tournaments.services.feed import writing as feed
from tournaments.standings.collector import collector_paused

CHECKPOINT_EVERY = 500
# Tries while the pool changes during the computation; each change also sends its own message.
ATTEMPTS = 5
BATCH = 500

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ListTarget:
    """A list to compute: the current one or the one being built.

    dirty_from: the least key that changed since it was computed; "": everything, None: nothing.
    """

    pool_id: int
    epoch: int
    system: AnySystem
    counts: Counts
    dirty_from: str | None


def system_of(pool: Pool) -> AnySystem:
    """:raises ParameterRefused: a stored parameter is out of bounds."""
    return systems.build_checked(pool.system, pool.parameters)


def current_target(pool: Pool) -> ListTarget:
    return ListTarget(pool.pk, pool.epoch, system_of(pool), pool.counts, pool.dirty_from)


def building_target(pool: Pool) -> ListTarget | None:
    """The list being built, with the work that an interrupted attempt left."""
    plan = pool.building
    if plan is None:
        return None
    dirty = [key for key in (plan["redo"], plan["dirty_from"]) if key is not None]
    system = systems.build_checked(plan["system"], plan["parameters"])
    return ListTarget(pool.pk, plan["epoch"], system, plan["counts"], min(dirty, default=None))


def stale_pools(*, by_night: bool = False) -> list[int]:
    """The ids of the pools whose list does not match the ledger and their rules.

    Pools that are rebuilt nightly are included only `by_night`. Pools with refused parameters are
    left out until their ledger or rules change.
    """
    stale = Pool.objects.filter(~Q(ratings_version=F("ledger_version")) | Q(building__isnull=False))
    return [
        pool.pk
        for pool in stale.order_by("pk")
        if not has_failed(pool) and (by_night or not selectors.waits_for_night(pool))
    ]


def replay_stale_pools() -> list[int]:
    """Rate every stale pool; returns their ids."""
    pool_ids = stale_pools(by_night=True)
    for pool_id in pool_ids:
        replay_pool(pool_id, wait=True)
    return pool_ids


def replay_pool(pool_id: int, *, wait: bool = False) -> bool:
    """Bring the ratings of a pool up to date; return False if there was nothing to write.

    If another process rates the pool, return False at once, or with `wait` wait for it.
    A parameter out of bounds is stored as the pool's `failure`, not raised.
    """
    with lease(f"pool-{pool_id}", wait=wait) as is_mine:
        if not is_mine:
            return False
        replayed = _retry(_try_replay, pool_id)
        built = _retry(_try_build, pool_id)
        if built:
            delete_old_epochs(pool_id)
        return replayed or built


def _retry(attempt: Callable[[int], bool | None], pool_id: int) -> bool:
    for _number in range(ATTEMPTS):
        try:
            done = attempt(pool_id)
        except systems.ParameterRefused as refused:
            _keep_failure(pool_id, refused)
            return False
        if done is not None:
            return done
    return False


def has_failed(pool: Pool) -> bool:
    """Whether rating failed and neither the ledger nor the rules changed since."""
    return pool.failure is not None and pool.failure["version"] == pool.ledger_version


def _keep_failure(pool_id: int, refused: systems.ParameterRefused) -> None:
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        pool.failure = {
            "version": pool.ledger_version,
            "name": refused.name,
            "code": refused.code,
            "params": refused.params,
        }
        pool.save(update_fields=["failure"])
    log.warning("pool %s is not rated: %s", pool.slug, refused)


def _try_replay(pool_id: int) -> bool | None:
    """One attempt; None if the ledger or the ratings changed meanwhile."""
    pool = Pool.objects.get(pk=pool_id)
    if pool.ratings_version == pool.ledger_version:
        return False
    found = find_differences(current_target(pool))
    if Pool.objects.get(pk=pool_id).ledger_version != pool.ledger_version:
        return None
    with transaction.atomic():
        locked = Pool.objects.select_for_update().get(pk=pool_id)
        if (locked.epoch, locked.ratings_version) != (pool.epoch, pool.ratings_version):
            return None  # another worker wrote, so the comparison is outdated
        for difference in found:
            difference.write()
        locked.ratings_version, locked.failure = pool.ledger_version, None
        if locked.ledger_version == pool.ledger_version:
            locked.dirty_from = None
        locked.save(update_fields=["ratings_version", "dirty_from", "failure"])
        if locked.ledger_version == locked.ratings_version:
            feed.write_ratings(locked.slug, version=locked.ratings_version)
    return True


def _try_build(pool_id: int) -> bool | None:
    """One attempt at the list being built; None if the ledger changed meanwhile.

    Nobody reads that list before the swap, so it is written without locks. `redo` keeps what the
    attempt works on until it is done, so that the next worker can repeat it after a crash.
    """
    if Pool.objects.get(pk=pool_id).building is None:
        return False
    pool = _claim_dirty(pool_id)
    target = building_target(pool)
    if target is None:
        return False
    for difference in find_differences(target):
        difference.write()
    with transaction.atomic():
        locked = Pool.objects.select_for_update().get(pk=pool_id)
        if locked.building is None or locked.building["epoch"] != target.epoch:
            return None  # the rules were changed again
        if locked.ledger_version != pool.ledger_version:
            locked.building["redo"] = None
            locked.save(update_fields=["building"])
            return None
        _swap(locked)
        feed.write_ratings(locked.slug, version=locked.ratings_version)
    return True


def _claim_dirty(pool_id: int) -> Pool:
    """Move `dirty_from` to `redo`; `dirty_from` then collects the changes made meanwhile."""
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        target = building_target(pool)
        if pool.building is not None and target is not None:
            pool.building |= {"redo": target.dirty_from, "dirty_from": None}
            pool.save(update_fields=["building"])
    return pool


def _swap(pool: Pool) -> None:
    """Make the built list the current one. The pool is locked."""
    plan = pool.building or {}
    for column in ("epoch", "system", "parameters", "counts"):
        setattr(pool, column, plan[column])
    pool.building, pool.dirty_from, pool.failure = None, None, None
    pool.ratings_version = pool.ledger_version
    pool.save()


def delete_old_epochs(pool_id: int) -> int:
    """Delete the rows of replaced lists; returns their number."""
    pool = Pool.objects.get(pk=pool_id)
    plan = pool.building or {"epoch": pool.epoch}
    gone = 0
    for model in (RatingChange, PlayerRating, Checkpoint):
        old = model._default_manager.filter(pool=pool).exclude(
            epoch__in=[pool.epoch, plan["epoch"]]
        )
        while keys := list(old.values_list("pk", flat=True)[:BATCH]):
            gone += model._default_manager.filter(pk__in=keys).delete()[0]
    return gone


def delete_all_old_epochs() -> int:
    """`delete_old_epochs` of every pool."""
    pool_ids = Pool.objects.order_by("pk").values_list("pk", flat=True)
    return sum(delete_old_epochs(pool_id) for pool_id in list(pool_ids))


def find_differences(target: ListTarget) -> list[differences.TableDifference]:
    """The differences between the stored rows and a replay from `dirty_from`."""
    if target.dirty_from is None:
        return []
    start = selectors.checkpoint_before(
        pool_id=target.pool_id, epoch=target.epoch, key=target.dirty_from
    )
    after = start.order_key if start else ""
    with collector_paused():  # it takes a third of a replay
        games = list(selectors.ledger(target.counts, after=after))
        replayed = replay.replay(
            games, target.system, start=start, checkpoint_every=CHECKPOINT_EVERY
        )
        return differences.compare(target.pool_id, target.epoch, replayed, after=after)


def refresh_series(series_id: int) -> bool:
    """Rewrite the stored table of a season; return False if there is none or it is up to date."""
    try:
        return tournament_tables.refresh_series(series_id, seasons.LISTS)
    except NotFound:  # the message outlived the season
        return False
