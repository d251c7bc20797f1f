"""Refreshes only; each is one recompute, safe to run twice."""

from celery import shared_task
from django.db.models import F

from tournaments import recompute
from tournaments.models import Event


@shared_task(name="tournaments.tasks.refresh_standings")
def refresh_standings(event_id: int) -> None:
    if Event.objects.filter(pk=event_id).exists():
        recompute.refresh_standings(event_id)


@shared_task(name="tournaments.tasks.repair_standings")
def repair_standings() -> None:
    """Refresh every table that is older than its results, whatever message was lost."""
    stale = Event.objects.exclude(standings_version=F("results_version"))
    for event_id in stale.order_by("pk").values_list("pk", flat=True):
        recompute.refresh_standings(event_id)
