"""Provisional results of unfinished matches, used only for pairing.

The organiser may pair the next round while games are postponed. FIDE's general handling rules for
Swiss systems pair an adjourned game as a draw; that is the default, and `MatchRules.postponed`
can change it. Standings never use provisional results.
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
    """The state with results for unfinished matches, by `MatchRules.postponed`.

    "draw": a match without results is a draw; a match with some results counts those. "win":
    likewise, but a match without results is won by all its entries. "none": unchanged, so an
    unfinished match gives nothing.
    """
    how = state.rules.postponed
    if how == AS_NOTHING or all(played.is_finished for played in state.played):
        return state
    return replace(state, played=tuple(_settle_match(played, how) for played in state.played))


def _settle_match(played: Played, how: str) -> Played:
    if played.is_finished:
        return played
    decided = tuple(slot for slot in played.regular_slots if slot.result is not None)
    if decided:
        return replace(played, slots=decided)
    given = _provisional_result(len(played.seats), how)
    return replace(
        played, slots=tuple(replace(slot, result=given) for slot in played.regular_slots)
    )


def _provisional_result(seats: int, how: str) -> SlotResult:
    """A provisional game; a draw at a table of k gives k - 1 each, as all places are shared."""
    if how == AS_WIN:
        return SlotResult(ADJUDICATED, WON_BY_ALL, (2,) * seats)
    return SlotResult(ADJUDICATED, "1/2-1/2", (seats - 1,) * seats)
