"""Whether anything in a round is left to the lot, and so hangs on its seed."""

from __future__ import annotations

from tournaments.standings.start_numbers import is_undrawn
from tournaments.state import BY_LOT, EventState

SWISS = frozenset({"swiss", "mcmahon"})
# The Berger table, and a hand, leave nothing open but the numbers.
WITHOUT_LOTS = frozenset({"round_robin", "manual"})


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
