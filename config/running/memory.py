"""The memory that the C library hands out (malloc). For glibc only; elsewhere nothing happens."""

import ctypes
from contextlib import suppress

M_ARENA_MAX, ARENAS = -8, 2  # of mallopt(3)
LARGEST_HOLE, STEP = 4096, 16  # bytes


class _Statistics(ctypes.Structure):
    """mallinfo2(3). fordblks: all free bytes. keepcost: those of them at the end of the heap."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks"),
            *("fordblks", "keepcost"),
        )
    ]


def use_few_heaps() -> None:
    """Threads share two heaps, so that memory freed by one is used by others."""
    with suppress(AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)


def fill_holes() -> None:
    """Take the free pieces between what is in use, before children are forked.

    A child would write there first, and so copy the pages around them: 8 MB at its first query.
    """
    library = ctypes.CDLL(None)
    with suppress(AttributeError):
        library.mallinfo2.restype = _Statistics
        library.malloc.restype = ctypes.c_void_p
        library.malloc.argtypes = [ctypes.c_size_t]
        for size in range(LARGEST_HOLE, 0, -STEP):
            end = library.mallinfo2().keepcost
            while library.mallinfo2().keepcost >= end:  # until a piece comes from the end
                library.malloc(size)
