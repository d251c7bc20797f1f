"""Sending a task so that a broker that is down undoes nothing and fails no request."""

from celery import Task
from django.db import transaction


def enqueue(task: "Task[..., object]", *args: int) -> None:
    """Send `task` after commit; a broker that is down is logged, not raised.

    What is lost is found again by beat: the version pair or the job row says it is unfinished.
    """

    def send() -> None:  # a named function: Django logs its __qualname__, which partial() lacks
        task.apply_async(args=args, retry=False)

    transaction.on_commit(send, robust=True)
