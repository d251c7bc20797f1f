"""Refreshes: safe to run twice, sent again by beat while a version pair differs."""

from celery import shared_task

from ratings import recompute


@shared_task
def replay_pool(pool_id: int) -> bool:
    return recompute.replay_pool(pool_id)


@shared_task
def repair_pools() -> list[int]:
    """Rate every pool whose message was lost."""
    return recompute.replay_stale_pools()
