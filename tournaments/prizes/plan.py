"""What is given for which places: the lists of prizes, and the finishers in order.

Amounts are integers of the smallest unit of a currency. Not here: who gets them (`division.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.prizes.rounding import round_to_sum

EQUAL, HORT, TIE_BREAK = "equal", "hort", "tie_break"
TIES = (EQUAL, HORT, TIE_BREAK)
OVERALL = 0  # the key of the list for all; others are ids of categories


@dataclass(frozen=True, slots=True)
class Prize:
    """A place of a list. list: OVERALL or the id of a category."""

    list: int
    place: int
    amount: int


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The amounts for places 1, 2, 3 …, never rising. members: entry numbers; None: everybody."""

    key: int
    amounts: tuple[int, ...]
    members: frozenset[int] | None = None

    def has(self, entry: int) -> bool:
        return self.members is None or entry in self.members

    def prizes(self) -> tuple[Prize, ...]:
        return tuple(Prize(self.key, place, each) for place, each in enumerate(self.amounts, 1))


@dataclass(frozen=True, slots=True)
class Plan:
    """ties: one of TIES. one_each: nobody gets more than one prize. lists: the overall one first.

    The order of the lists decides which of two equal prizes is taken.
    """

    lists: tuple[PrizeList, ...]
    ties: str = EQUAL
    one_each: bool = True


@dataclass(frozen=True, slots=True)
class Finisher:
    """One row of the final order. rank: shared by those whom no tie-break parts. score: shared by
    those who are tied before tie-breaks.
    """

    entry: int
    rank: int
    score: tuple[object, ...]


def amounts_of_shares(fund: int, shares: Sequence[int]) -> tuple[int, ...]:
    """A fund divided in proportion to shares; the amounts add up to the fund."""
    total = sum(shares)
    return round_to_sum([Fraction(fund * share, total) for share in shares])
