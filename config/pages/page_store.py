"""Rendered pages, parts of pages and what they are made of, kept for a minute.

Pages and parts are compressed in the shared cache, and plain in a copy of this process. Other
values are kept in this process alone.
"""

import time
import zlib
from collections.abc import Callable
from functools import partial
from hashlib import blake2s
from typing import NamedTuple, TypeVar, cast

from django.core.cache import cache

from tournaments import cache_claims, near_copies

# What the facts of a page do not cover, such as a deadline that passes, shows up after this time.
SECONDS = 60
# While another request renders the same page; one of a thousand entries takes a second or two.
WAIT_SECONDS, POLL_SECONDS = 5, 0.05
_FAST = 1  # level of compression
_FORMAT = 2  # of what is stored; another version of this service may have stored something else
T = TypeVar("T")


class StoredPage(NamedTuple):
    """body: None if the page holds something of its reader, so that only its ETag is stored.

    expires_at: in seconds of `time.time`.
    """

    etag: str
    body: bytes | None
    expires_at: float


def make_key(kind: str, *parts: object) -> str:
    return f"{kind}:{blake2s(repr((_FORMAT, *parts)).encode(), digest_size=16).hexdigest()}"


def expiry() -> float:
    """When something that is made now expires."""
    return time.time() + SECONDS


def load_page(key: str) -> StoredPage | None:
    near = near_copies.TEXTS.get(key)
    if near is not None:
        return cast(StoredPage, near[0])
    found = cache.get(key)
    if found is None:
        return None
    etag, packed, expires_at = found
    page = StoredPage(etag, None if packed is None else zlib.decompress(packed), expires_at)
    _keep_near(key, page)
    return page


def store_page(key: str, page: StoredPage, *, near_only: bool = False) -> None:
    """near_only: not in the shared cache, where storing costs more than it may save."""
    left = page.expires_at - time.time()
    if left <= 0:
        return
    if near_only:
        _keep_near(key, page)
        return
    packed = None if page.body is None else zlib.compress(page.body, _FAST)
    cache.set(key, (page.etag, packed, page.expires_at), left)
    _keep_near(key, page)


def wait_for_page(key: str) -> StoredPage | None:
    """Wait for another request that renders the page; None for the one that has to render.

    That one calls `cache_claims.release`.
    """
    return cache_claims.wait_for_other(
        key, partial(load_page, key), seconds=WAIT_SECONDS, poll_seconds=POLL_SECONDS
    )


def keep_value(key: str, build: Callable[[], T]) -> tuple[T, float]:
    """The value kept under this key, else a new one; and when it expires."""
    if not near_copies.are_faster():
        return build(), expiry()
    found = near_copies.VALUES.get(key)
    if found is None:
        found = build(), expiry()
        near_copies.VALUES.set(key, found[0], size=1, expires_at=found[1])
    return cast(tuple[T, float], found)


def _keep_near(key: str, page: StoredPage) -> None:
    if near_copies.are_faster():
        size = len(key) + len(page.etag) + len(page.body or b"")
        near_copies.TEXTS.set(key, page, size=size, expires_at=page.expires_at)
