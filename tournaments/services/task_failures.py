"""Tasks that failed or ran out of time: shown to staff, and retried with growing delays."""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from billiard.exceptions import SoftTimeLimitExceeded
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.execution.database_errors import is_outage
from tournaments.execution.moments import has_come
from tournaments.execution.transactions import in_transaction
from tournaments.models import FailedTask

T = TypeVar("T")
log = logging.getLogger(__name__)
FIRST_DELAY = timedelta(minutes=1)
LONGEST_DELAY = timedelta(hours=1)


def subject_of(args: Sequence[object]) -> str:
    return ",".join(map(str, args))[:200]


@in_transaction
def record_failure(
    *, name: str, args: Sequence[object], now: datetime, task_id: str = "", error: str = ""
) -> FailedTask:
    """Record that a task failed with `error`, or ran out of time. Locks FailedTask.

    Each failure doubles the delay. A first error is retried at once: its process may have been
    killed. A task without arguments, such as a repair, is always retried.

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
            "retry_at": now,
            "error": error,
        },
    )
    if not made and task_id and kept.task_id == task_id:
        return kept
    if not made:
        kept.failures += 1
        kept.failed_at, kept.task_id, kept.error = now, task_id, error
    kept.retry_at = now + _delay_of(kept)
    kept.save(update_fields=["failures", "task_id", "failed_at", "retry_at", "error"])
    log.error(
        "%s %s (%d in a row); it is tried again after %s.",
        kept,
        f"failed by {error}" if error else "ran out of time",
        kept.failures,
        kept.retry_at.isoformat(timespec="seconds"),
    )
    return kept


def _delay_of(task: FailedTask) -> timedelta:
    if not task.subject:
        return timedelta()
    doublings = task.failures - (2 if task.error else 1)
    return (
        timedelta() if doublings < 0 else min(FIRST_DELAY * 2 ** min(doublings, 10), LONGEST_DELAY)
    )


def run_each(name: str, ids: Iterable[int], run: Callable[[int], T]) -> list[T]:
    """What `run` returns for each id. One that fails is recorded and stops none of the others.

    An outage of the database, which concerns all, is raised.
    """
    now, results = timezone.now(), []
    recorded = set(FailedTask.objects.filter(name=name).values_list("subject", flat=True))
    for each in ready_ids(name, ids, now=now):
        try:
            results.append(run(each))
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:  # reported to staff, and retried
            if is_outage(error):
                raise
            log.exception("%s(%d)", name, each)
            record_failure(name=name, args=[each], now=now, error=type(error).__name__)
        else:
            if str(each) in recorded:
                forget_failure(name=name, args=[each])
    return results


def last_failure(*, name: str, args: Sequence[object]) -> FailedTask | None:
    return FailedTask.objects.filter(name=name, subject=subject_of(args)).first()


def forget_failure(*, name: str, args: Sequence[object]) -> None:
    """Call it once the task succeeds. Repeating it is harmless."""
    FailedTask.objects.filter(name=name, subject=subject_of(args)).delete()


def ready_ids(name: str, ids: Iterable[int], *, now: datetime) -> list[int]:
    """Keep only ids whose task may be sent now, in their order."""
    kept = FailedTask.objects.filter(name=name)
    delayed = kept.exclude(has_come("retry_at", now, within=LONGEST_DELAY))
    subjects = set(delayed.values_list("subject", flat=True))
    return [each for each in ids if str(each) not in subjects]


def failures() -> QuerySet[FailedTask]:
    """The tasks that have not succeeded since they failed, the longest first."""
    return FailedTask.objects.order_by("first_failed_at", "pk")
