"""What gacrux asks each score level before it pairs: can it, and all below it, be paired?

The same answers as `pairing.compute_hamilton` of gacrux, from counted opponents instead of edges.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from tournaments.swiss_engine.edges import Edges, Node

Answer = tuple[int, int, int]
IsComplete = Callable[..., Answer]


def compute_hamilton(
    nodes: list[Node], edges: Edges, levels: int, is_complete: IsComplete
) -> list[dict[str, Any]]:
    """For each score level what gacrux calls rem_*, cur_* and cross_hamilton.

    nodes: from the highest score down. Levels whose players meet nobody at their level or below
    have no answer, except level 0.
    """
    hamilton: list[dict[str, Any]] = [{} for _ in range(levels)]
    rising = nodes[::-1]
    at = {level: list(found) for level, found in groupby(rising, key=_level)}
    asked = [0, *(level for level in range(1, levels) if _meets_below(edges, at, level))]
    for level in asked:
        found = hamilton[level]
        if level > 0:
            here, below = at[level], at.get(level - 1, [])
            found["cur_pairs"], found["cur_unpaired"], found["cur_hamilton"] = is_complete(
                here, None, weight=False, hist=_counts(edges, here, here)
            )
            up = is_complete(here, None, weight=False, hist=_counts(edges, below, here))
            down = is_complete(below, None, weight=False, hist=_counts(edges, here, below))
            found["cross_hamilton"] = min(up[2], down[2])
        rest = [node for node in rising if node["scorelevel"] <= level]
        among = edges.among(node["cid"] for node in rest)
        found["rem_pairs"], found["rem_unpaired"], found["rem_hamilton"] = is_complete(
            rest,
            among,
            hist=among.degrees([node["cid"] for node in rest]),
            pab=level == asked[-1],
        )
    return hamilton


def _level(node: Node) -> int:
    level: int = node["scorelevel"]
    return level


def _meets_below(edges: Edges, at: dict[int, list[Node]], level: int) -> bool:
    """Whether a player of this level may meet one of the same or a lower level."""
    others = [node for low in range(level + 1) for node in at.get(low, [])]
    return any(_counts(edges, at.get(level, []), others))


def _counts(edges: Edges, nodes: list[Node], others: list[Node]) -> list[int]:
    """For each node, how many of the others it may meet."""
    return edges.opponents([node["cid"] for node in nodes], {node["cid"] for node in others})
