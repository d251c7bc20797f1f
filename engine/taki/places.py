"""Places at the end of a game and what they are worth (TAKI-6.3, TAKI-9)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.taki.table import Table


def rank_seats(table: Table) -> tuple[int, ...]:
    """Twice the place of each seat of a game that is over; who tie share the mean place.

    Who ran out of cards stands first, in that order, then the others by cards left.
    """
    out = len(table.hands)
    keys = [
        (table.places.index(seat), 0) if seat in table.places else (out, len(hand))
        for seat, hand in enumerate(table.hands)
    ]
    ordered = sorted(keys)
    # Places first to last of a key are ordered.index + 1 to + count; the mean, doubled.
    return tuple(2 * ordered.index(key) + 1 + ordered.count(key) for key in keys)


def score_places(places_x2: Sequence[int], *, winner_takes_all: bool) -> tuple[Fraction, ...]:
    """The normalised score of each seat from doubled places, 0 to 1: (k - place) / (k - 1).

    With `winner_takes_all` 1 for a sole first place and 0 for all others.
    """
    seats = len(places_x2)
    if winner_takes_all:
        return tuple(Fraction(place == 2) for place in places_x2)
    return tuple(Fraction(2 * seats - place, 2 * (seats - 1)) for place in places_x2)


def format_places(places_x2: Sequence[int]) -> str:
    """Doubled places as one word, `1-2.5-2.5`."""
    return "-".join(f"{place / 2:g}" for place in places_x2)
