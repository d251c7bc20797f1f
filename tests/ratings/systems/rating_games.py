"""Games for the tests of rating systems, and where the shared vectors lie."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from ratings.replay import Checkpoint
from ratings.systems import Game, Seat
from tests.paths import SHARED

DAY_1 = date(2026, 1, 1)
VECTORS = SHARED / "data" / "ratings"

needs_vectors = pytest.mark.skipif(
    not VECTORS.exists(), reason="no shared data beside the checkout"
)


def vectors(name: str = "rating_vectors.json") -> Any:
    return json.loads((VECTORS / name).read_text())


def checkpoint_before(checkpoints: Sequence[Checkpoint], key: str) -> Checkpoint | None:
    before = (one for one in checkpoints if one.order_key < key)
    return max(before, key=lambda one: one.order_key, default=None)


def game_of_two(number: int, first: int, second: int, score: float, *, day: int = 1) -> Game:
    """A game between two player ids; `score` is the first mover's; days count from 1."""
    score_x2 = round(2 * score)
    seats = (Seat(first, score_x2), Seat(second, 2 - score_x2))
    return Game(f"{day:05d}|{number:05d}", DAY_1 + timedelta(days=day - 1), seats)


def table(number: int, *places: int, players: Sequence[int] = (), day: int = 1) -> Game:
    """A table whose seats took these places; players are 1, 2, ... unless given."""
    ids = players or range(1, len(places) + 1)
    seats = tuple(Seat(p, None, 2 * place) for p, place in zip(ids, places, strict=True))
    return Game(f"{day:05d}|{number:05d}", DAY_1 + timedelta(days=day - 1), seats)


def stored(checkpoint: Checkpoint) -> Checkpoint:
    """As it comes back from a JSON column."""
    return replace(checkpoint, state=json.loads(json.dumps(checkpoint.state)))
