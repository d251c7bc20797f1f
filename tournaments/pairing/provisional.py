"""What an unfinished match counts in the pairing input, until it is played.

The organiser may pair on while games are postponed. The pairing then needs a score for them that
no table ever shows. Chess pairs an adjourned game as a draw (the general handling rules of FIDE's
Swiss systems); that is the default here, and an event may say otherwise (`MatchRules.postponed`).
Standings are made of the state itself and never come here.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.state import (
    ADJUDICATED,
    AS_NOTHING,
    AS_WIN,
    WON_BY_ALL,
    EventState,
    Played,
    SlotResult,
)


def with_provisional_results(state: EventState) -> EventState:
    """The state as the pairing of the next round sees it.

    "draw": a match of which nothing is decided is drawn, one that has begun counts as what is
    decided of it. "win": likewise, but undecided matches are won by everybody in them.
    "none": all is as in the standings, so nothing is given until a match is over.
    """
    how = state.rules.postponed
    if how == AS_NOTHING or all(played.finished for played in state.played):
        return state
    return replace(state, played=tuple(_settled(played, how) for played in state.played))


def _settled(played: Played, how: str) -> Played:
    if played.finished:
        return played
    decided = tuple(slot for slot in played.regular if slot.result is not None)
    if decided:
        return replace(played, slots=decided)
    given = _result(len(played.seats), how)
    return replace(played, slots=tuple(replace(slot, result=given) for slot in played.regular))


def _result(seats: int, how: str) -> SlotResult:
    """One game as it is reckoned: at a table of k a draw is k - 1 for each, all places shared."""
    if how == AS_WIN:
        return SlotResult(ADJUDICATED, WON_BY_ALL, (2,) * seats)
    return SlotResult(ADJUDICATED, "1/2-1/2", (seats - 1,) * seats)
