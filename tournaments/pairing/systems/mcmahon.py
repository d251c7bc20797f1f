"""McMahon: a Swiss in which stronger entries start with more points.

Source: British Go Association, Organisers' Handbook ch. 4 (the McMahon system, bar and grades)
and its "McMahon tournament pairing rules"; the floor follows the European scale. A grade is one
point; all at or above the bar start with the same score, and nobody starts below the floor. The
handbook leaves the draw within equal scores open: rounds are paired by the Dutch system (FIDE
C.04.3) on scores that include the start points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.errors import gettext_noop
from tournaments.pairing.interface import PairedRound, Reason, RunEngine
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.state import Entrant, EventState, PairingOptions

MESSAGES: dict[str, str] = {
    "mcmahon_scores": gettext_noop(
        "McMahon: the scores count the points each entry began with, one for each grade."
    ),
}


def start_points_x2(entrants: Sequence[Entrant], options: PairingOptions) -> dict[int, int]:
    """Start score of each entry in half points: 0 at the floor, the most at the bar.

    Grades are counted down from the bar, `options.grade` rating points each, rounded up. Without
    a bar the highest rating is the bar, without a floor the lowest is the floor; an entry without
    a rating starts at the floor.
    """
    rated = [entrant.rating for entrant in entrants if entrant.rating is not None]
    bar = max(rated, default=0) if options.bar is None else options.bar
    floor = min(rated, default=0) if options.floor is None else options.floor
    floor = min(floor, bar)
    top = _grades(bar - floor, options.grade)
    points: dict[int, int] = {}
    for entrant in entrants:
        rating = floor if entrant.rating is None else min(max(entrant.rating, floor), bar)
        points[entrant.number] = 2 * (top - _grades(bar - rating, options.grade))
    return points


def pair_mcmahon(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Pair the next round as a Swiss with `Entrant.start_points_x2`.

    :raises PairingRefused: as in pair_swiss.
    """
    paired = pair_swiss(state, seed=seed, run_engine=run_engine)
    why = (Reason("mcmahon_scores", {}), *paired.explanation)
    return replace(paired, explanation=why)


def _grades(rating_points: int, grade: int) -> int:
    return -(-rating_points // grade)
