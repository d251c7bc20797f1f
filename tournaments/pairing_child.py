"""The Swiss engine as a child process: one JSON object in, one JSON object out.

Standard input: {"report": TRF26 text, "meetings": how often two players may meet in all, "exact":
true if the exact method must pair all, however long it takes}.
Standard output: the result of `pair_report`. Each finished score bracket writes a line
{"progress": percent} to standard error, which also receives everything the engine prints.
Started by `engine_process`. gacrux (www.gacrux.no) is in `tournaments.swiss_engine`; no Django.
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

from gacrux.gacruxexeptions import GacruxNoLegalPairing

from tournaments.pairing.swiss.report import players_and_next_round
from tournaments.swiss_engine.dutch import DutchPairing
from tournaments.swiss_engine.finish import finish_quickly
from tournaments.swiss_engine.reading import IndexedReader
from tournaments.swiss_engine.weighing import STEP_LIMIT, TooManySteps

NO_LEGAL_PAIRING = "no_legal_pairing"


def pair_report(
    report: str,
    *,
    meetings: int = 1,
    exact: bool = False,
    on_progress: Callable[[int], None] = lambda percent: None,
    system: Callable[..., Any] = DutchPairing,
    reader: Callable[[], Any] = IndexedReader,
    step_limit: int = STEP_LIMIT,
) -> dict[str, Any]:
    """The round after the last one of the report.

    {"engine", "round", "pairs": [[w, b], ...] by board with 0 for the bye, "brackets": for
    each score bracket its "score_x2", "competitors", "pairs" [w, b, color rule, mode],
    "downfloaters", "quality" by criterion and whether it gives the bye, "pab"}; or
    {"refused": "no_legal_pairing", "detail"}. The last bracket has the mode "quick" in its pairs
    and everybody from its score down, if the exact method took more steps than step_limit.
    """
    random.seed(0)  # gacrux draws the initial color if the report has none
    _, number = players_and_next_round(report)
    header: dict[str, Any] = {"engine": f"gacrux {version('gacrux')}", "round": number}
    source = reader()
    source.parse_file(report, True)
    dutch = system(
        source.get_tournament(1),
        number,
        meetings=meetings,
        on_progress=on_progress,
        limit=None if exact else step_limit,
    )
    try:
        brackets = _brackets(dutch)
    except GacruxNoLegalPairing as refused:
        return {**header, "refused": NO_LEGAL_PAIRING, "detail": str(refused)}
    made = (pair for bracket in brackets for pair in bracket["pairs"])
    scores = dutch.crosstable.levels()
    return {
        **header,
        "pairs": [[pair["w"], pair["b"]] for pair in sorted(made, key=lambda pair: pair["board"])],
        "brackets": [_bracket(bracket, scores) for bracket in brackets],
    }


def _brackets(dutch: Any) -> list[Any]:
    try:
        brackets: list[Any] = dutch.compute_pairing(False, 1)
    except TooManySteps:
        brackets = finish_quickly(dutch)
    return brackets


def run_here(report: str, *, meetings: int = 1, exact: bool = False) -> Mapping[str, Any]:
    """The Swiss engine in this process, without limits: many thousand rounds need no child each.

    What it prints is swallowed.
    """
    with redirect_stdout(io.StringIO()):
        return pair_report(report, meetings=meetings, exact=exact)


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
                request["report"],
                meetings=request["meetings"],
                on_progress=_print_progress,
                exact=request["exact"],
            ),
            out,
        )


if __name__ == "__main__":
    main()
