"""The sentences of every pairing reason and refusal, and the reasons of one pairing."""

from __future__ import annotations

from engine.errors import gettext_noop
from tournaments.pairing.paired import PairedRound, Reason

MESSAGES: dict[str, str] = {
    "berger_table": gettext_noop(
        "Round {round} of the Berger table for {size} entries puts position {first} "
        "against position {second}; the one named first moves first in game 1."
    ),
    "berger_cycle": gettext_noop(
        "This is cycle {cycle} of {cycles}; the even cycles repeat the table with the first "
        "move changed over."
    ),
    "berger_bye": gettext_noop(
        "The number of entries is odd: in round {round} of the Berger table position "
        "{position} has no opponent."
    ),
    "opponent_absent": gettext_noop("The opponent of this round, entry {opponent}, is absent."),
    "no_rounds_left": gettext_noop(
        "All {rounds} rounds of this round robin are paired: everybody has met everybody."
    ),
    "too_few_entries": gettext_noop("A round needs at least two entries; there are {entries}."),
}


def explain(paired: PairedRound, seats: tuple[int, ...]) -> tuple[Reason, ...]:
    """Why these seats sit together: the round's reasons, then the pairing's own.

    :raises KeyError: the round has no such pairing.
    """
    for pairing in paired.pairings:
        if pairing.seats == seats:
            return paired.explanation + pairing.explanation
    raise KeyError(seats)


def sentence(reason: Reason) -> str:
    """The English sentence of a reason."""
    return MESSAGES[reason.code].format(**reason.params)
