"""Matchings of least weight by networkx, with the steps they take counted.

Steps depend on the graph alone, never on the machine, so the same round stops at the same place
wherever it is paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import networkx

WeightedEdge = tuple[int, int, int]
# About 8 seconds of a slow core, so that a field of 2,000 is paired in 10. A part of PAIRING_RULES:
# with another limit, some stored rounds would be paired otherwise.
STEP_LIMIT = 4_000_000
# Read at once. Each takes 4 kB with its quality by criterion, so 150,000 are 600 MB.
MOST_EDGES = 150_000


class TooManySteps(Exception):
    """The pairing needs more steps than it may take."""


class Steps:
    """Counts the edges that are looked at. limit: None for no limit.

    :raises TooManySteps: the limit is passed.
    """

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.taken = 0

    def take(self, count: int) -> None:
        self.taken += count
        if self.limit is not None and self.taken > self.limit:
            raise TooManySteps

    def read(self, count: int) -> None:
        """Take a step for each edge before so many of them are made."""
        self.take(count)
        if self.limit is not None and count > MOST_EDGES:
            raise TooManySteps


class _Graph(networkx.Graph):  # type: ignore[misc]  # networkx has no types
    """A graph whose neighbors are read without views, which take most of the time otherwise."""

    steps: Steps

    def __getitem__(self, number: int) -> Any:
        return self._adj[number]

    def neighbors(self, number: int) -> Iterator[int]:
        adjacent = self._adj[number]
        self.steps.take(len(adjacent))
        return iter(adjacent)


def match_least(edges: Iterable[WeightedEdge], steps: Steps) -> set[tuple[int, int]]:
    """`networkx.min_weight_matching`: as many pairs as possible, then the least sum of weights.

    :raises TooManySteps: the steps are used up.
    """
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    weighted = list(graph.edges(data="weight"))
    most = 1 + max((weight for _a, _b, weight in weighted), default=0)
    inverse = _Graph()
    inverse.steps = steps
    inverse.add_weighted_edges_from((a, b, most - weight) for a, b, weight in weighted)
    found: set[tuple[int, int]] = networkx.max_weight_matching(inverse, maxcardinality=True)
    return found
