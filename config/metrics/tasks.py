"""Counts tasks and their seconds in the cache, which the processes of all workers share."""

import time
from typing import Any

from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.core.cache import cache

from config.worker.limits import LIMITS

_begun: dict[str, float] = {}


@task_prerun.connect
def note_start(task_id: str, **_signal: object) -> None:
    if settings.METRICS:
        _begun[task_id] = time.monotonic()


@task_postrun.connect
def note_end(task: Any, task_id: str, state: str | None = None, **_signal: object) -> None:
    begun = _begun.pop(task_id, None)
    if begun is None:
        return
    milliseconds = round(1000 * (time.monotonic() - begun))
    _add(_key(task.name, "count"), 1)
    _add(_key(task.name, "milliseconds"), milliseconds)


def task_times() -> dict[str, tuple[int, float]]:
    """For each task that has run: how often, and the seconds of all runs."""
    keys = {_key(name, what): (name, what) for name in LIMITS for what in ("count", "milliseconds")}
    found = {keys[key]: value for key, value in cache.get_many(list(keys)).items()}
    return {
        name: (count, found.get((name, "milliseconds"), 0) / 1000)
        for (name, what), count in sorted(found.items())
        if what == "count"
    }


def _add(key: str, number: int) -> None:
    cache.add(key, 0, None)
    cache.incr(key, number)


def _key(name: str, what: str) -> str:
    return f"metric-{name}-{what}"
