"""Places and points of a finished game of Gamnon. Source: GAM-2.1, GAM-10, GAM-11.6."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.gamnon.ruleset import Ruleset
from engine.gamnon.table import Table
from engine.places import rank, score_places


def rank_seats(table: Table) -> tuple[int, ...] | None:
    """Doubled places by seat; None while the game is not over."""
    seats = len(table.hands)
    if table.pending is not None:
        return None
    if table.winner is not None:
        return tuple(2 if seat == table.winner else seats + 2 for seat in range(seats))
    if table.rules.adjudicate == "draw":
        return (seats + 1,) * seats
    return rank([-len(hand) for hand in table.hands])


def score_seats(
    places_x2: Sequence[int], rules: Ruleset, *, adjudicated: bool
) -> tuple[Fraction, ...]:
    """The normalised score of each seat. By option, an adjudicated game counts half."""
    scores = score_places(places_x2, winner_takes_all=rules.winner_takes_all)
    if adjudicated and rules.adjudicated_weight == "half":
        return tuple(score / 2 for score in scores)
    return scores
