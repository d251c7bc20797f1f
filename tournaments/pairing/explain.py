"""The sentences of every pairing reason and refusal, and the reasons of one pairing."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.pairing import (
    check,
    first_move,
    keizer,
    knockout,
    manual,
    mcmahon,
    monrad,
    neighbours,
    round_robin,
    rounds,
    swiss,
    swiss_reasons,
    tables,
)
from tournaments.pairing.paired import PairedRound, Reason

_MODULES = (
    check,
    first_move,
    keizer,
    knockout,
    manual,
    mcmahon,
    monrad,
    neighbours,
    round_robin,
    rounds,
    swiss,
    swiss_reasons,
    tables,
)
# Every code that a Reason or a refusal may have; each stands beside the code that gives it.
MESSAGES: dict[str, str] = {
    code: text for module in _MODULES for code, text in module.MESSAGES.items()
}


def explain(paired: PairedRound, seats: tuple[int, ...]) -> tuple[Reason, ...]:
    """Why these seats sit together: the round's reasons, then the pairing's own.

    :raises KeyError: the round has no such pairing.
    """
    for pairing in paired.pairings:
        if pairing.seats == seats:
            return paired.explanation + pairing.explanation
    raise KeyError(seats)


def sentence(reason: Reason, *, translate: Callable[[str], str] = str) -> str:
    """The sentence of a reason: the English one, or as `translate` has it."""
    return translate(MESSAGES[reason.code]).format(**reason.params)
