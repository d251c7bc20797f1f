"""Refresh tasks: safe to run twice, sent again by beat while a version pair differs."""

from celery import shared_task
from django.utils import timezone

from ratings import recompute
from tournaments.enqueue import resend
from tournaments.services import task_failures


@shared_task
def replay_pool(pool_id: int) -> bool:
    return recompute.replay_pool(pool_id)


@shared_task
def repair_pools() -> list[int]:
    """Queue every stale pool, except those rebuilt nightly."""
    return _queue(recompute.stale_pools())


@shared_task
def rebuild_by_night() -> list[int]:
    """Queue every stale pool, including those rebuilt nightly."""
    return _queue(recompute.stale_pools(by_night=True))


def _queue(pool_ids: list[int]) -> list[int]:
    queued = task_failures.ready_ids(replay_pool.name, pool_ids, now=timezone.now())
    for pool_id in queued:
        resend(replay_pool, pool_id)
    return queued


@shared_task
def forget_old_epochs() -> int:
    """Delete the rows of replaced lists that a killed worker left; returns their number."""
    return recompute.delete_all_old_epochs()
