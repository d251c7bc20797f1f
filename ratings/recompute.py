"""Ratings from the ledger: read one moment, rate it with nothing locked, write what differs.

A pool has one list that people read, its `epoch`. When its rules were changed, the list by the
new ones is made beside it (`Pool.building`) and takes its place at once when it is complete.
"""

import logging
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from ratings import differences, replay, selectors, systems
from ratings.models import Checkpoint, PlayerRating, Pool, RatingChange
from ratings.systems import AnySystem
from ratings.turns import turn

CHECKPOINT_EVERY = 500
# A pool that changes while it is read is read again; the change sent a message of its own.
ATTEMPTS = 5
BATCH = 500

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Target:
    """A list to be made: the one that people read, or the one beside it.

    dirty_from: the least key that changed since it was made; "" is all of it, None nothing.
    """

    pool_id: int
    epoch: int
    system: AnySystem
    counts: dict[str, Any]
    dirty_from: str | None


def system_of(pool: Pool) -> AnySystem:
    """:raises ParameterRefused: a stored parameter is out of bounds."""
    return systems.build_checked(pool.system, pool.parameters)


def current(pool: Pool) -> Target:
    return Target(pool.pk, pool.epoch, system_of(pool), pool.counts, pool.dirty_from)


def under_construction(pool: Pool) -> Target | None:
    """The list being built, wherever an attempt at it ended."""
    plan = pool.building
    if plan is None:
        return None
    dirty = [key for key in (plan["redo"], plan["dirty_from"]) if key is not None]
    system = systems.build_checked(plan["system"], plan["parameters"])
    return Target(pool.pk, plan["epoch"], system, plan["counts"], min(dirty, default=None))


def stale_pools(*, by_night: bool = False) -> list[int]:
    """The ids of the pools whose list is not what the ledger and their rules say.

    Those that wait for the night are among them only `by_night`; those whose parameters were
    refused come back when the ledger or the rules have changed.
    """
    stale = Pool.objects.filter(~Q(ratings_version=F("ledger_version")) | Q(building__isnull=False))
    return [
        pool.pk
        for pool in stale.order_by("pk")
        if not has_failed(pool) and (by_night or not selectors.waits_for_the_night(pool))
    ]


def replay_stale_pools() -> list[int]:
    """Rate every pool that is not fresh; returns the ids of those that were not."""
    pool_ids = stale_pools(by_night=True)
    for pool_id in pool_ids:
        replay_pool(pool_id, wait=True)
    return pool_ids


def replay_pool(pool_id: int, *, wait: bool = False) -> bool:
    """Bring the ratings of a pool up to date; return False if there was nothing to write.

    Another worker that rates the pool just now is left to it, or with `wait` waited for. A
    parameter out of bounds is kept as the pool's `failure`, which staff see; nothing is raised.
    """
    with turn(pool_id, wait=wait) as mine:
        if not mine:
            return False
        replayed = _until_done(_try_replay, pool_id)
        built = _until_done(_try_build, pool_id)
        if built:
            forget_old_epochs(pool_id)
        return replayed or built


def _until_done(attempt: Any, pool_id: int) -> bool:
    for _number in range(ATTEMPTS):
        try:
            done: bool | None = attempt(pool_id)
        except systems.ParameterRefused as refused:
            _keep_failure(pool_id, refused)
            return False
        if done is not None:
            return done
    return False


def has_failed(pool: Pool) -> bool:
    """Whether the ledger and the rules are those that could not be rated."""
    return pool.failure is not None and pool.failure["version"] == pool.ledger_version


def _keep_failure(pool_id: int, refused: systems.ParameterRefused) -> None:
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        told = {"name": refused.name, "code": refused.code, "params": refused.params}
        pool.failure = {"version": pool.ledger_version, **told}
        pool.save(update_fields=["failure"])
    log.warning("pool %s is not rated: %s", pool.slug, refused)


def _try_replay(pool_id: int) -> bool | None:
    """One attempt; None when the ledger or the ratings moved meanwhile."""
    pool = Pool.objects.get(pk=pool_id)
    if pool.ratings_version == pool.ledger_version:
        return False
    found = differ(current(pool))
    if Pool.objects.get(pk=pool_id).ledger_version != pool.ledger_version:
        return None
    with transaction.atomic():
        locked = Pool.objects.select_for_update().get(pk=pool_id)
        if (locked.epoch, locked.ratings_version) != (pool.epoch, pool.ratings_version):
            return None  # another worker wrote: what was compared is no longer what is stored
        for difference in found:
            difference.write()
        locked.ratings_version, locked.failure = pool.ledger_version, None
        if locked.ledger_version == pool.ledger_version:
            locked.dirty_from = None
        locked.save(update_fields=["ratings_version", "dirty_from", "failure"])
    return True


def _try_build(pool_id: int) -> bool | None:
    """One attempt at the list beside the one people read; None when the ledger moved meanwhile.

    Nobody reads it before the swap, so it is written with nothing locked. What an attempt takes
    on is kept as `redo` until it is done: a worker that is killed leaves it to the next one.
    """
    if Pool.objects.get(pk=pool_id).building is None:
        return False
    pool = _take_on(pool_id)
    target = under_construction(pool)
    if target is None:
        return False
    for difference in differ(target):
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
    return True


def _take_on(pool_id: int) -> Pool:
    """Move what is dirty to `redo`: from now on `dirty_from` says what came meanwhile."""
    with transaction.atomic():
        pool = Pool.objects.select_for_update().get(pk=pool_id)
        target = under_construction(pool)
        if pool.building is not None and target is not None:
            pool.building |= {"redo": target.dirty_from, "dirty_from": None}
            pool.save(update_fields=["building"])
    return pool


def _swap(pool: Pool) -> None:
    """Let people read the list that was built. The pool is locked."""
    plan = pool.building or {}
    for column in ("epoch", "system", "parameters", "counts"):
        setattr(pool, column, plan[column])
    pool.building, pool.dirty_from, pool.failure = None, None, None
    pool.ratings_version = pool.ledger_version
    pool.save()


def forget_old_epochs(pool_id: int) -> int:
    """Delete what is left of lists that nobody reads any more; returns the number of rows."""
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


def forget_all_old_epochs() -> int:
    """See `forget_old_epochs`; of every pool."""
    pool_ids = Pool.objects.order_by("pk").values_list("pk", flat=True)
    return sum(forget_old_epochs(pool_id) for pool_id in list(pool_ids))


def differ(target: Target) -> list[differences.Difference]:
    """How what is stored differs from what the ledger says, from where it is dirty."""
    if target.dirty_from is None:
        return []
    start = selectors.checkpoint_before(
        pool_id=target.pool_id, epoch=target.epoch, key=target.dirty_from
    )
    after = start.order_key if start else ""
    games = list(selectors.ledger(target.counts, after=after))
    replayed = replay.replay(games, target.system, start=start, checkpoint_every=CHECKPOINT_EVERY)
    return differences.compare(target.pool_id, target.epoch, replayed, after=after)
