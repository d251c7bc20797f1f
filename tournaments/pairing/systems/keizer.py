"""Keizer: entries that are present play their neighbour in the Keizer ranking.

Source: as in `tournaments.standings.tiebreaks.keizer`. SV Krimpen pairs 1 with 2, 3 with 4, and
so on, among those present by the latest ranking; two meet again only after a number of rounds
(eight at Borne). A second bye is allowed; it goes to the lowest of those with the fewest byes.
"""

from __future__ import annotations

from dataclasses import replace

from engine.counted import ngettext_lazy
from tournaments.pairing.first_move import is_unplayed
from tournaments.pairing.interface import PairedRound, PairingRefused, RunEngine
from tournaments.pairing.lots import drawing_reasons
from tournaments.pairing.provisional import with_provisional_results
from tournaments.pairing.systems.matching import pair_with_bye
from tournaments.pairing.systems.neighbours import (
    bye_candidates,
    forbidden_pairs,
    seat_neighbours,
)
from tournaments.standings.start_numbers import with_draw
from tournaments.standings.tiebreaks.keizer import keizer_scores, rank_by_points
from tournaments.state import EventState

MESSAGES: dict[str, str] = {
    "no_legal_pairing_keizer": ngettext_lazy(
        "Round {round} cannot be paired with {gap} round between two meetings of the "
        "same entries. Allow them to meet again sooner, pair by hand, or end the stage.",
        "Round {round} cannot be paired with {gap} rounds between two meetings of the "
        "same entries. Allow them to meet again sooner, pair by hand, or end the stage.",
        "gap",
    ),
}


def pair_keizer(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Pair the next round; the seed draws the start numbers and, at the top table of round 1, the
    first move.

    :raises PairingRefused: too_few_entries, no_legal_pairing_keizer.
    """
    del run_engine
    state = with_draw(state, seed)
    number, gap = state.next_round, state.options.meet_again_after
    here = set(state.present_entries(number))
    ranking = rank_by_points(state, keizer_scores(with_provisional_results(state)))
    order = tuple(entry for entry in ranking if entry in here)
    if len(order) < 2:
        raise PairingRefused("too_few_entries", entries=len(order))
    recent = (p for p in state.played if number - p.round <= gap and not is_unplayed(p))
    apart = forbidden_pairs(state) | {frozenset(p.seats) for p in recent}
    found = pair_with_bye(
        order,
        may_meet=lambda a, b: frozenset((a, b)) not in apart,
        byes=bye_candidates(state, order),
    )
    if found is None:
        raise PairingRefused("no_legal_pairing_keizer", round=number, gap=gap)
    paired = seat_neighbours(state, order, found, seed=seed)
    return replace(paired, explanation=drawing_reasons(state))
