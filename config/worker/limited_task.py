"""Celery tasks with time limits, of which none stops the others.

At the soft limit a task is interrupted, at the hard limit its process is killed. Both, and errors,
are recorded as a `FailedTask`, and the task is retried with increasing delays. A task never runs
twice at once with the same arguments, so that one that hangs blocks one process only.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from billiard.exceptions import SoftTimeLimitExceeded, TimeLimitExceeded
from celery import Task
from celery.signals import task_failure
from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import RedisError

from config.worker.limits import DEFAULT, LIMITS
from tournaments.enqueue import mark_arrived
from tournaments.execution.database_errors import is_outage
from tournaments.execution.leases import end_lease, lease

TIMEOUTS = (SoftTimeLimitExceeded, TimeLimitExceeded)


if TYPE_CHECKING:
    BaseTask = Task[Any, Any]
else:
    BaseTask = Task  # not generic at run time


class LimitedTask(BaseTask):
    abstract = True

    def __call__(self, *args: object, **kwargs: object) -> object:
        if self.request.called_directly:
            return super().__call__(*args, **kwargs)
        from tournaments.services import task_failures  # needs the apps

        mark_arrived(self.name, args)
        failure = task_failures.last_failure(name=self.name, args=args)
        if failure is not None and failure.retry_at > timezone.now():
            return None
        with lease(self._key("running", args)) as is_mine:
            if not is_mine:
                cache.set(self._key("again", args), 1, self._hard_limit())
                return None
            result = super().__call__(*args, **kwargs)
        if failure is not None:
            task_failures.forget_failure(name=self.name, args=args)
        if cache.delete(self._key("again", args)):
            self.apply_async(args=args, retry=False)
        return result

    def _hard_limit(self) -> int:
        return LIMITS.get(self.name, DEFAULT)[1]

    def _key(self, what: str, args: tuple[object, ...]) -> str:
        return f"task-{what}-{self.name}-{'-'.join(map(str, args))}"


@task_failure.connect
def record_failure(
    sender: Any,
    exception: object = None,
    args: Sequence[object] = (),
    task_id: str | None = None,
    **_more: object,
) -> None:
    """Record what failed, but for outages, after which the task works as before.

    The signal comes from the task, or from its parent process.
    """
    if isinstance(exception, TIMEOUTS):
        end_lease(sender._key("running", tuple(args)))
    elif isinstance(exception, RedisError) or (
        isinstance(exception, BaseException) and is_outage(exception)
    ):
        return
    from tournaments.services import task_failures  # needs the apps

    task_failures.record_failure(
        name=sender.name,
        args=list(args),
        now=timezone.now(),
        task_id=task_id or "",
        error="" if isinstance(exception, TIMEOUTS) else type(exception).__name__,
    )
