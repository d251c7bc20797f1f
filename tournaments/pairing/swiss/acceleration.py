"""Baku acceleration: the upper half has virtual points in the first rounds of a Swiss.

Source: FIDE Handbook C.04.7. Half of all rounds, rounded up, are accelerated; in the first half of
these, rounded up, an entry of the upper half has the points of a win more, in the others half of
that. They count in the pairing only.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from tournaments.pairing.pairing_score import full_match_x2
from tournaments.standings.presence import LATE
from tournaments.state import BAKU, Entrant, EventState


def with_virtual_points(state: EventState) -> EventState:
    """The state with the virtual points of the stage's option `acceleration`.

    Each group of the stage has an upper half of its own. Who entered late is never in it, so its
    last entry stays the same.
    """
    if state.options.acceleration != BAKU or not state.rounds_total:
        return state
    rounds = state.rounds_total - state.rounds_before
    virtual = virtual_points_x2(rounds, full_match_x2(state.rules))
    upper = frozenset(_upper_halves(state))
    return replace(
        state,
        entrants=tuple(
            replace(entrant, virtual_x2=virtual) if entrant.number in upper else entrant
            for entrant in state.entrants
        ),
    )


def virtual_points_x2(rounds: int, win_x2: int) -> tuple[int, ...]:
    """Virtual points of the upper half by accelerated round, in half points.

    rounds: of the stage. win_x2: the half points of a win.
    """
    accelerated = (rounds + 1) // 2
    full = (accelerated + 1) // 2
    return (win_x2,) * full + (win_x2 // 2,) * (accelerated - full)


def _upper_halves(state: EventState) -> Iterator[int]:
    """Of those of each group who were there before round 1: half, rounded up to an even number."""
    entrants = {entrant.number: entrant for entrant in state.entrants}
    groups: dict[str, list[int]] = defaultdict(list)
    for entry in state.entries_by_seed:
        if not _is_late(state, entrants[entry]):
            groups[entrants[entry].group].append(entry)
    for entries in groups.values():
        yield from entries[: 2 * ((len(entries) + 3) // 4)]


def _is_late(state: EventState, entrant: Entrant) -> bool:
    first_round = state.rounds_before + 1
    return any(each.kind == LATE and each.covers(first_round) for each in entrant.absences)
