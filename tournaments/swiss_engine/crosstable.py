"""gacrux's table of all pairs, whose records are made when they are looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from gacrux.crosstabledutch import HO1, HO2, HO3, HO4, HO5, crosstable_dutch

from tournaments.swiss_engine.edges import Edge, Meetings


class LazyCrosstable(crosstable_dutch):  # type: ignore[misc]  # gacrux has no types
    """`meetings` says who may not meet; `edge` is the record of two competitors."""

    def list_edges(
        self, cmps: Any, maxmeets: int, topcolor: str, prohibited: list[Any]
    ) -> tuple[list[Any], list[Row]]:
        self.create_edge = _no_edge  # gacrux fills the whole table here
        competitors, _table = super().list_edges(cmps, maxmeets, topcolor, [])
        del self.create_edge
        self._edges: dict[tuple[int, int], Edge] = {}
        self._met = [
            [met for key, met in competitor["num"].items() if key != "val" and type(met) is int]
            for competitor in competitors
        ]
        self.opponents = [Row(self, number) for number in range(len(competitors))]
        self._forbidden = {
            pair
            for rule in prohibited
            if rule["firstRound"] <= self.rnd <= rule["lastRound"]
            for pair in combinations(sorted(rule["competitors"]), 2)
        }
        self.meetings = self._meetings()
        return competitors, self.opponents

    def update_homogenious(self, scorelevel: int, edges: list[Edge], bsn: Any, pairs: int) -> None:
        """As in gacrux, but without the exchanges in each edge's quality: see `fill_exchanges`.

        They are three lists as long as the bracket, which for 500 players takes a gigabyte.
        """
        super().update_homogenious(scorelevel, [], bsn, pairs)
        weight, all_exchanged = self.weight, sum(self.weight[HO4])
        for edge in edges:
            self.get_edge_quality(edge)
            edge["howeight"] = all_exchanged
            if edge["sa"] == edge["sb"] == scorelevel and edge["canmeet"]:
                high, low = sorted((bsn[edge["ca"]], bsn[edge["cb"]]))
                edge["howeight"] += (high - 1) * weight[HO2] + (low - high) * weight[HO5][high - 1]
                if high > pairs:
                    edge["howeight"] += weight[HO1] - weight[HO4][high - pairs - 1]
                else:
                    edge["howeight"] += weight[HO3][pairs - high]

    def fill_exchanges(self, scorelevel: int, edges: list[Edge], bsn: Any, pairs: int) -> None:
        """The exchanges in the quality of these edges, after `update_homogenious`."""
        super().update_homogenious(scorelevel, edges, bsn, pairs)

    def edge(self, a: int, b: int) -> Edge:
        key = (a, b) if a <= b else (b, a)
        if key in self._edges:
            return self._edges[key]
        low, high = self.competitors[key[0]], self.competitors[key[1]]
        edge: Edge = super().create_edge(low, high, self._met[key[1]])
        if key in self._forbidden:
            edge["canmeet"] = edge["qc"] = False
        self._edges[key] = edge
        return edge

    def forbid(self, a: int, b: int) -> None:
        """These two may not meet in this round."""
        self._forbidden.add((min(a, b), max(a, b)))
        self._edges.pop((min(a, b), max(a, b)), None)
        self.meetings.keep_apart(a, b)

    def played(self) -> Iterator[tuple[int, int, int]]:
        """Who met whom, the lower number first, and how often; 0 is the opponent of a bye."""
        for number, met in enumerate(self._met):
            for other, times in Counter(met).items():
                if other < number:
                    yield other, number, times

    def _meetings(self) -> Meetings:
        meetings = Meetings()
        for competitor in self.competitors:
            if competitor["cop"] in ("w2", "b2") and not competitor["top"]:
                meetings.absolute[competitor["cid"]] = competitor["cop"][0]
        for a, b, times in self.played():
            if times >= self.maxmeets:
                meetings.keep_apart(a, b)
        for a, b in self._forbidden:
            meetings.keep_apart(a, b)
        return meetings


class Row:
    """The records of one competitor with all others, by number."""

    def __init__(self, table: LazyCrosstable, number: int) -> None:
        self._table = table
        self._number = number

    def __getitem__(self, other: int) -> Edge:
        return self._table.edge(self._number, other)

    def __iter__(self) -> Iterator[Edge]:
        return (self[other] for other in range(len(self._table.competitors)))


def _no_edge(*args: object) -> None:
    return None
