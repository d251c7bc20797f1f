"""The memory that the C library hands out (malloc). For glibc only; elsewhere nothing happens."""

import ctypes
from contextlib import suppress

M_ARENA_MAX, ARENAS = -8, 2  # of mallopt(3)


def use_few_heaps() -> None:
    """Threads share two heaps, so that memory freed by one is used by others."""
    with suppress(AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)
