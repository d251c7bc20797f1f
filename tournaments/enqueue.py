"""Sending a task so that a broker that is down undoes nothing and fails no request."""

import logging
import time

from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)
# Finding out that a broker is down takes the connection's time limit. Once in so many seconds
# somebody finds out; the others do not wait for it.
QUIET_SECONDS = 10.0


class _Broker:
    """What this process last saw of the broker, in seconds of the monotonic clock."""

    down_until = 0.0


def enqueue(task: "Task[..., object]", *args: int | str) -> None:
    """Send `task` after commit; a broker that is down is logged, not raised.

    What is lost is found again by beat: the version pair or the job row says it is unfinished.
    """

    def send() -> None:  # a named function: Django logs its __qualname__, which partial() lacks
        if time.monotonic() < _Broker.down_until:
            return
        try:
            task.apply_async(args=args, retry=False)
        except OperationalError as error:
            _Broker.down_until = time.monotonic() + QUIET_SECONDS
            log.warning("The broker does not answer (%s); beat sends %s later.", error, task.name)

    transaction.on_commit(send, robust=True)
