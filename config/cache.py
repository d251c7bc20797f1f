"""The cache as this project uses it: for throttles and copies, never for truth."""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.redis import RedisCache
from django.db import DatabaseError, connection, transaction
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

log = logging.getLogger(__name__)


class Forgiving(BaseCache):
    """Forgets everything, instead of failing requests, while what it keeps things in is down."""

    unreachable: tuple[type[Exception], ...] = ()

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._or(default, super().get, key, default, version)

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        self._or(None, super().set, key, value, *args, **kwargs)

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        # True: "nobody held it". Whoever needs a real lock takes a row of the database.
        return bool(self._or(True, super().add, key, value, *args, **kwargs))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """:raises ValueError: nothing is kept under this key."""
        return int(self._or(delta, super().incr, key, delta, version))

    def touch(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        return bool(self._or(False, super().touch, key, *args, **kwargs))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._or(False, super().delete, key, version))

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        found: dict[Any, Any] = self._or({}, super().get_many, keys, version)
        return found

    def _or(self, missing: Any, call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        try:
            return call(*args, **kwargs)
        except self.unreachable as error:
            log.warning("cache unreachable: %s", error)
            return missing


class ForgivingRedisCache(Forgiving, RedisCache):
    unreachable = (RedisConnectionError, RedisTimeoutError)


class ForgivingDatabaseCache(Forgiving, DatabaseCache):
    """For a service without Redis; its table is made by `createcachetable`."""

    unreachable = (DatabaseError,)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """As the others count: two at the same moment are two. Django's reads, then writes.

        :raises ValueError: nothing is kept under this key.
        """
        return int(self._or(delta, self._incr_locked, key, delta, version))

    def _incr_locked(self, key: Any, delta: int, version: int | None) -> int:
        with transaction.atomic():  # on SQLite a transaction takes the write lock at its start
            if connection.features.has_select_for_update:
                table = connection.ops.quote_name(self._table)  # type: ignore[attr-defined]
                with connection.cursor() as cursor:
                    cursor.execute(  # the table's own name, quoted
                        f"SELECT 1 FROM {table} WHERE cache_key = %s FOR UPDATE",  # nosec
                        [self.make_and_validate_key(key, version=version)],
                    )
            return int(DatabaseCache.incr(self, key, delta, version))

    def _or(self, missing: Any, call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        if not connection.in_atomic_block:
            return super()._or(missing, call, *args, **kwargs)

        def apart(*args: Any, **kwargs: Any) -> Any:
            with transaction.atomic():  # what fails here must not fail what is done around it
                return call(*args, **kwargs)

        return super()._or(missing, apart, *args, **kwargs)
