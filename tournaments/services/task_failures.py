"""Tasks that ran out of time: shown to staff, and retried with growing delays."""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from tournaments.models import FailedTask

log = logging.getLogger(__name__)
FIRST_DELAY = timedelta(minutes=1)
LONGEST_DELAY = timedelta(hours=1)


def subject_of(args: Sequence[object]) -> str:
    return ",".join(map(str, args))[:200]


@transaction.atomic
def record_failure(
    *, name: str, args: Sequence[object], now: datetime, task_id: str = ""
) -> FailedTask:
    """Record that a task ran out of time; each failure doubles the delay. Locks FailedTask.

    Repeating it with the same `task_id` changes nothing: a worker reports a hard limit twice.
    """
    kept, made = FailedTask.objects.select_for_update().get_or_create(
        name=name,
        subject=subject_of(args),
        defaults={
            "failures": 1,
            "task_id": task_id,
            "first_failed_at": now,
            "failed_at": now,
            "retry_at": now + FIRST_DELAY,
        },
    )
    if not made and task_id and kept.task_id == task_id:
        return kept
    if not made:
        kept.failures += 1
        kept.failed_at, kept.task_id = now, task_id
        kept.retry_at = now + min(FIRST_DELAY * 2 ** min(kept.failures - 1, 10), LONGEST_DELAY)
        kept.save(update_fields=["failures", "task_id", "failed_at", "retry_at"])
    log.error(
        "%s ran out of time (%d in a row); it is tried again after %s.",
        kept,
        kept.failures,
        kept.retry_at.isoformat(timespec="seconds"),
    )
    return kept


def last_failure(*, name: str, args: Sequence[object]) -> FailedTask | None:
    return FailedTask.objects.filter(name=name, subject=subject_of(args)).first()


def forget_failure(*, name: str, args: Sequence[object]) -> None:
    """Call it once the task succeeds. Repeating it is harmless."""
    FailedTask.objects.filter(name=name, subject=subject_of(args)).delete()


def ready_ids(name: str, ids: Iterable[int], *, now: datetime) -> list[int]:
    """Keep only ids whose task may be sent now, in their order."""
    delayed = FailedTask.objects.filter(name=name, retry_at__gt=now)
    subjects = set(delayed.values_list("subject", flat=True))
    return [each for each in ids if str(each) not in subjects]


def failures() -> QuerySet[FailedTask]:
    """The tasks that have not succeeded since they ran out of time, the longest first."""
    return FailedTask.objects.order_by("first_failed_at", "pk")
