"""Counts over rated games: histograms, head to head, what moving first is worth. Pure."""

import math
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import TypeVar

WIDTHS = (10, 20, 25, 50, 100, 200, 500, 1000)  # of bins, rating points
MOST_BINS = 16
SCALE = 400.0  # rating points between odds of 10 to 1

Key = TypeVar("Key", bound=Hashable)
Setup = tuple[int | None, int | None]  # size, komi in half points


@dataclass(frozen=True, slots=True)
class Bin:
    """Ratings from `low` up to but not including `high`, rating points."""

    low: int
    high: int
    settled: int
    provisional: int

    @property
    def players(self) -> int:
        return self.settled + self.provisional

    @property
    def last(self) -> int:
        """The highest whole rating in it."""
        return self.high - 1


def histogram(ratings: Iterable[tuple[float, bool]]) -> list[Bin]:
    """Bins of one round width from the lowest rating to the highest, empty ones between too.

    ratings: rating, and whether it is provisional. The width is the least of WIDTHS that makes
    at most MOST_BINS bins; where even the last does not, as many as it takes.
    """
    known = list(ratings)
    if not known:
        return []
    low, high = min(value for value, _ in known), max(value for value, _ in known)
    fits = (w for w in WIDTHS if math.floor(high / w) - math.floor(low / w) < MOST_BINS)
    width = next(fits, WIDTHS[-1])
    first, last = math.floor(low / width), math.floor(high / width)
    counts = {number: [0, 0] for number in range(first, last + 1)}
    for value, provisional in known:
        counts[math.floor(value / width)][provisional] += 1
    return [Bin(number * width, (number + 1) * width, *count) for number, count in counts.items()]


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of two as one side sees them: games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score_x2(self) -> int:
        """Half points."""
        return 2 * self.won + self.drawn

    @property
    def share(self) -> float | None:
        """Points of the possible ones, 0..1; None without games."""
        return self.score_x2 / 2 / self.games if self.games else None

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


def tally_of(score_x2: int, games: int = 1) -> Tally:
    """So many games of one score: 2 won, 1 drawn, 0 lost."""
    return Tally(**{("lost", "drawn", "won")[score_x2]: games})


def tallies(rows: Iterable[tuple[Key, Tally]]) -> dict[Key, Tally]:
    """The sums by key, in the order in which the keys first come."""
    found: dict[Key, Tally] = {}
    for key, tally in rows:
        found[key] = found.get(key, Tally()) + tally
    return found


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float


def wilson(share: float, games: int, *, confidence: float = 0.95) -> Interval:
    """The interval that holds the true share with so much confidence, 0..1.

    Source: E. B. Wilson, JASA 22 (1927) 209-212; R. Newcombe, Statistics in Medicine 17 (1998)
    857-872, method 3. A draw is half a success, which makes the interval wider than it need be.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return Interval(max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))


def points_of(share: float) -> float | None:
    """The difference in rating points that gives this expected score; None for 0 and 1."""
    return SCALE * math.log10(share / (1 - share)) if 0 < share < 1 else None


@dataclass(frozen=True, slots=True)
class FirstMove:
    """How those fared who moved first on one size with one komi (half points; None: any).

    interval: of the share, 95 %. worth: the rating points that this share is the expected score
    of, as if both sides were equal on the whole; None where one side won every game. term: the
    rating points that the ratings themselves count; None: they count none, or not one for all.
    """

    size: int | None
    half_komi: int | None
    tally: Tally
    interval: Interval
    worth: float | None
    term: float | None

    @property
    def share(self) -> float:
        """Points of the possible ones, 0..1."""
        return self.tally.score_x2 / 2 / self.tally.games


def first_move(
    rows: Iterable[tuple[Setup, Tally]], term_of: Callable[[Setup], float | None]
) -> list[FirstMove]:
    """By size and komi in their order, and where there are several over everything last."""
    found = tallies(rows)
    keys = sorted(found, key=lambda key: tuple((part is not None, part or 0) for part in key))
    lines = [_line(key, found[key], term_of(key)) for key in keys]
    if len(lines) > 1:
        lines.append(_line((None, None), sum(found.values(), Tally()), None))
    return lines


def _line(setup: Setup, tally: Tally, term: float | None) -> FirstMove:
    share = tally.share
    assert share is not None  # a setup has games
    return FirstMove(*setup, tally, wilson(share, tally.games), points_of(share), term)
