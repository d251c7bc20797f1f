"""Celery tasks that refresh derived tables. Each may run twice."""

from collections.abc import Iterable

from celery import Task, shared_task
from django.db.models import F
from django.utils import timezone

from tournaments import recompute, selectors
from tournaments.enqueue import enqueue_once, resend
from tournaments.models import Event, Series
from tournaments.services import task_failures


@shared_task(name="tournaments.tasks.refresh_standings")
def refresh_standings(event_id: int) -> None:
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        return
    if recompute.refresh_standings(event_id) and event.series_id is not None:
        enqueue_once(refresh_series, event.series_id)


@shared_task(name="tournaments.tasks.refresh_series")
def refresh_series(series_id: int) -> None:
    if Series.objects.filter(pk=series_id).exists():
        recompute.refresh_series(series_id)


@shared_task(name="tournaments.tasks.repair_standings")
def repair_standings() -> list[int]:
    """Send a refresh for every stale table, in case its message was lost.

    One task per table, so a slow table does not block the others.
    """
    stale = Event.objects.exclude(standings_version=F("results_version"))
    events = _send(refresh_standings, stale.order_by("pk").values_list("pk", flat=True))
    _send(refresh_series, [series.pk for series in selectors.stale_series()])
    return events


def _send(task: "Task[..., object]", ids: Iterable[int]) -> list[int]:
    """Send a task for each of these ids, but those that rest after they ran out of time."""
    sent = task_failures.ready_ids(task.name, ids, now=timezone.now())
    for each in sent:
        resend(task, each)
    return sent
