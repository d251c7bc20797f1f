"""Ladder: challenges as they were accepted, or neighbours on the ladder.

Seat 1 challenges, seat 2 defends. A round that nobody gave the pairs of is one for a club evening:
everybody who is free meets a neighbour on the ladder, in odd rounds from the top rung down, in even
rounds from the second, so that nobody meets the same neighbour in two rounds running while another
is there. Nobody has a bye: who has no opponent does not play.
"""

from __future__ import annotations

from random import Random

from engine.errors import gettext_noop
from tournaments.pairing.first_move import choose_first_mover, move_history
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, Reason, RunEngine
from tournaments.pairing.systems.matching import MayMeet
from tournaments.standings.ladder.challenging import is_within_reach
from tournaments.standings.ladder.ranking import rank_ladder
from tournaments.state import EventState

MESSAGES: dict[str, str] = {
    "challenge": gettext_noop("{low}, on rung {below}, challenges {high}, on rung {place}."),
    "ladder_neighbours": gettext_noop(
        "{low}, on rung {below}, meets {high}, on rung {place}: they are free neighbours."
    ),
    "no_neighbours": gettext_noop(
        "No two free players of this ladder are within reach of each other. Wait for games to end, "
        "or for challenges."
    ),
    "not_a_challenge": gettext_noop(
        "A round of a ladder has challenges only: two entries of the ladder each."
    ),
    "ladder_first_by_lot": gettext_noop(
        "{entry} moves first by lot: both had moved first equally often."
    ),
}


def pair_ladder(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """The next round; the seed decides first moves that nothing else decides.

    :raises PairingRefused: no_neighbours, not_a_challenge.
    """
    del run_engine
    rungs = rank_ladder(state).rungs()
    code = "challenge" if state.by_hand else "ladder_neighbours"
    pairs = _given(state, rungs) if state.by_hand else _neighbours(state, rungs)
    if not pairs:
        raise PairingRefused("no_neighbours")
    lot, moves = Random(seed), move_history(state)
    pairings = []
    for table, (low, high) in enumerate(pairs, start=1):
        where = {"low": low, "below": rungs[low], "high": high, "place": rungs[high]}
        drawn = lot.choice((low, high))
        first, why = choose_first_mover(low, high, moves=moves, otherwise=drawn)
        why = why or Reason("ladder_first_by_lot", {"entry": drawn})
        pairings.append(
            Pairing(
                (low, high),
                table=table,
                first_seat=1 if first == low else 2,
                explanation=(Reason(code, where), why),
            )
        )
    return PairedRound(state.next_round, tuple(pairings))


def _given(state: EventState, rungs: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """The pairs that were given, the lower one first."""
    for seats in state.by_hand:
        if len(set(seats)) != 2 or not rungs.keys() >= set(seats):
            raise PairingRefused("not_a_challenge")
    ordered = (sorted(seats, key=lambda entry: -rungs[entry]) for seats in state.by_hand)
    return tuple((low, high) for low, high in ordered)


def _neighbours(state: EventState, rungs: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """Pairs of free neighbours, the lower one first."""
    number = state.next_round
    here = set(state.present_entries(number)) - state.busy_entries(number)
    order = sorted(here, key=lambda entry: rungs[entry])
    met = {frozenset(played.seats) for played in state.played if played.round == number - 1}

    def may_meet(high: int, low: int) -> bool:
        return (
            is_within_reach(rungs[low], rungs[high], state.options)
            and frozenset((high, low)) not in met
            and not state.are_kept_apart(high, low, number)
        )

    begins = (1 - state.stage_round % 2, state.stage_round % 2)
    found = (_pairs_from(order[begin:], may_meet) for begin in begins)
    return next((pairs for pairs in found if pairs), ())


def _pairs_from(order: list[int], may_meet: MayMeet) -> tuple[tuple[int, int], ...]:
    pairs, at = [], 0
    while at + 1 < len(order):
        high, low = order[at], order[at + 1]
        if may_meet(high, low):
            pairs.append((low, high))
            at += 1
        at += 1
    return tuple(pairs)
