"""gacrux with a record for every edge, as the service used it before it had `Edges`."""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import redirect_stdout
from typing import Any

import networkx
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

from tournaments import pairing_child
from tournaments.swiss_engine.dutch import OPTIONS


class PlainPairing(pairing_dutch):  # type: ignore[misc]  # gacrux has no types
    """gacrux, with repeated meetings limited as the service does, and its one short cut.

    `test_pairing_child` shows that the short cut changes no pair; it does change the quality.
    """

    def __init__(self, tournament: Any, number: int, *, meetings: int, **_others: Any) -> None:
        super().__init__(tournament, number, dict(OPTIONS))
        self.nummeets = meetings

    def list_edges(self, opponents: object) -> list[Any]:
        edges = [e for e in super().list_edges(opponents) if e["ca"] or not e["played"]]
        if self.nummeets == 1:
            return edges
        players = len(self.competitors)
        graph = networkx.Graph()
        for edge in edges:
            often = (players ** edge["played"] - 1) // (players - 1) if edge["played"] else 0
            distance = abs(edge["sa"] - edge["sb"]) ** 2 if edge["played"] else 0
            cost = often * (self.levels + 1) ** 2 * players + distance
            graph.add_edge(edge["ca"], edge["cb"], weight=cost)
        allowed = {(min(pair), max(pair)) for pair in networkx.min_weight_matching(graph)}
        for edge in edges:
            if edge["played"] and (edge["ca"], edge["cb"]) not in allowed:
                edge["canmeet"] = edge["qc"] = False
        return [edge for edge in edges if edge["canmeet"]]

    def get_category(self, scorelevel: int, nodes: list[Any], edges: list[Any]) -> int:
        category: int = super().get_category(scorelevel, nodes, edges)
        if category or not self.optimize or scorelevel != 2 or self.competitors[0]["rfp"]:
            return category
        below = {node["cid"] for node in nodes if node["scorelevel"] < 2}
        within = {node["cid"]: 0 for node in nodes}
        across = dict(within)
        for edge in edges:
            met = within if (edge["ca"] in below) == (edge["cb"] in below) else across
            met[edge["ca"]] += 1
            met[edge["cb"]] += 1
        bracket = len(nodes) - len(below)
        if bracket % 2 == 0 or min(bracket, len(below)) < 5:
            return 0
        return int(
            all(
                2 * (within[cid] - 1) >= (len(below) if cid in below else bracket) - 1
                and (cid in below or across[cid] > 0)
                for cid in within
            )
        )


def plain_report(report: str, *, meetings: int = 1) -> Mapping[str, Any]:
    """The answer of `pair_report` by the plain way, all of it."""
    with redirect_stdout(io.StringIO()):
        return pairing_child.pair_report(
            report, meetings=meetings, system=PlainPairing, reader=trf2json
        )
