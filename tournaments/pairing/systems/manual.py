"""Manual: the organiser's own pairs; `drafts.check` judges them."""

from __future__ import annotations

from engine.errors import gettext_noop
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, Reason, RunEngine
from tournaments.state import EventState

MESSAGES: dict[str, str] = {
    "paired_by_hand": gettext_noop("The organiser put them together."),
    "bye_by_hand": gettext_noop("The organiser gave {entry} a bye."),
    "no_pairs_given": gettext_noop("Round {round} has no pairs yet: give the pairs first."),
}


def pair_manual(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """The next round as given: tables in order from 1, seat 1 moves first, then byes.

    :raises PairingRefused: no_pairs_given.
    """
    del seed, run_engine
    if not state.by_hand:
        raise PairingRefused("no_pairs_given", round=state.next_round)
    why = (Reason("paired_by_hand", {}),)
    tables = (seats for seats in state.by_hand if len(seats) > 1)
    matches = (
        Pairing(seats, table=table, explanation=why) for table, seats in enumerate(tables, start=1)
    )
    byes = (
        Pairing.bye(seats[0], why=(Reason("bye_by_hand", {"entry": seats[0]}),))
        for seats in state.by_hand
        if len(seats) == 1
    )
    return PairedRound(state.next_round, (*matches, *byes))
