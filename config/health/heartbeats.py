"""Workers and beat say that they are alive by keys of the cache that expire.

No clock is compared. A worker writes for each of its queues, as long as its loop takes messages.
"""

from collections.abc import Iterable

from django.core.cache import cache

BEAT = "beat"
EVERY_SECONDS = 5.0
LOST_SECONDS = 15


def note_alive(names: Iterable[str]) -> None:
    """names: of queues, or BEAT."""
    for name in names:
        cache.set(_key(name), 1, LOST_SECONDS)


def find_lost(names: Iterable[str]) -> list[str]:
    """Those of `names` that nobody has noted for LOST_SECONDS."""
    keys = {_key(name): name for name in names}
    alive = cache.get_many(list(keys))
    return [name for key, name in keys.items() if key not in alive]


def _key(name: str) -> str:
    return f"alive-{name}"
