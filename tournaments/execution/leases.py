"""A lease: who holds it does some work alone. It ends with the work, or soon after its process.

Leases only save time. They are kept in the cache, so that no connection and no transaction has to
stay open; while the cache is down everybody gets them.
"""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache

from tournaments.execution.heartbeat import LOST_SECONDS, heartbeat

POLL_SECONDS = 0.2


@contextmanager
def lease(name: str, *, wait: bool = False) -> Iterator[bool]:
    """Yields whether the lease was free; with `wait` once it is."""
    key, token = _key(name), secrets.token_hex(8)
    while not (is_mine := cache.add(key, token, LOST_SECONDS)) and wait:
        time.sleep(POLL_SECONDS)
    if not is_mine:
        yield False
        return
    try:
        with heartbeat(lambda: cache.touch(key, LOST_SECONDS)):
            yield True
    finally:
        if cache.get(key) == token:
            cache.delete(key)


def end_lease(name: str) -> None:
    """For a holder whose process was killed."""
    cache.delete(_key(name))


def _key(name: str) -> str:
    return f"lease-{name}"
