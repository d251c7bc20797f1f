"""Places at the end of a game of Taki (TAKI-6.3, TAKI-9)."""

from __future__ import annotations

from engine.places import rank
from engine.taki.table import Table


def rank_seats(table: Table) -> tuple[int, ...]:
    """Doubled places by seat of a finished game.

    Seats without cards are first, in the order in which they ran out; then the fewest cards left.
    """
    out = len(table.hands)
    return rank(
        [
            (table.places.index(seat), 0) if seat in table.places else (out, len(hand))
            for seat, hand in enumerate(table.hands)
        ]
    )
