"""Start numbers: positions in a Berger table, places in a bracket.

They are drawn once, with the first round of a stage; the state keeps the seed from then on.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from random import Random

from tournaments.state import BY_LOT, EQUALS_BY_LOT, EventState


def draws_numbers(state: EventState) -> bool:
    """Whether any numbers of the stage are drawn by lot: all, or those of equal rating."""
    if state.options.numbers == EQUALS_BY_LOT:
        return any(len(run) > 1 for run in _rating_groups(state))
    return state.options.numbers == BY_LOT


def is_undrawn(state: EventState) -> bool:
    """Whether the numbers must be drawn and are not drawn yet."""
    return draws_numbers(state) and state.draw_seed is None


def with_draw(state: EventState, seed: int) -> EventState:
    """The state with `seed` as its draw, if the numbers are not drawn yet."""
    return replace(state, draw_seed=seed) if is_undrawn(state) else state


def drawn_order(state: EventState) -> tuple[int, ...]:
    """The entries by start number; in starting order if nothing is drawn (yet).

    EQUALS_BY_LOT keeps the starting order except among neighbours of equal or no rating.
    """
    listed = state.entries_by_seed
    if state.draw_seed is None or not draws_numbers(state):
        return listed
    drawn = Random(f"{state.draw_seed} numbers").sample(listed, len(listed))
    if state.options.numbers == BY_LOT:
        return tuple(drawn)
    place = {entry: at for at, entry in enumerate(drawn)}
    return tuple(e for run in _rating_groups(state) for e in sorted(run, key=place.__getitem__))


def _rating_groups(state: EventState) -> list[list[int]]:
    """The starting order grouped by equal rating."""
    rating = {entrant.number: entrant.rating for entrant in state.entrants}
    return [list(run) for _rating, run in groupby(state.entries_by_seed, key=rating.get)]
