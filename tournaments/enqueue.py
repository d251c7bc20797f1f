"""Sends Celery tasks so that a broker outage never fails a request or rolls back data."""

import logging
import time

from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)
# A failed connection attempt takes its full timeout, so it is tried only this often.
BROKER_RETRY_SECONDS = 10.0


class _Broker:
    """The broker as last seen by this process; times on the monotonic clock."""

    down_until = 0.0


def enqueue(task: "Task[..., object]", *args: int | str) -> None:
    """Send `task` after commit. A broker outage is logged, not raised.

    Beat finds lost work by the version pair or the job row.
    """

    def send() -> None:  # a named function: Django logs its __qualname__, which partial() lacks
        if time.monotonic() < _Broker.down_until:
            return
        try:
            task.apply_async(args=args, retry=False)
        except OperationalError as error:
            _Broker.down_until = time.monotonic() + BROKER_RETRY_SECONDS
            log.warning("The broker does not answer (%s); beat sends %s later.", error, task.name)

    transaction.on_commit(send, robust=True)
