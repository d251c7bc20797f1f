"""Values kept in this process, so that a hit asks neither Redis nor the database."""

import time
from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from django.core.cache import cache


class _Copy(NamedTuple):
    value: object
    size: int
    expires_at: float


class NearCopies:
    """The values used last, whose sizes sum up to `capacity` at most. Threads may share it."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._copies: OrderedDict[str, _Copy] = OrderedDict()
        self._used = 0
        self._lock = Lock()

    def get(self, key: str) -> tuple[object, float] | None:
        """The value and when it expires, or None if it is missing or expired."""
        with self._lock:
            found = self._copies.get(key)
            if found is None:
                return None
            if found.expires_at <= time.time():
                self._drop(key)
                return None
            self._copies.move_to_end(key)
            return found.value, found.expires_at

    def set(self, key: str, value: object, *, size: int, expires_at: float) -> None:
        """expires_at: in seconds of `time.time`."""
        with self._lock:
            if key in self._copies:
                self._drop(key)
            if size > self._capacity:
                return
            self._drop_expired()
            self._copies[key] = _Copy(value, size, expires_at)
            self._used += size
            while self._used > self._capacity:
                self._drop(next(iter(self._copies)))

    def clear(self) -> None:
        with self._lock:
            self._copies.clear()
            self._used = 0

    def _drop_expired(self) -> None:
        """From those used longest ago; nobody asks for them again, so no `get` drops them."""
        now = time.time()
        while (oldest := next(iter(self._copies), None)) and self._copies[oldest].expires_at <= now:
            self._drop(oldest)

    def _drop(self, key: str) -> None:
        self._used -= self._copies.pop(key).size


# Pages and answers of the API, in bytes: about 75 pages of an event of a thousand.
TEXTS = NearCopies(8 * 1024 * 1024)
# In values, such as the state of an event: 2 MB for a thousand entries after five rounds.
VALUES = NearCopies(12)


def are_faster() -> bool:
    """Whether the shared cache is outside this process; a copy of another one is no use."""
    return bool(getattr(cache, "is_outside_process", False))
