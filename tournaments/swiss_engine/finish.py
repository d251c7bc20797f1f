"""Finishes a round whose exact pairing takes too many steps, by the quick method."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import Any

from gacrux.gacruxexeptions import GacruxNoLegalPairing

from tournaments.pairing.swiss.quick import pair_quickly
from tournaments.swiss_engine.dutch import DutchPairing
from tournaments.swiss_engine.edges import BYE, Edge, Edges, Node

QUICK = "quick"  # the mode of a pair


def finish_quickly(dutch: DutchPairing) -> list[Any]:
    """The brackets that are paired already and one that has everybody else, by the quick method.

    After `TooManySteps`. Its pairs have the mode `QUICK`. Should the rest have no pairing,
    all are paired by the quick method.

    :raises GacruxNoLegalPairing: the field has none.
    """
    nodes = dutch.list_nodes(dutch.competitors)
    for done in (dutch.roundpairing, []):
        paired = {
            edge[end] for bracket in done for edge in bracket["pairs"] for end in ("ca", "cb")
        }
        rest = [node for node in nodes if node["cid"] not in paired]
        edges = _quick_edges(dutch, rest, all_levels=not done)
        if edges is not None:
            break
    else:
        raise GacruxNoLegalPairing("no pairing of all keeps the absolute criteria")
    for edge in edges:
        dutch.update_color(edge)
        edge["mode"] = QUICK
    numbers = [node["cid"] for node in rest]
    quick = {
        "scorelevel": rest[0]["scorelevel"],
        "competitors": numbers,
        "pairs": edges,
        "downfloaters": [],
        "quality": {},
        "pab": BYE in numbers,
    }
    brackets = [*done, quick]
    dutch.update_board(brackets)
    return brackets


def _quick_edges(dutch: DutchPairing, rest: list[Node], *, all_levels: bool) -> list[Edge] | None:
    table = dutch.crosstable
    field = Edges(
        {node["cid"]: node["scorelevel"] for node in rest},
        table.meetings,
        table.edge,
        None if all_levels or dutch.pablevel < 1 else dutch.pablevel,
    )
    groups = [
        [node["cid"] for node in group]
        for _level, group in groupby(rest, key=itemgetter("scorelevel"))
    ]
    met = {(a, b) for a, b, _times in table.played()}

    def flaws(a: int, b: int) -> int:
        """A repeated meeting is worse than the same color preference (C12)."""
        colors = {dutch.competitors[number]["cop"][0] for number in (a, b)}
        return 2 * ((min(a, b), max(a, b)) in met) + (len(colors) == 1 and colors <= {"w", "b"})

    pairs = pair_quickly(groups, may_meet=field.may_meet, flaws=flaws)
    return None if pairs is None else [table.edge(*pair) for pair in pairs]
