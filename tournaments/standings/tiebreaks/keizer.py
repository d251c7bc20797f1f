"""Keizer points: a win is worth the value of the opponent's rank.

The system of J. H. Keizer (about 1960), as Dutch and Belgian clubs use it. The first of the
ranking has the highest value, each rank below one less. An entry starts with its own value and adds

- for a game won the value of the opponent, for a draw half of it (a match of several games gives
  the share of its game points);
- for an allocated bye two thirds of its own value;
- for a missed round or an asked bye one third; for a round after withdrawing, nothing.

New points change the ranking and so the values. All rounds are counted again until the ranking no
longer changes. If rankings repeat in a cycle, the points are the mean over the cycle.

Sources: SV Krimpen, "Systeem Keizer" (thirds; a highest value of one and a half times the
entries); Caissa Amsterdam, "Het Keizer-systeem" (the own value counts); SC Haren, 16 Sept 2016
(a table counted again, used in the tests). Clubs differ; these are our numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

from tournaments.standings.points import game_points_x2
from tournaments.standings.start_numbers import drawn_order
from tournaments.state import BYE_ALLOCATED, Entrant, EventState, Played

TOP_VALUE = Fraction(3, 2)  # of the number of entries
BYE_SHARE = Fraction(2, 3)
ABSENT_SHARE = Fraction(1, 3)
NO_SHARE = frozenset({"withdrawn"})  # kinds of absence that give nothing
MAX_RECOUNTS = 200

KeizerPoints = dict[int, Fraction]


def keizer_scores(
    state: EventState, *, top: int | None = None, recounts: int = MAX_RECOUNTS
) -> KeizerPoints:
    """The Keizer points of every entrant, whole points.

    top: the value of the first place. recounts: maximum number of counts; 1 uses only the values
    of the start numbers.
    """
    if top is None:
        top = ceil(len(state.entrants) * TOP_VALUE)
    ranking = drawn_order(state)
    seen: dict[tuple[int, ...], KeizerPoints] = {}
    while ranking not in seen and len(seen) < recounts:
        values = {entry: top - place for place, entry in enumerate(ranking)}
        points = seen[ranking] = _count(state, values)
        ranking = rank_by_points(state, points)
    rankings = list(seen)
    circle = rankings[rankings.index(ranking) :] if ranking in seen else rankings[-1:]
    return {
        entry: sum((seen[at][entry] for at in circle), start=Fraction()) / len(circle)
        for entry in state.entries_by_seed
    }


def rank_by_points(state: EventState, points: Mapping[int, Fraction]) -> tuple[int, ...]:
    """Entries by points, equal ones by start number."""
    return tuple(sorted(drawn_order(state), key=lambda entry: -points[entry]))


def _count(state: EventState, values: Mapping[int, int]) -> KeizerPoints:
    """The points of every entry, given the values of entries."""
    points = {e.number: values[e.number] + _given(e, state.current_round) for e in state.entrants}
    for played in state.played:
        for entry, earned in _earned(state, played, values).items():
            if entry in points:
                points[entry] += earned
    away = _rounds_away(state)
    for entry, rounds in away.items():
        points[entry] += rounds * ABSENT_SHARE * values[entry]
    return points


def _given(entrant: Entrant, current_round: int) -> Fraction:
    """Start points, and an arbiter's bonuses and penalties, in points."""
    changes = (a.points_x2 for a in entrant.adjustments if a.after_round <= current_round)
    return Fraction(entrant.start_points_x2 + sum(changes), 2)


def _earned(state: EventState, played: Played, values: Mapping[int, int]) -> KeizerPoints:
    """The points of each entry from one pairing."""
    if played.is_bye:
        (entry,) = played.seats
        share = BYE_SHARE if played.kind == BYE_ALLOCATED else ABSENT_SHARE
        return {entry: share * values.get(entry, 0)}
    if len(played.seats) != 2 or not played.regular_slots:
        return {}
    first, second = played.seats
    full_x2 = 2 * len(played.regular_slots)
    points = game_points_x2(played, state.rules)
    return {
        first: Fraction(points[0], full_x2) * values.get(second, 0),
        second: Fraction(points[1], full_x2) * values.get(first, 0),
    }


def _rounds_away(state: EventState) -> dict[int, int]:
    """The number of missed rounds of each entrant that give the share of an absence."""
    placed = {(entry, played.round) for played in state.played for entry in played.seats}
    rounds: Sequence[int] = range(state.rounds_before + 1, state.current_round + 1)
    return {
        entrant.number: sum(
            absence is not None and absence.kind not in NO_SHARE
            for absence in (
                entrant.absence_in(n) for n in rounds if (entrant.number, n) not in placed
            )
        )
        for entrant in state.entrants
    }
