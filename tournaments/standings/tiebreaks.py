"""Tie-breaks: code -> function giving every entry a value, the higher the better.

Not here yet: the Buchholz and Sonneborn-Berger families, progressive scores, ratings of
opponents (FIDE C.07 art. 8-10).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.errors import gettext_noop
from tournaments.standings.scores import Points, Score, game_points_x2, match_points_x2
from tournaments.state import EventState, Played


@dataclass(frozen=True, slots=True)
class Field:
    """What a tie-break sees. tied: groups of entries that nothing before it has parted."""

    state: EventState
    scores: Mapping[int, Score]
    tied: tuple[frozenset[int], ...]


TieBreak = Callable[[Field], Mapping[int, Points]]


def wins(field: Field) -> dict[int, int]:
    """Source: FIDE C.07 WIN. Byes and forfeits worth a win count here and not in WON."""
    return {entry: score.wins for entry, score in field.scores.items()}


def games_won(field: Field) -> dict[int, int]:
    """Source: FIDE C.07 WON, counted in games."""
    return {entry: score.won for entry, score in field.scores.items()}


def match_points(field: Field) -> dict[int, Points]:
    return {entry: score.match_points_x2 for entry, score in field.scores.items()}


def game_points(field: Field) -> dict[int, Points]:
    return {entry: score.game_points_x2 for entry, score in field.scores.items()}


def board_plus_reserve(field: Field) -> dict[int, int]:
    """Sum of board-plus-reserve points (TAK-8.1, TAK-13)."""
    return {entry: score.bpr for entry, score in field.scores.items()}


def direct_encounter(field: Field) -> dict[int, Points]:
    """Points, in half points, out of the matches among those tied.

    Source: FIDE C.07 DE: counted only where all tied entries have met each other, else 0.
    """
    values: dict[int, Points] = dict.fromkeys(field.scores, 0)
    for group in field.tied:
        if len(group) < 2:
            continue
        mutual = [p for p in field.state.played if not p.is_bye and len(group & {*p.seats}) > 1]
        met = {pair for p in mutual if _counts(p, field) for pair in _pairs(p, group)}
        if len(met) < len(group) * (len(group) - 1) // 2:
            continue
        for pairing in mutual:
            points = _encounter_x2(pairing, field)
            for seat, entry in enumerate(pairing.seats):
                if entry in group:
                    values[entry] += points[seat]
    return values


def _pairs(pairing: Played, group: frozenset[int]) -> set[frozenset[int]]:
    seats = [entry for entry in pairing.seats if entry in group]
    return {frozenset((a, b)) for a in seats for b in seats if a != b}


def _counts(pairing: Played, field: Field) -> bool:
    return match_points_x2(pairing, field.state.rules) is not None


def _encounter_x2(pairing: Played, field: Field) -> tuple[Points, ...]:
    rules = field.state.rules
    if rules.rank_by == "match_points":
        return match_points_x2(pairing, rules) or (0,) * len(pairing.seats)
    return game_points_x2(pairing, rules)


TIEBREAKS: dict[str, TieBreak] = {
    "WIN": wins,
    "WON": games_won,
    "MP": match_points,
    "GP": game_points,
    "BPR": board_plus_reserve,
    "DE": direct_encounter,
}

HALF_POINTS = frozenset({"MP", "GP", "DE"})  # codes whose values are shown halved

MESSAGES: dict[str, str] = {
    "WIN": gettext_noop("Matches won, played or not"),
    "WON": gettext_noop("Games won over the board"),
    "MP": gettext_noop("Match points"),
    "GP": gettext_noop("Game points"),
    "BPR": gettext_noop("Board-plus-reserve points"),
    "DE": gettext_noop("Direct encounter"),
}
