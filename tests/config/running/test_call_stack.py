"""Calls that go up and down across the end of a chunk of the stack take no memory each time."""

import resource

from config.running.call_stack import call_with_room

CALLS = 500
DEPTHS = 300  # the frames of about two chunks


def leaf():
    """A call whose frames lie at the end of a chunk, at one of the depths."""


def worst(depth):
    """The most pages that CALLS of `leaf` take from the system, at this depth or a deeper one."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _call in range(CALLS):
        leaf()
    taken = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
    return taken if depth == DEPTHS else max(taken, worst(depth + 1))


def test_no_depth_takes_memory_with_each_call():
    assert call_with_room(lambda: worst(0)) < CALLS / 2


def test_what_is_called_returns_and_raises():
    assert call_with_room(lambda: 7) == 7
