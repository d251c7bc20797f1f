"""Detects drafts that were paired from results that have changed since.

Compares only what the pairing used: line-ups of teams, decisions on their drawn matches, results
and first moves of earlier rounds, penalties, bonuses, start points and scoring. Absences and
forbidden pairs are checked when the round is published (`check`), and tie-breaks do not affect
pairing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tournaments.pairing.pairing_score import BOARD_PLUS_RESERVE
from tournaments.standings.teams import TEAM_KNOCKOUT
from tournaments.state import ROLLING, EventState, MatchRules, Played

# Systems that do not use results, or pair whoever is free while games run.
WITHOUT_RESULTS = frozenset({"round_robin", "team_round_robin", "scheveningen", "manual", *ROLLING})


def have_results_changed(seen: EventState, now: EventState, *, system: str) -> bool:
    """Whether pairing now would use other results.

    seen: the input in the draft's proof. now: the same stage today. system: that paired the draft.
    """
    if seen.lineups != now.lineups:
        return True
    if system in WITHOUT_RESULTS:
        return False
    entries = frozenset(seen.entry_numbers)
    return (
        _scoring(seen.rules) != _scoring(now.rules)
        or _points_given(seen, entries) != _points_given(now, entries)
        or set(_results(seen)) != set(_results(now))
        or _decisions(seen) != _decisions(now)
    )


def _scoring(rules: MatchRules) -> MatchRules:
    return replace(rules, tiebreaks=())


def _points_given(state: EventState, entries: frozenset[int]) -> dict[int, Any]:
    """Penalties, bonuses and start points of these entries; later entries do not count."""
    return {
        entrant.number: (entrant.adjustments, entrant.start_points_x2)
        for entrant in state.entrants
        if entrant.number in entries
    }


def _decisions(state: EventState) -> set[tuple[int, int, int]]:
    """By staff, of drawn matches of teams."""
    return {(m.round, m.number, m.decided_for) for m in state.matches if m.decided_for}


def _results(state: EventState) -> Iterator[tuple[Any, ...]]:
    """Board-plus-reserve points may also decide a drawn match of teams."""
    board = state.rules.rank_by == BOARD_PLUS_RESERVE or state.system == TEAM_KNOCKOUT
    for played in state.played:
        yield (
            played.round,
            played.leg,
            played.seats,
            played.kind,
            played.bye_points_x2,
            tuple(_slots(played, board=board)),
        )


def _slots(played: Played, *, board: bool) -> Iterator[tuple[Any, ...]]:
    for slot in played.slots:
        result = slot.result
        ended = result and (
            result.kind,
            result.outcome,
            result.points_x2,
            result.bpr if board else None,
        )
        yield slot.number, slot.first_seat, slot.kind, ended
