"""What a strike is given, and what several of them do."""

import os
import random
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from tests.faults.crowd import Crowd
from tests.faults.world import EMBEDDED, SERVER, World

OUTAGE_SECONDS, LONG_SECONDS = 8.0, 60.0
BOTH, ON_SERVER = (SERVER, EMBEDDED), (SERVER,)


@dataclass(frozen=True, slots=True)
class Struck:
    world: World
    crowd: Crowd
    random: random.Random


Act = Callable[[Struck], None]


@dataclass(frozen=True, slots=True)
class Strike:
    """what: in words, for the table. kinds: the worlds that it is for.

    missing: what this machine lacks for it, in words; empty: nothing.
    """

    what: str
    act: Act
    kinds: Sequence[str] = BOTH
    missing: str = ""


def kill(pids: Sequence[int]) -> None:
    _signal(pids, signal.SIGKILL)


@contextmanager
def stopped(pids: Sequence[int]) -> Iterator[None]:
    """As long as it lasts, these processes do nothing."""
    _signal(pids, signal.SIGSTOP)
    try:
        yield
    finally:
        _signal(pids, signal.SIGCONT)


def _signal(pids: Sequence[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)
