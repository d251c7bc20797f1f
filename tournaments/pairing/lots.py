"""What a round leaves to the lot, and the sentences for numbers drawn by lot."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import gettext_noop
from tournaments.pairing.interface import Reason
from tournaments.standings.start_numbers import draws_numbers, is_undrawn
from tournaments.state import BY_LOT, EventState

SWISS = frozenset({"swiss", "mcmahon", "team_swiss"})
# A Berger table leaves only the numbers open, a round by hand nothing.
WITHOUT_LOTS = frozenset({"round_robin", "manual", "team_round_robin", "scheveningen"})

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


def uses_lot(system: str, state: EventState) -> bool:
    """Whether the next round of `state`, paired by `system`, draws by lot.

    A Swiss draws its initial colour in the first round of the stage; all others draw the first
    moves, tables or seats that nothing else decides, round by round.
    """
    if is_undrawn(state):
        return True
    if system in WITHOUT_LOTS:
        return False
    if system in SWISS:
        return state.options.top_moves == BY_LOT and not _has_first_round(state)
    return True


def _has_first_round(state: EventState) -> bool:
    first = state.rounds_before + 1
    return any(played.round == first and not played.is_bye for played in state.played)


def drawing_reasons(state: EventState) -> tuple[Reason, ...]:
    """How the numbers of the stage were drawn; empty if they follow the list."""
    if state.draw_seed is None or not draws_numbers(state):
        return ()
    code = "numbers_by_lot" if state.options.numbers == BY_LOT else "equals_by_lot"
    return (Reason(code, {"seed": state.draw_seed}),)


def drawn_number_reasons(state: EventState, number_of: Mapping[int, int]) -> tuple[Reason, ...]:
    """The number that each entry drew; empty unless all numbers are drawn."""
    if state.options.numbers != BY_LOT:
        return ()
    drawn = number_of.items()
    return tuple(Reason("has_number", {"entry": e, "number": n}) for e, n in drawn)
