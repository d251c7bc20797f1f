"""What waits for workers, for operators."""

from dataclasses import dataclass

from django.db.models import F, Min
from django.utils import timezone

from tournaments.choices import JobStatus
from tournaments.models import Event, FailedTask, PairingJob


@dataclass(frozen=True, slots=True)
class WaitingWork:
    """pairing_seconds: since when the oldest unfinished pairing was asked for."""

    stale_events: int
    pairings: int
    pairing_seconds: float
    failed_tasks: int


def waiting_work() -> WaitingWork:
    """In four queries."""
    open_jobs = PairingJob.objects.filter(state__in=[JobStatus.WAITING, JobStatus.RUNNING])
    oldest = open_jobs.aggregate(at=Min("asked_at"))["at"]
    return WaitingWork(
        stale_events=Event.objects.exclude(standings_version=F("results_version")).count(),
        pairings=open_jobs.count(),
        pairing_seconds=(timezone.now() - oldest).total_seconds() if oldest else 0.0,
        failed_tasks=FailedTask.objects.count(),
    )
