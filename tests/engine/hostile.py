"""Texts that are spoiled at random, and how much work a text makes."""

import random
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any


def mutated(text: str, pieces: Sequence[str], *, seed: int, changes: int) -> str:
    """The text after so many changes: a piece, any character, nothing or a copy put somewhere."""
    rng = random.Random(seed)
    for _ in range(changes):
        at, until = rng.randrange(len(text) + 1), rng.randrange(4)
        odd = [rng.choice(pieces), chr(rng.randrange(0x110000)), "", text[at : at + 9]]
        text = text[:at] + rng.choice(odd) + text[at + until :]
    return text


def count_steps(judge: Callable[[str], None], text: str) -> int:
    """Lines and calls that judging a text takes; time itself would depend on the machine."""
    count = 0

    def trace(_frame: FrameType, _event: str, _argument: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        judge(text)
    finally:
        sys.settrace(before)
    return count
