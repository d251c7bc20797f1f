"""The Swiss engine as a child process: one JSON object in, one JSON object out.

Standard input: {"report": TRF26 text, "meetings": how often two players may meet in all}.
Standard output: the result of `pair_report`. Each finished score bracket writes a line
{"progress": percent} to standard error, which also receives everything the engine prints.
Started by `engine_process`. The only file that imports gacrux (www.gacrux.no); no Django.
"""

from __future__ import annotations

import io
import json
import os
import random
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from importlib.metadata import version
from typing import Any

import networkx
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

from tournaments.pairing.swiss.report import players_and_next_round

NO_LEGAL_PAIRING = "no_legal_pairing"


class DutchPairing(pairing_dutch):  # type: ignore[misc]  # gacrux has no types
    """The Dutch system with progress reports and as few repeated meetings as possible."""

    def __init__(
        self, tournament: Any, number: int, *, meetings: int, on_progress: Callable[[int], None]
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
        self.on_progress = on_progress
        self.seated = 0

    def list_edges(self, opponents: object) -> list[Any]:
        """The allowed pairs, with as few repeated meetings as possible.

        gacrux counts repeats in its criterion QMM but gives it no weight. So repeats are limited
        before weighing: only pairs of a minimum-weight matching of the whole field may meet
        again. A pair costs more the more often it has met, then the farther apart its scores
        are. gacrux treats a second bye as a repeat too; it is never allowed.
        """
        edges = [e for e in super().list_edges(opponents) if e["ca"] or not e["played"]]
        if self.nummeets == 1:
            return edges
        allowed = self._fewest_repeats(edges)
        for edge in edges:
            if edge["played"] and (edge["ca"], edge["cb"]) not in allowed:
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
        """How far down a bracket is weighed. 1: only itself; 0: down to the lowest group.

        gacrux returns 0 for an odd bracket right above the lowest score group when nobody has a
        bye. It then weighs both groups together: a minute instead of a second at 1,000 players.
        If the lowest group can be paired whichever player floats down, it cannot distinguish
        two pairings of the bracket, and 1 gives the same pairs.
        """
        category: int = super().get_category(scorelevel, nodes, edges)
        if category == 0 and self.optimize and scorelevel == 2 and not self.competitors[0]["rfp"]:
            return int(_can_pair_any_floater(nodes, edges))
        return category

    def pair_bracket(self, scorelevel: int, nodes: object, edges: object, testpab: bool) -> Any:
        paired = super().pair_bracket(scorelevel, nodes, edges, testpab)
        total = sum(1 for competitor in self.competitors if competitor["rfp"])
        self.seated += 2 * len(paired[0]["pairs"])
        self.on_progress(100 * self.seated // max(1, total))
        return paired


def pair_report(
    report: str,
    *,
    meetings: int = 1,
    on_progress: Callable[[int], None] = lambda percent: None,
    system: type[DutchPairing] = DutchPairing,
) -> dict[str, Any]:
    """The round after the last one of the report.

    {"engine", "round", "pairs": [[w, b], ...] by board with 0 for the bye, "brackets": for
    each score bracket its "score_x2", "competitors", "pairs" [w, b, color rule, mode],
    "downfloaters", "quality" by criterion and whether it gives the bye, "pab"}; or
    {"refused": "no_legal_pairing", "detail"}.
    """
    random.seed(0)  # gacrux draws the initial color if the report has none
    _, number = players_and_next_round(report)
    header: dict[str, Any] = {"engine": f"gacrux {version('gacrux')}", "round": number}
    source = trf2json()
    source.parse_file(report, True)
    dutch = system(source.get_tournament(1), number, meetings=meetings, on_progress=on_progress)
    try:
        brackets = dutch.compute_pairing(False, 1)
    except GacruxNoLegalPairing as refused:
        return {**header, "refused": NO_LEGAL_PAIRING, "detail": str(refused)}
    made = (pair for bracket in brackets for pair in bracket["pairs"])
    scores = dutch.crosstable.levels()
    return {
        **header,
        "pairs": [[pair["w"], pair["b"]] for pair in sorted(made, key=lambda pair: pair["board"])],
        "brackets": [_bracket(bracket, scores) for bracket in brackets],
    }


def run_here(report: str, *, meetings: int = 1) -> Mapping[str, Any]:
    """The Swiss engine in this process, without limits: many thousand rounds need no child each.

    What it prints is swallowed.
    """
    with redirect_stdout(io.StringIO()):
        return pair_report(report, meetings=meetings)


def _can_pair_any_floater(nodes: list[Any], edges: list[Any]) -> bool:
    """Whether both groups can always be paired, whichever player of the odd bracket floats down.

    nodes, edges: of the bracket (level 2 with its floaters) and of the lowest group (level 1).
    Dirac's theorem: n >= 3 players can be paired if each may meet at least n / 2 others. This must
    hold for the bracket without any one player, and for the lowest group without any one player.
    Each bracket player must also have a possible opponent in the lowest group.
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


def _print_progress(percent: int) -> None:
    print(json.dumps({"progress": percent}), file=sys.stderr, flush=True)


def main() -> None:
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)  # print() goes to standard error from here on
        request = json.loads(sys.stdin.read())
        json.dump(
            pair_report(
                request["report"], meetings=request["meetings"], on_progress=_print_progress
            ),
            out,
        )


if __name__ == "__main__":
    main()
