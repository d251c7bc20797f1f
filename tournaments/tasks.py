"""Celery tasks that refresh derived tables. Each may run twice."""

from celery import shared_task
from django.db.models import F
from django.utils import timezone

from tournaments import recompute
from tournaments.enqueue import enqueue_by_name, resend
from tournaments.models import Event
from tournaments.services import task_failures

# Seasons may count rating gains, so their task is in the package above.
REFRESH_SERIES = "ratings.tasks.refresh_series"


@shared_task(name="tournaments.tasks.refresh_standings")
def refresh_standings(event_id: int) -> None:
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        return
    if recompute.refresh_standings(event_id) and event.series_id is not None:
        enqueue_by_name(REFRESH_SERIES, event.series_id)


@shared_task(name="tournaments.tasks.repair_standings")
def repair_standings() -> list[int]:
    """Send a refresh for every stale table, in case its message was lost.

    One task per table, so a slow table does not block the others.
    """
    stale = Event.objects.exclude(standings_version=F("results_version"))
    ids = stale.order_by("pk").values_list("pk", flat=True)
    sent = task_failures.ready_ids(refresh_standings.name, ids, now=timezone.now())
    for each in sent:
        resend(refresh_standings, each)
    return sent
