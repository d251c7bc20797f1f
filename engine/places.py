"""Places at a card table, shared ones as their mean (TAKI-9, TAKI-11.3, GAM-10, GAM-11.6).

Places are doubled (`_x2`), one a seat: a shared second and third place is 5.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any


def rank(values: Sequence[Any]) -> tuple[int, ...]:
    """Doubled places by seat; the lowest value is first."""
    return tuple(
        2 * sum(other < value for other in values) + values.count(value) + 1 for value in values
    )


def score_places(places_x2: Sequence[int], *, winner_takes_all: bool) -> tuple[Fraction, ...]:
    """The normalised score of each seat, 0 to 1: (k - place) / (k - 1) for k seats.

    With `winner_takes_all` 1 for a sole first place and 0 for all others.
    """
    seats = len(places_x2)
    if winner_takes_all:
        return tuple(Fraction(place == 2) for place in places_x2)
    return tuple(Fraction(2 * seats - place, 2 * (seats - 1)) for place in places_x2)


def format_places(places_x2: Sequence[int]) -> str:
    """Places by seat as one word, `1-2.5-2.5`: the result code of a card game."""
    return "-".join(f"{place / 2:g}" for place in places_x2)


def place_texts(places_x2: Sequence[int]) -> list[str]:
    """The places of a table by seat, as pages show them: 1, or 2–3 if shared."""
    shared = Counter(places_x2)
    return [place_text(place_x2, sharing=shared[place_x2]) for place_x2 in places_x2]


def place_text(place_x2: int, *, sharing: int = 1) -> str:
    """sharing: how many seats have this place."""
    best = (place_x2 - sharing + 1) // 2
    return str(best) if sharing == 1 else f"{best}–{best + sharing - 1}"
