"""Room on the stack of Python's frames.

CPython takes the stack from the system in chunks of 16 kB, and gives a chunk back as soon as no
frame is in it. Where a program goes up and down across the end of a chunk, each call costs two
calls of the system: of a request, which is two hundred calls deep, up to a fifth of the time.
A frame that needs more than a chunk gets a larger one, and what it calls has the rest of it.
"""

from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")
SLOTS = 70_000  # of 8 bytes: the chunk is 1 MB then, and 460 kB of it are left


def call_with_room(call: Callable[[], Result]) -> Result:
    return call()


# What a function says that it needs decides how large its chunk is.
call_with_room.__code__ = call_with_room.__code__.replace(co_stacksize=SLOTS)
