"""Numbers drawn by lot, said in words: for a whole round, and for one pair."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import gettext_noop
from tournaments.pairing.interface import Reason
from tournaments.standings.start_numbers import takes_lot
from tournaments.state import BY_LOT, EventState

MESSAGES: dict[str, str] = {
    "numbers_by_lot": gettext_noop(
        "The numbers of this stage were drawn by lot with its first round; the number of the lot "
        "is {seed}."
    ),
    "equals_by_lot": gettext_noop(
        "The numbers of this stage follow the list; those of equal rating were drawn by lot with "
        "its first round; the number of the lot is {seed}."
    ),
    "has_number": gettext_noop("{entry} drew number {number}."),
}


def numbers_reasons(state: EventState) -> tuple[Reason, ...]:
    """How the stage got its numbers; nothing where they are those of the list."""
    if state.draw_seed is None or not takes_lot(state):
        return ()
    code = "numbers_by_lot" if state.options.numbers == BY_LOT else "equals_by_lot"
    return (Reason(code, {"seed": state.draw_seed}),)


def number_reasons(state: EventState, number_of: Mapping[int, int]) -> tuple[Reason, ...]:
    """Who drew which number; nothing where numbers are not drawn for everybody."""
    if state.options.numbers != BY_LOT:
        return ()
    drawn = number_of.items()
    return tuple(Reason("has_number", {"entry": e, "number": n}) for e, n in drawn)
