"""Places and points of a game of Gamnon that is over. Source: GAM-2.1, GAM-10, GAM-11.6."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.gamnon.ruleset import Ruleset
from engine.gamnon.table import Table


def places_x2(table: Table) -> tuple[int, ...] | None:
    """Doubled places by seat, shared places as their mean; None while the game is not over."""
    seats = len(table.hands)
    if table.due is not None:
        return None
    if table.winner is not None:
        return tuple(2 if seat == table.winner else seats + 2 for seat in range(seats))
    if table.rules.adjudicate == "draw":
        return (seats + 1,) * seats
    held = [len(hand) for hand in table.hands]
    return tuple(2 * sum(n > mine for n in held) + held.count(mine) + 1 for mine in held)


def points(places: Sequence[int], rules: Ruleset, *, adjudicated: bool) -> tuple[Fraction, ...]:
    """The normalised score of each seat from doubled places: (k - place) / (k - 1), 0 to 1.

    `winner_takes_all`: 1 for a sole first place, 0 for all others. An adjudicated game counts
    half where the rules say so.
    """
    seats = len(places)
    if rules.winner_takes_all:
        given = [Fraction(place == 2) for place in places]
    else:
        given = [Fraction(2 * seats - place, 2 * (seats - 1)) for place in places]
    halved = adjudicated and rules.adjudicated_weight == "half"
    return tuple(score / 2 if halved else score for score in given)


def places_code(places: Sequence[int]) -> str:
    """Doubled places as one word, `1-2.5-2.5`."""
    return "-".join(f"{place / 2:g}" for place in places)
