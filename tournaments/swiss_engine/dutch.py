"""FIDE's Dutch system by gacrux, with as few repeated meetings as possible and less work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gacrux.pairingdutch import pairing_dutch

from tournaments.swiss_engine.crosstable import LazyCrosstable
from tournaments.swiss_engine.edges import BYE, Edge, Edges, Node
from tournaments.swiss_engine.hamilton import compute_hamilton
from tournaments.swiss_engine.weighing import Steps, match_least

OPTIONS = {"top_color": "w", "experimental": [], "verbose": 0, "unpaired": [], "rank": False}


class DutchPairing(pairing_dutch):  # type: ignore[misc]  # gacrux has no types
    """The Dutch system with progress reports and as few repeated meetings as possible.

    gacrux filters lists of all edges; here `Edges` takes their place wherever they are not read.
    """

    def __init__(
        self,
        tournament: Any,
        number: int,
        *,
        meetings: int,
        on_progress: Callable[[int], None],
        limit: int | None = None,
    ) -> None:
        super().__init__(tournament, number, dict(OPTIONS))
        self.nummeets = meetings
        self.on_progress = on_progress
        self.seated = 0
        self.steps = Steps(limit)
        self.pablevel = -1
        self.roundpairing: list[Any] = []

    def get_crosstable(self, experimental: Any, checkonly: bool, verbose: Any) -> LazyCrosstable:
        return LazyCrosstable(experimental, checkonly, verbose)

    # --- edges ------------------------------------------------------------------------------

    def list_edges(self, opponents: object) -> Edges:
        """The allowed pairs, with as few repeated meetings as possible.

        gacrux counts repeats in its criterion QMM but gives it no weight. So repeats are limited
        before weighing: only pairs of a minimum-weight matching of the whole field may meet
        again. gacrux treats a second bye as a repeat too; it is never allowed.
        """
        table = self.crosstable
        levels = {node["cid"]: node["scorelevel"] for node in self.list_nodes(self.competitors)}
        edges = Edges(levels, table.meetings, table.edge)
        if self.nummeets == 1:
            return edges
        for a, b, _times in table.played():
            if a == BYE:
                table.meetings.keep_apart(a, b)
        allowed = self._fewest_repeats(edges)
        for a, b, _times in table.played():
            if a != BYE and (a, b) not in allowed:
                table.forbid(a, b)
        return edges

    def _fewest_repeats(self, edges: Edges) -> set[tuple[int, int]]:
        """A pair costs more the more often it has met, then the farther apart its scores are."""
        players = len(self.competitors)
        apart = (self.levels + 1) ** 2 * players
        self.steps.read(len(edges))

        def cost(edge: Edge) -> int:
            often = (players ** edge["played"] - 1) // (players - 1)
            return often * apart + abs(edge["sa"] - edge["sb"]) ** 2 if often else 0

        pairs = match_least(((e["ca"], e["cb"], cost(e)) for e in edges), self.steps)
        return {(min(pair), max(pair)) for pair in pairs}

    def get_edges(self, nodes: list[Node], edges: Any, condition: str | None = None) -> Any:
        if isinstance(edges, Edges) and condition is None:
            return edges.among(node["cid"] for node in nodes)
        return super().get_edges(nodes, edges, condition)

    def get_modifiededges(self, first: list[int], second: list[int], edges: Any) -> list[Edge]:
        if isinstance(edges, Edges) and first == second:
            return self._read(edges.among(first))
        found: list[Edge] = super().get_modifiededges(first, second, edges)
        return found

    def edgeBinarySearch(self, edges: Any, level: int) -> Any:  # noqa: N802  # its name in gacrux
        """Where the edges begin whose lower end is at the level, for a slice."""
        if isinstance(edges, Edges):
            return edges.place_of(level)
        return super().edgeBinarySearch(edges, level)

    def modify_edges(self, nodes: list[Node], other: Any, edges: Any, *rest: Any) -> Any:
        nodes, edges = super().modify_edges(nodes, other, edges, *rest)
        return nodes, self._read(edges)

    def _read(self, edges: Any) -> list[Edge]:
        """A list of the edges.

        :raises TooManySteps: there are too many.
        """
        self.steps.read(len(edges))
        return list(edges)

    def remove_pairs(self, nodes: list[Node], edges: Any, paired: list[Edge]) -> Any:
        numbers = [edge["ca"] for edge in paired] + [edge["cb"] for edge in paired]
        gone = set(numbers)
        rest = [node for node in nodes if node["cid"] not in gone]
        return rest, self.get_edges(rest, edges), numbers

    def compute_whohasmet_histogram(self, nodes: list[Node], edges: Any) -> list[int]:
        if isinstance(edges, Edges):
            return edges.degrees([node["cid"] for node in nodes])
        histogram: list[int] = super().compute_whohasmet_histogram(nodes, edges)
        return histogram

    # --- matchings --------------------------------------------------------------------------

    def pair_weighted_round(
        self, bracket: Any, nodes: list[Node], edges: Any, mode: str, numpairs: int, category: int
    ) -> Any:
        """As gacrux does it; every edge that gets a weight is a step too."""
        level, table = bracket["scorelevel"], self.crosstable
        nodes, edges = self.modify_edges(nodes, None, edges, level, category, "canmeet")
        if not nodes:
            return []
        if mode == "HE":
            table.update_hetrogenious(level, nodes, edges, bracket["bsne"])
        else:
            bracket["bsno"] = self.update_bsn(
                level, [node for node in nodes if node["scorelevel"] <= level]
            )
            table.update_homogenious(level, edges, bracket["bsno"], numpairs)
        matched = match_least(
            [(e["ca"], e["cb"], table.update_weight(mode, category, e)) for e in edges], self.steps
        )
        if mode == "HO":
            chosen = {(min(pair), max(pair)) for pair in matched}
            made = [edge for edge in edges if (edge["ca"], edge["cb"]) in chosen]
            table.fill_exchanges(level, made, bracket["bsno"], numpairs)
        return matched

    def weighted_match(self, nodes: list[Node], edges: Edges) -> int:
        """How many of the nodes cannot be paired."""
        self.steps.read(len(edges))
        return len(nodes) - 2 * len(match_least(((*p, 0) for p in edges.pairs()), self.steps))

    def find_weighted_pab(self, nodes: list[Node], edges: Edges) -> tuple[int, int, int]:
        """Pairs, minus the unpaired, and the lowest level that can have the bye (-1: none)."""
        self.steps.read(len(edges))
        weighted = ((a, b, edges.levels[b] if a == BYE else 0) for a, b in edges.pairs())
        pairs = sorted((min(pair), max(pair)) for pair in match_least(weighted, self.steps))
        if len(pairs) < len(nodes) // 2:
            return len(pairs), 2 * len(pairs) - len(nodes), -1
        return len(pairs), 0, edges.levels[pairs[0][1]] if pairs[0][0] == BYE else 0

    def canbepared(self, one: int, other: int, colors: Any, permuted: Any) -> bool:
        self.steps.take(1)
        return bool(super().canbepared(one, other, colors, permuted))

    def cannotbepared(self, one: int, other: int, colors: Any, permuted: list[int]) -> bool:
        self.steps.take(len(permuted))
        return bool(super().cannotbepared(one, other, colors, permuted))

    # --- levels -----------------------------------------------------------------------------

    def compute_hamilton(self, nodes: list[Node], edges: Edges) -> list[dict[str, Any]]:
        self.pablevel = -1
        return compute_hamilton(nodes, edges, self.levels, self.is_complete)

    def find_pab(self, nodes: list[Node], edges: Edges) -> Any:
        """gacrux looks at the last edge, or at all of them if not every level can be paired."""
        level = self.pablevel
        if level == -1 and edges and self.hamilton[-1].get("rem_hamilton", -1) >= 0:
            level = edges.levels[edges[-1]["cb"]] if self.competitors[BYE]["rfp"] else 0
        elif level == -1 and edges:
            level = self.find_weighted_pab(nodes, edges)[-1]
        self.pablevel = level
        return None, level, nodes, edges.with_byes_of(level)

    def get_category(self, scorelevel: int, nodes: list[Node], edges: Any) -> int:
        """How far down a bracket is weighed. 1: only itself; 0: down to the lowest group.

        gacrux returns 0 for an odd bracket right above the lowest score group when nobody has a
        bye. It then weighs both groups together: a minute instead of a second at 1,000 players.
        If the lowest group can be paired whichever player floats down, it cannot distinguish
        two pairings of the bracket, and 1 gives the same pairs.
        """
        category: int = super().get_category(scorelevel, nodes, edges)
        if category == 0 and self.optimize and scorelevel == 2 and not self.competitors[BYE]["rfp"]:
            return int(_can_pair_any_floater(nodes, edges))
        return category

    def canbecompleted(
        self, level: int, nodes: list[Node], edges: Any, first: Any, second: Any, permuted: Any
    ) -> bool:
        if isinstance(edges, Edges) and level <= self.pablevel:
            edges = edges.reading_byes()  # all that gacrux reads of them at these levels
        return bool(super().canbecompleted(level, nodes, edges, first, second, permuted))

    def pair_bracket(self, scorelevel: int, nodes: object, edges: object, testpab: bool) -> Any:
        paired = super().pair_bracket(scorelevel, nodes, edges, testpab)
        total = sum(1 for competitor in self.competitors if competitor["rfp"])
        self.seated += 2 * len(paired[0]["pairs"])
        self.on_progress(100 * self.seated // max(1, total))
        return paired


def _can_pair_any_floater(nodes: list[Node], edges: Edges) -> bool:
    """Whether both groups can always be paired, whichever player of the odd bracket floats down.

    nodes, edges: of the bracket (level 2 with its floaters) and of the lowest group (level 1).
    Dirac's theorem: n >= 3 players can be paired if each may meet at least n / 2 others. This must
    hold for the bracket without any one player, and for the lowest group without any one player.
    Each bracket player must also have a possible opponent in the lowest group.
    """
    below = {node["cid"] for node in nodes if node["scorelevel"] < 2}
    bracket = {node["cid"] for node in nodes} - below
    if len(bracket) % 2 == 0 or min(len(bracket), len(below)) < 5:
        return False
    return all(
        2 * (within - 1) >= len(group) - 1
        for group in (bracket, below)
        for within in edges.opponents(group, group)
    ) and all(edges.opponents(bracket, below))
