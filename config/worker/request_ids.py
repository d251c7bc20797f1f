"""A task has the id of the request that sent it, in its log and in the journal."""

import logging.config
import time
from contextlib import AbstractContextManager
from typing import Any

from celery.signals import before_task_publish, setup_logging, task_postrun, task_prerun
from django.conf import settings

from tournaments.services.request_ids import current_request_id, request_id_set

HEADER, SENT_AT = "roadhouse_request_id", "roadhouse_sent_at"
_entered: dict[str, AbstractContextManager[None]] = {}


@before_task_publish.connect
def send_id(headers: dict[str, Any] | None = None, **_signal: object) -> None:
    """The time tells how long a message has waited (config/metrics/)."""
    if headers is not None:
        headers.setdefault(HEADER, current_request_id())
        headers.setdefault(SENT_AT, time.time())


@task_prerun.connect
def enter_request(task: Any, task_id: str, **_signal: object) -> None:
    entered = request_id_set(getattr(task.request, HEADER, None) or "")
    entered.__enter__()
    _entered[task_id] = entered


@task_postrun.connect
def leave_request(task_id: str, **_signal: object) -> None:
    if entered := _entered.pop(task_id, None):
        entered.__exit__(None, None, None)


@setup_logging.connect
def log_as_set(**_signal: object) -> None:
    """Celery would replace our log by its own, which masks nothing."""
    logging.config.dictConfig(settings.LOGGING)
