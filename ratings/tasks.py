"""Refreshes: safe to run twice, sent again by beat while a version pair differs."""

from celery import shared_task
from django.utils import timezone

from ratings import recompute
from tournaments.services import task_failures

# A message that waited longer for a worker is sent again by the next round of beat.
WAITS_SECONDS = 30


@shared_task
def replay_pool(pool_id: int) -> bool:
    return recompute.replay_pool(pool_id)


@shared_task
def repair_pools() -> list[int]:
    """Send every pool whose message was lost to a worker of its own."""
    return _sent(recompute.stale_pools())


@shared_task
def rebuild_by_night() -> list[int]:
    """Send every stale list, those too that waited for the night."""
    return _sent(recompute.stale_pools(by_night=True))


def _sent(pool_ids: list[int]) -> list[int]:
    sent = task_failures.ready_ids(replay_pool.name, pool_ids, now=timezone.now())
    for pool_id in sent:
        replay_pool.apply_async((pool_id,), expires=WAITS_SECONDS)
    return sent


@shared_task
def forget_old_epochs() -> int:
    """Delete what a worker that was killed after a swap left; returns the number of rows."""
    return recompute.forget_all_old_epochs()
