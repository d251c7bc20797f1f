"""One request makes what is to be stored in the cache, while the others wait for it."""

import time
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

T = TypeVar("T")


def wait_for_other(
    key: str, load: Callable[[], T | None], *, seconds: float, poll_seconds: float
) -> T | None:
    """What `load` finds once another request has stored it; None for the one that has to make it.

    seconds: the longest wait, after which the claim of the other is over too.
    """
    end = time.monotonic() + seconds
    while not cache.add(_claim(key), 1, seconds) and time.monotonic() < end:
        time.sleep(poll_seconds)
        if found := load():
            return found
    return None


def release(key: str) -> None:
    """The request that had to make it is done; another one may make it again."""
    cache.delete(_claim(key))


def _claim(key: str) -> str:
    return f"{key}:making"
