"""Double elimination: out after the second loss.

Source: the format as commonly run, with a winners' and a losers' bracket, a grand final and its
reset (`standings.bracket` has the layout, and the order in which losers drop). 2n - 2 matches,
one more with the reset. A round of the event holds every match whose entries are known: the
winners' round 3 beside the losers' round 2, and so on. Nobody is kept from a rematch, but the
order of dropping puts it off. The loser of the losers' final is third: options.third_place does
nothing here.
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
