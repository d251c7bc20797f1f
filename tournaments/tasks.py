"""Refreshes only; each is one recompute, safe to run twice."""

from celery import shared_task
from django.db.models import F

from tournaments import recompute, selectors
from tournaments.enqueue import enqueue
from tournaments.models import Event, Series


@shared_task(name="tournaments.tasks.refresh_standings")
def refresh_standings(event_id: int) -> None:
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        return
    if recompute.refresh_standings(event_id) and event.series_id is not None:
        enqueue(refresh_series, event.series_id)


@shared_task(name="tournaments.tasks.refresh_series")
def refresh_series(series_id: int) -> None:
    if Series.objects.filter(pk=series_id).exists():
        recompute.refresh_series(series_id)


@shared_task(name="tournaments.tasks.repair_standings")
def repair_standings() -> None:
    """Refresh every table that is older than its results, whatever message was lost."""
    stale = Event.objects.exclude(standings_version=F("results_version"))
    for event_id in stale.order_by("pk").values_list("pk", flat=True):
        recompute.refresh_standings(event_id)
    for series in selectors.stale_series():
        recompute.refresh_series(series.pk)
