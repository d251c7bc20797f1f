"""The growth of a deviation while a player does not play."""

import math
from datetime import date

from ratings.systems.ledger import Rating


def grown_deviation(rating: Rating, day: date, *, growth: float, most: float = math.inf) -> float:
    """The deviation on a day: sqrt(RD² + growth² · days since the last game), at most `most`.

    growth: rating points per square root of a day. A deviation above `most` stays as it is.
    Source: M. Glickman, "The Glicko system", step 1.
    """
    if rating.last_on is None:
        return rating.deviation
    deviation = rating.deviation
    days = (day - rating.last_on).days
    if days <= 0 or deviation >= most:
        return deviation
    grown = math.sqrt(deviation**2 + growth**2 * days)
    # plain comparisons: over a million games, calls of min and max take seconds
    if grown > most:
        return most
    return grown if grown > deviation else deviation
