"""The cache of tests on Redis, which several processes and a running service share."""

from config.cache import FailSoftRedisCache


class OwnKeysCache(FailSoftRedisCache):
    """`clear` deletes the keys of this process only; Django's deletes the whole database."""

    def clear(self) -> None:
        client = self._cache.get_client(write=True)
        keys = list(client.scan_iter(match=f"{self.key_prefix}:*", count=1000))
        if keys:
            client.delete(*keys)
