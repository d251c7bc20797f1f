"""Monrad: neighbours by score meet, and nobody meets twice.

Source: the Monrad system of the Norwegian Chess Federation (Norges Sjakkforbund, rules of play
2.1.2): entries are ordered by points and then by start number, which is fixed before round 1; each
meets the nearest below that it has not met. The federation draws the start numbers by lot; here
options.numbers decides whether all, equal ratings or none are drawn. The bye goes to the lowest
without one. Two that require the same move do not meet if possible (FIDE C.04.1 art. 6 and 7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.errors import gettext_noop
from tournaments.pairing.first_move import move_history, required_move
from tournaments.pairing.interface import PairedRound, PairingRefused, RunEngine
from tournaments.pairing.lots import drawing_reasons
from tournaments.pairing.pairing_score import pairing_points_x2, score_reasons
from tournaments.pairing.provisional import with_provisional_results
from tournaments.pairing.systems.matching import MayMeet, pair_with_bye
from tournaments.pairing.systems.neighbours import (
    Meetings,
    bye_candidates,
    count_meetings,
    forbidden_pairs,
    seat_neighbours,
)
from tournaments.standings.start_numbers import drawn_order, with_draw
from tournaments.state import BYE_ALLOCATED, EventState

MESSAGES: dict[str, str] = {
    "no_legal_pairing_monrad": gettext_noop(
        "Round {round} cannot be paired so that nobody meets twice or has two byes. Allow "
        "rematches from round {round}, pair by hand, or end the stage."
    ),
}


def pair_monrad(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Pair the next round; the seed draws the start numbers and, at the top table of round 1, the
    first move.

    :raises PairingRefused: too_few_entries, no_legal_pairing_monrad.
    """
    del run_engine
    state = with_draw(state, seed)
    order = order_by_score(state)
    if len(order) < 2:
        raise PairingRefused("too_few_entries", entries=len(order))
    byes = bye_candidates(state, order)
    if not _rematches_allowed(state):
        had_one = {p.seats[0] for p in state.played if p.kind == BYE_ALLOCATED}
        byes = tuple(entry for entry in byes if entry not in had_one)
    for may_meet in _meeting_rules(state):
        found = pair_with_bye(order, may_meet=may_meet, byes=byes)
        if found is not None:
            paired = seat_neighbours(state, order, found, seed=seed)
            return replace(paired, explanation=(*drawing_reasons(state), *score_reasons(state)))
    raise PairingRefused("no_legal_pairing_monrad", round=state.next_round)


def order_by_score(state: EventState) -> tuple[int, ...]:
    """Entries present in the next round, by score, then by start number."""
    points_x2 = pairing_points_x2(with_provisional_results(state))
    here = set(state.present_entries(state.next_round))
    by_number = (entry for entry in drawn_order(state) if entry in here)
    return tuple(sorted(by_number, key=lambda entry: -points_x2[entry]))


def _rematches_allowed(state: EventState) -> bool:
    first = state.options.rematches_from
    return first is not None and state.next_round >= first


def _meeting_rules(state: EventState) -> Iterator[MayMeet]:
    """Rules of who may meet, from strict to mild; the next is tried if no pairing exists.

    First two that require the same move may not meet. If rematches are allowed, the limit on
    earlier meetings then rises step by step.
    """
    met, apart = count_meetings(state), forbidden_pairs(state)
    due = {entry: required_move(moves) for entry, moves in move_history(state).items()}
    most = max(met.values(), default=0) if _rematches_allowed(state) else 0
    for limit in range(most + 1):
        yield _meeting_rule(apart, met, limit, due)
        yield _meeting_rule(apart, met, limit, {})


def _meeting_rule(
    apart: frozenset[frozenset[int]], met: Meetings, limit: int, due: Mapping[int, bool | None]
) -> MayMeet:
    def may_meet(a: int, b: int) -> bool:
        pair = frozenset((a, b))
        clash = due.get(a) is not None and due.get(a) == due.get(b)
        return not clash and pair not in apart and met[pair] <= limit

    return may_meet
