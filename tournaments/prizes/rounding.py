"""Exact amounts rounded to whole units."""

from collections.abc import Sequence
from fractions import Fraction


def round_to_sum(exact: Sequence[Fraction]) -> tuple[int, ...]:
    """Round down, then give the units that are missing to the largest remainders.

    The sum is that of the exact amounts, rounded down. Equal remainders: the earlier one first, so
    a larger amount never becomes the smaller one if the amounts do not rise.

    Source: the largest remainder method (Hamilton), Balinski and Young, Fair Representation (1982).
    """
    whole = [amount.numerator // amount.denominator for amount in exact]
    missing = int(sum(exact, Fraction())) - sum(whole)
    by_remainder = sorted(range(len(exact)), key=lambda at: (whole[at] - exact[at], at))
    for at in by_remainder[:missing]:
        whole[at] += 1
    return tuple(whole)
