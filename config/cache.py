"""Cache backends that fail soft. The cache holds rate limits and copies, never facts."""

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.db import DatabaseError, connection, transaction
from redis import Redis
from redis.exceptions import RedisError

from tournaments import near_copies

T = TypeVar("T")
log = logging.getLogger(__name__)
# A call that fails may take its whole time-out, so a storage that is down is not asked each time.
RETRY_SECONDS = 2.0


class FailSoftCache(BaseCache):
    """Behaves as an empty cache, instead of failing, while its storage is down.

    After a failure a thread does not ask it for some seconds, by the monotonic clock.
    """

    _down_until = 0.0
    unreachable: tuple[type[Exception], ...] = ()
    is_outside_process = True  # a copy in the process is faster

    def get(self, key: str, default: object = None, version: int | None = None) -> Any:
        return self._call_or(default, super().get, key, default, version)

    def set(self, key: str, value: object, *args: object, **kwargs: object) -> None:
        self._call_or(None, super().set, key, value, *args, **kwargs)

    def add(self, key: str, value: object, *args: object, **kwargs: object) -> bool:
        # True: the key was free. Real locks are database rows.
        return bool(self._call_or(True, super().add, key, value, *args, **kwargs))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """:raises ValueError: the key does not exist."""
        return int(self._call_or(delta, super().incr, key, delta, version))

    def touch(self, key: str, *args: object, **kwargs: object) -> bool:
        return bool(self._call_or(False, super().touch, key, *args, **kwargs))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._call_or(False, super().delete, key, version))

    def clear(self) -> None:
        near_copies.TEXTS.clear()
        near_copies.VALUES.clear()
        self._call_or(None, super().clear)

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        found: dict[str, Any] = self._call_or({}, super().get_many, keys, version)
        return found

    def set_many(self, data: Mapping[str, object], *args: Any, **kwargs: Any) -> list[str]:
        return self._call_or(list(data), super().set_many, data, *args, **kwargs)

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        self._call_or(None, super().delete_many, keys, version)

    def has_key(self, key: str, version: int | None = None) -> bool:
        return bool(self._call_or(False, super().has_key, key, version))

    def _call_or(
        self, fallback: T, call: Callable[..., T], /, *args: object, **kwargs: object
    ) -> T:
        if time.monotonic() < self._down_until:
            return fallback
        try:
            return call(*args, **kwargs)
        except self.unreachable as error:
            self._down_until = time.monotonic() + RETRY_SECONDS
            log.warning("cache unreachable: %s", error)
            return fallback


class _KeptClients(RedisCacheClient):
    """Django makes a client for each call, which takes longer than to ask Redis."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._client: Any = cache(Redis)  # by its pool of connections


class FailSoftRedisCache(FailSoftCache, RedisCache):
    unreachable = (RedisError,)  # a full or read-only Redis refuses commands

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _KeptClients


class FailSoftDatabaseCache(FailSoftCache, DatabaseCache):
    """For a service without Redis. `createcachetable` creates its table."""

    unreachable = (DatabaseError,)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Atomic, unlike Django's, which reads and then writes.

        :raises ValueError: the key does not exist.
        """
        return int(self._call_or(delta, self._incr_locked, key, delta, version))

    def _incr_locked(self, key: str, delta: int, version: int | None) -> int:
        with transaction.atomic():  # on SQLite a transaction takes the write lock at its start
            if connection.features.has_select_for_update:
                table = connection.ops.quote_name(self._table)  # type: ignore[attr-defined]
                with connection.cursor() as cursor:
                    cursor.execute(  # a quoted table name
                        f"SELECT 1 FROM {table} WHERE cache_key = %s FOR UPDATE",  # nosec
                        [self.make_and_validate_key(key, version=version)],
                    )
            return int(DatabaseCache.incr(self, key, delta, version))

    def _call_or(
        self, fallback: T, call: Callable[..., T], /, *args: object, **kwargs: object
    ) -> T:
        if not connection.in_atomic_block:
            return super()._call_or(fallback, call, *args, **kwargs)

        def in_savepoint(*args: object, **kwargs: object) -> T:
            with transaction.atomic():  # a failure must not break the surrounding transaction
                return call(*args, **kwargs)

        return super()._call_or(fallback, in_savepoint, *args, **kwargs)
