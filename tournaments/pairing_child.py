"""The Swiss engine in a process of its own: one JSON object in, one JSON object out.

In, on the standard input: {"report": TRF26 text, "meetings": how often two may meet in all}.
Out, on the standard output: the round as `answer` says. Each finished score bracket is a line
{"progress": percent} on the standard error, where all that the engine prints goes as well.
Started by `engine_process`; the one file that imports gacrux (www.gacrux.no), and no Django.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

import networkx
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

from tournaments.pairing.swiss.report import players_and_next_round

NO_LEGAL_PAIRING = "no_legal_pairing"


class Dutch(pairing_dutch):  # type: ignore[misc]  # gacrux has no types
    """The Dutch system that tells how far it is, and repeats as few meetings as it can."""

    def __init__(
        self, tournament: Any, number: int, *, meetings: int, tell: Callable[[int], None]
    ) -> None:
        options = {
            "top_color": "w",
            "experimental": [],
            "verbose": 0,
            "unpaired": [],
            "rank": False,
        }
        super().__init__(tournament, number, options)
        self.nummeets = meetings
        self.tell = tell
        self.seated = 0

    def list_edges(self, opponents: Any) -> list[Any]:
        """The pairs that may be made; of those that have met, only as many as must meet again.

        gacrux counts repeats in its criterion QMM but gives it no weight, so they are
        limited here, before anything is weighed: a cheapest matching of the whole field,
        where a pair costs the more the oftener it has met, and then the farther apart its
        scores are, says which pairs may meet again. To gacrux a second bye is a repeat as
        well; there is none.
        """
        edges = [e for e in super().list_edges(opponents) if e["ca"] or not e["played"]]
        if self.nummeets == 1:
            return edges
        spared = self._fewest_repeats(edges)
        for edge in edges:
            if edge["played"] and (edge["ca"], edge["cb"]) not in spared:
                edge["canmeet"] = edge["qc"] = False
        return [edge for edge in edges if edge["canmeet"]]

    def _fewest_repeats(self, edges: list[Any]) -> set[tuple[int, int]]:
        players = len(self.competitors)
        apart = (self.levels + 1) ** 2 * players
        graph = networkx.Graph()
        for edge in edges:
            often = (players ** edge["played"] - 1) // (players - 1) if edge["played"] else 0
            distance = abs(edge["sa"] - edge["sb"]) ** 2 if edge["played"] else 0
            graph.add_edge(edge["ca"], edge["cb"], weight=often * apart + distance)
        pairs = networkx.min_weight_matching(graph)
        return {(min(pair), max(pair)) for pair in pairs}

    def get_category(self, scorelevel: int, nodes: Any, edges: Any) -> int:
        """How far down a bracket must be weighed; 1: as far as itself, 0: to the very bottom.

        gacrux answers 0 for an odd bracket right above the lowest score group when nobody has
        a bye, and then weighs the two groups together: at 1,000 players a minute instead of a
        second. Where all those below can be paired whoever floats down to them, nothing below
        can tell two pairings of the bracket apart, and 1 gives the same pairs.
        """
        category: int = super().get_category(scorelevel, nodes, edges)
        if category == 0 and self.optimize and scorelevel == 2 and not self.competitors[0]["rfp"]:
            return int(_pairable_whoever_floats(nodes, edges))
        return category

    def pair_bracket(self, scorelevel: int, nodes: Any, edges: Any, testpab: bool) -> Any:
        paired = super().pair_bracket(scorelevel, nodes, edges, testpab)
        total = sum(1 for competitor in self.competitors if competitor["rfp"])
        self.seated += 2 * len(paired[0]["pairs"])
        self.tell(100 * self.seated // max(1, total))
        return paired


def answer(
    report: str,
    *,
    meetings: int = 1,
    tell: Callable[[int], None] = lambda percent: None,
    system: type[Dutch] = Dutch,
) -> dict[str, Any]:
    """The round after the last one of the report.

    {"engine", "round", "pairs": [[w, b], ...] by board with 0 for the bye, "brackets": for
    each score bracket its "score_x2", "competitors", "pairs" [w, b, color rule, mode],
    "downfloaters", "quality" by criterion and whether it gives the bye, "pab"}; or
    {"refused": "no_legal_pairing", "detail"}.
    """
    random.seed(0)  # gacrux draws from it where a report does not say the initial color
    _, number = players_and_next_round(report)
    said = {"engine": f"gacrux {version('gacrux')}", "round": number}
    source = trf2json()
    source.parse_file(report, True)
    dutch = system(source.get_tournament(1), number, meetings=meetings, tell=tell)
    try:
        brackets = dutch.compute_pairing(False, 1)
    except GacruxNoLegalPairing as refused:
        return {**said, "refused": NO_LEGAL_PAIRING, "detail": str(refused)}
    made = (pair for bracket in brackets for pair in bracket["pairs"])
    scores = dutch.crosstable.levels()
    return {
        **said,
        "pairs": [[pair["w"], pair["b"]] for pair in sorted(made, key=lambda pair: pair["board"])],
        "brackets": [_bracket(bracket, scores) for bracket in brackets],
    }


def _pairable_whoever_floats(nodes: list[Any], edges: list[Any]) -> bool:
    """Whether any one of the odd bracket may float down and leave no one unpaired on either side.

    nodes, edges: of the bracket (level 2 and what floated into it) and of the lowest group
    (level 1). By Dirac's theorem n >= 3 of whom each may meet n / 2 others can be paired: that
    must hold for the bracket without any one of its own, and for the lowest group without
    whichever of its own meets the one who floats; and everybody must have somebody to meet there.
    """
    below = {node["cid"] for node in nodes if node["scorelevel"] < 2}
    within = {node["cid"]: 0 for node in nodes}
    across = {node["cid"]: 0 for node in nodes}
    for edge in edges:
        a, b = edge["ca"], edge["cb"]
        met = within if (a in below) == (b in below) else across
        met[a] += 1
        met[b] += 1
    bracket = len(nodes) - len(below)
    if bracket % 2 == 0 or min(bracket, len(below)) < 5:
        return False
    return all(
        2 * (within[cid] - 1) >= (len(below) if cid in below else bracket) - 1
        and (cid in below or across[cid] > 0)
        for cid in within
    )


def _bracket(bracket: Mapping[str, Any], scores: list[Any]) -> dict[str, Any]:
    return {
        "score_x2": int(2 * scores[bracket["scorelevel"]]),
        "competitors": bracket["competitors"],
        "pairs": [[p["w"], p["b"], p["colorrule"], p.get("mode", "")] for p in bracket["pairs"]],
        "downfloaters": bracket["downfloaters"],
        "quality": bracket["quality"],
        "pab": bracket["pab"],
    }


def _tell(percent: int) -> None:
    print(json.dumps({"progress": percent}), file=sys.stderr, flush=True)


def main() -> None:
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)  # from here on, print() is noise
        asked = json.loads(sys.stdin.read())
        json.dump(answer(asked["report"], meetings=asked["meetings"], tell=_tell), out)


if __name__ == "__main__":
    main()
