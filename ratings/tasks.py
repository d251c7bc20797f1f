"""Refresh tasks: safe to run twice, sent again by beat while a version pair differs."""

from collections.abc import Iterable

from celery import Task, shared_task
from django.utils import timezone

from ratings import recompute
from ratings.selectors import seasons
from tournaments.enqueue import enqueue_once, resend
from tournaments.services import task_failures


@shared_task
def replay_pool(pool_id: int) -> bool:
    has_changed = recompute.replay_pool(pool_id)
    if has_changed:
        for series_id in seasons.seasons_of_pool(pool_id):
            enqueue_once(refresh_series, series_id)
    return has_changed


@shared_task
def refresh_series(series_id: int) -> bool:
    return recompute.refresh_series(series_id)


@shared_task
def repair_series() -> list[int]:
    """Queue every season whose table is stale."""
    return _send(refresh_series, [series.pk for series in seasons.stale_series()])


@shared_task
def repair_pools() -> list[int]:
    """Queue every stale pool, except those rebuilt nightly."""
    return _send(replay_pool, recompute.stale_pools())


@shared_task
def rebuild_by_night() -> list[int]:
    """Queue every stale pool, including those rebuilt nightly."""
    return _send(replay_pool, recompute.stale_pools(by_night=True))


def _send(task: "Task[..., object]", ids: Iterable[int]) -> list[int]:
    """Send a task for each of these ids, but those that rest after they ran out of time."""
    sent = task_failures.ready_ids(task.name, ids, now=timezone.now())
    for each in sent:
        resend(task, each)
    return sent


@shared_task
def forget_old_epochs() -> int:
    """Delete the rows of replaced lists that a killed worker left; returns their number."""
    return recompute.delete_all_old_epochs()
