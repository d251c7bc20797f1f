"""Double elimination: out after the second loss.

Source: the common format with a winners' and a losers' bracket, a grand final and its reset
(`standings.bracket` has the layout and the dropping order). 2n - 2 matches, one more with the
reset. A round of the event holds every match whose entries are known, such as winners' round 3
and losers' round 2. Rematches are allowed, but the dropping order delays them. The loser of the
losers' final is third, so options.third_place has no effect.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.pairing.interface import PairedRound, RunEngine
from tournaments.pairing.systems.knockout import pair_bracket
from tournaments.standings.bracket import DOUBLE_ELIMINATION
from tournaments.state import EventState


def pair_double_elimination(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Pair the next round: winners' matches by table, then losers' matches, then byes.

    Seats, first moves and refusals are those of `pair_knockout`.
    """
    del run_engine
    return pair_bracket(replace(state, system=DOUBLE_ELIMINATION), seed=seed)
