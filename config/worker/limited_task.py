"""What becomes of a task that runs too long.

At the soft limit the task is interrupted, at the hard one its process is killed. Either way it is
kept for staff (`FailedTask`) and rests, ever longer, before it is tried again. The same task with
the same arguments runs once at a time, so that one that never ends holds one process, not all.
"""

from typing import TYPE_CHECKING, Any

from billiard.exceptions import SoftTimeLimitExceeded, TimeLimitExceeded
from celery import Task
from celery.signals import task_failure
from django.core.cache import cache
from django.utils import timezone

from config.worker.limits import LIMITS, USUAL

OUT_OF_TIME = (SoftTimeLimitExceeded, TimeLimitExceeded)


if TYPE_CHECKING:
    AnyTask = Task[Any, Any]
else:
    AnyTask = Task  # its class takes types only where they are checked


class LimitedTask(AnyTask):
    """A task that rests after it ran out of time, and never runs twice at once."""

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.request.called_directly:
            return super().__call__(*args, **kwargs)
        from tournaments.services import task_failures  # needs the apps

        failed = task_failures.last_failure(name=self.name, args=args)
        if failed is not None and failed.retry_at > timezone.now():
            return None
        if not cache.add(self._key("running", args), 1, self._hard_limit()):
            cache.set(self._key("again", args), 1, self._hard_limit())
            return None
        try:
            done = super().__call__(*args, **kwargs)
        finally:
            cache.delete(self._key("running", args))
        if failed is not None:
            task_failures.forget_failure(name=self.name, args=args)
        if cache.delete(self._key("again", args)):
            self.apply_async(args=args, retry=False)
        return done

    def _hard_limit(self) -> int:
        return LIMITS.get(self.name, USUAL)[1]

    def _key(self, what: str, args: tuple[Any, ...]) -> str:
        return f"task-{what}-{self.name}-{'-'.join(map(str, args))}"


@task_failure.connect
def note_time_limit(
    sender: Any = None, exception: Any = None, args: Any = (), task_id: Any = "", **_more: Any
) -> None:
    """Keep that a task ran out of time; sent by the task itself or by the parent of its process."""
    if isinstance(exception, OUT_OF_TIME):
        from tournaments.services import task_failures  # needs the apps

        cache.delete(sender._key("running", tuple(args)))
        task_failures.record_failure(
            name=sender.name, args=list(args), now=timezone.now(), task_id=str(task_id or "")
        )
