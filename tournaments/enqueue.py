"""Sends Celery tasks so that a broker outage never fails a request or rolls back data."""

import logging
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from celery import Task, current_app
from django.core.cache import cache
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
# A failed connection attempt takes its full timeout, so it is tried only this often.
BROKER_RETRY_SECONDS = 10.0
# How long a message counts as on its way; beat looks for lost work as often.
ON_ITS_WAY_SECONDS = 5
# As long if a repair has sent it: while all workers are busy, messages do not pile up.
RESEND_SECONDS = 60
GENERATION = "task-sent-generation"
_is_silent: ContextVar[bool] = ContextVar("silent", default=False)


class _Broker:
    """The broker as last seen by this process; times on the monotonic clock."""

    down_until = 0.0


def enqueue(task: "Task[..., object]", *args: int | str) -> None:
    """Send `task` after commit. A broker outage is logged, not raised.

    Beat finds lost work by the version pair or the job row.
    """

    def send() -> None:  # a named function: Django logs its __qualname__, which partial() lacks
        _send(task, args)

    transaction.on_commit(send, robust=True)


def enqueue_once(task: "Task[..., object]", *args: int | str) -> None:
    """As `enqueue`, unless the same message is on its way: many changes need one refresh.

    A worker calls `mark_arrived` before the task reads anything, so what changes later sends
    another.
    """

    def send_once() -> None:
        if _may_send() and claim_sending(task.name, args, seconds=ON_ITS_WAY_SECONDS):
            _send(task, args)

    transaction.on_commit(send_once, robust=True)


def enqueue_by_name(name: str, *args: int | str) -> None:
    """As `enqueue_once`, of a task that a higher package has."""

    def send_once() -> None:
        if _may_send() and claim_sending(name, args, seconds=ON_ITS_WAY_SECONDS):
            _try(name, lambda: current_app.signature(name, args=args).apply_async(retry=False))

    transaction.on_commit(send_once, robust=True)


def resend(task: "Task[..., object]", *args: int | str) -> None:
    """Send now what a repair has found, unless its last message still waits for a worker."""
    if _may_send() and claim_sending(task.name, args, seconds=RESEND_SECONDS):
        _send(task, args)


@contextmanager
def nothing_sent() -> Iterator[None]:
    """Send nothing of what is committed meanwhile: the caller computes it, beat finds the rest."""
    token = _is_silent.set(True)
    try:
        yield
    finally:
        _is_silent.reset(token)


def claim_sending(name: str, args: Sequence[object], *, seconds: int) -> bool:
    """Whether to send a message: none like it is on its way, or it is `seconds` old."""
    return cache.add(_key(name, args), 1, seconds)


def mark_arrived(name: str, args: Sequence[object]) -> None:
    """Say that a worker has taken the message of a task."""
    cache.delete(_key(name, args))


def forget_sent() -> None:
    """Count no message as on its way. A worker calls it when it begins to take messages: those that
    one had taken when it was killed never arrive.
    """
    cache.set(GENERATION, secrets.token_hex(4), None)


def _send(task: "Task[..., object]", args: tuple[int | str, ...]) -> None:
    if _may_send():
        _try(task.name, lambda: task.apply_async(args=args, retry=False))


def _try(name: str, send: Callable[[], object]) -> None:
    try:
        send()
    except (OperationalError, RedisError, OSError) as error:  # kombu does not wrap all
        _Broker.down_until = time.monotonic() + BROKER_RETRY_SECONDS
        log.warning("The broker does not answer (%s); beat sends %s later.", error, name)


def _may_send() -> bool:
    return not _is_silent.get() and time.monotonic() >= _Broker.down_until


def _key(name: str, args: Sequence[object]) -> str:
    return f"task-sent-{cache.get(GENERATION, '')}-{name}-{'-'.join(map(str, args))}"
