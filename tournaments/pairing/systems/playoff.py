"""A play-off round between entries tied at the qualifying line.

All entries of a tie meet each other once: two in one leg, more in as many legs as their Berger
table has rounds. Positions in the table, and so first moves, are drawn by lot from the seed. Other
entries are not paired. Play-offs count in no table; `tie_decisions` uses their results. Not a
system of a stage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from engine.errors import gettext_noop
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, Reason, RunEngine
from tournaments.pairing.systems.round_robin import berger_pairs, rounds_needed
from tournaments.state import EventState

CODE = "playoff"
MESSAGES: dict[str, str] = {
    "plays_off": gettext_noop("They are level where the places end, and play it out."),
    "first_move_by_lot": gettext_noop("Who moves first was drawn by lot, with the seed {seed}."),
    "nobody_is_level": gettext_noop("Nobody is level, so there is nothing to play off."),
}


def state_before_playoff(state: EventState, number: int) -> EventState:
    """The input of play-off number `number`; earlier play-offs are not rounds of the stage."""
    return replace(state, system=CODE, current_round=number - 1)


def pair_playoff(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Pair the ties in `state.by_hand`, each given by its entry numbers.

    :raises PairingRefused: nobody_is_level.
    """
    del run_engine
    if not state.by_hand:
        raise PairingRefused("nobody_is_level")
    by_lot = Reason("first_move_by_lot", {"seed": seed})
    why = (Reason("plays_off", {}), by_lot)
    tables: Counter[int] = Counter()
    pairings = []
    for leg, seats in sorted(_meetings(state, seed), key=lambda meeting: meeting[0]):
        tables[leg] += 1
        groups = {state.entrant(entry).group for entry in seats}
        group = groups.pop() if len(groups) == 1 else ""
        pairings.append(Pairing(seats, table=tables[leg], leg=leg, explanation=why, group=group))
    return PairedRound(state.next_round, tuple(pairings), legs=max(tables))


def _meetings(state: EventState, seed: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Leg and seats of every pairing, tie by tie."""
    for tie in state.by_hand:
        drawn = Random(f"{seed} {sorted(tie)}").sample(sorted(tie), len(tie))
        size = len(drawn) + len(drawn) % 2
        for leg in range(1, rounds_needed(len(drawn)) + 1):
            for first, second in berger_pairs(size, leg):
                if max(first, second) <= len(drawn):
                    yield leg, (drawn[first - 1], drawn[second - 1])
