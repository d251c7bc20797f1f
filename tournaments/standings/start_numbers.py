"""The numbers that entries draw: positions of a Berger table, places in a bracket.

They are drawn once, with the first round of a stage, from the seed that the state carries from
then on. Who meets whom follows from the numbers; here is no table and no bracket.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from random import Random

from tournaments.state import BY_LOT, EQUALS_BY_LOT, EventState


def takes_lot(state: EventState) -> bool:
    """Whether numbers of the stage are drawn by lot: all of them, or those of equal rating."""
    if state.options.numbers == EQUALS_BY_LOT:
        return any(len(run) > 1 for run in _equals(state))
    return state.options.numbers == BY_LOT


def is_undrawn(state: EventState) -> bool:
    """Whether the numbers are to be drawn and are not yet."""
    return takes_lot(state) and state.draw_seed is None


def with_draw(state: EventState, seed: int) -> EventState:
    """The state with the draw of its stage, made with `seed` where it is still to be made."""
    return replace(state, draw_seed=seed) if is_undrawn(state) else state


def drawn_order(state: EventState) -> tuple[int, ...]:
    """The entries by their numbers in the stage, number 1 first; undrawn, in the list's order.

    EQUALS_BY_LOT keeps the order of the list but for neighbours of equal rating, or of none.
    """
    listed = state.entries_by_seed
    if state.draw_seed is None or not takes_lot(state):
        return listed
    drawn = Random(f"{state.draw_seed} numbers").sample(listed, len(listed))
    if state.options.numbers == BY_LOT:
        return tuple(drawn)
    place = {entry: at for at, entry in enumerate(drawn)}
    return tuple(e for run in _equals(state) for e in sorted(run, key=place.__getitem__))


def _equals(state: EventState) -> list[list[int]]:
    """The list cut where the rating changes."""
    rating = {entrant.number: entrant.rating for entrant in state.entrants}
    return [list(run) for _rating, run in groupby(state.entries_by_seed, key=rating.get)]
