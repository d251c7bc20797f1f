"""Counts over rated games: histograms, head to head, first-move advantage. Pure."""

import math
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import TypeVar

WIDTHS = (10, 20, 25, 50, 100, 200, 500, 1000)  # of bins, rating points
MAX_BINS = 16
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
    """Bins of equal width from the lowest rating to the highest, including empty ones.

    ratings: pairs of a rating and whether it is provisional. The width is the least of WIDTHS that
    gives at most MAX_BINS bins, else the largest.
    """
    known = list(ratings)
    if not known:
        return []
    low, high = min(value for value, _ in known), max(value for value, _ in known)
    fits = (w for w in WIDTHS if math.floor(high / w) - math.floor(low / w) < MAX_BINS)
    width = next(fits, WIDTHS[-1])
    first, last = math.floor(low / width), math.floor(high / width)
    counts = {number: [0, 0] for number in range(first, last + 1)}
    for value, provisional in known:
        counts[math.floor(value / width)][provisional] += 1
    return [Bin(number * width, (number + 1) * width, *count) for number, count in counts.items()]


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers of games won, drawn and lost."""

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
        """The score as a share of the games, 0..1; None without games."""
        return self.score_x2 / 2 / self.games if self.games else None

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


def tally_of(score_x2: int, games: int = 1) -> Tally:
    """A tally of games with one score: 2 won, 1 drawn, 0 lost."""
    return Tally(**{("lost", "drawn", "won")[score_x2]: games})


def tallies(rows: Iterable[tuple[Key, Tally]]) -> dict[Key, Tally]:
    """The sums by key, in the order of the keys' first appearance."""
    found: dict[Key, Tally] = {}
    for key, tally in rows:
        found[key] = found.get(key, Tally()) + tally
    return found


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float


def wilson(share: float, games: int, *, confidence: float = 0.95) -> Interval:
    """The Wilson score interval of a share at this confidence, 0..1.

    Source: E. B. Wilson, JASA 22 (1927) 209-212; R. Newcombe, Statistics in Medicine 17 (1998)
    857-872, method 3. A draw is half a success, so the interval is wider than necessary.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return Interval(max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))


def rating_difference(share: float) -> float | None:
    """The rating difference with this expected score; None for 0 and 1."""
    return SCALE * math.log10(share / (1 - share)) if 0 < share < 1 else None


@dataclass(frozen=True, slots=True)
class FirstMove:
    """Results of the first movers on one size with one komi (half points; None: any).

    interval: of the share, 95 %. worth: the share in rating points, as if both sides were equally
    strong; None if one side won every game. term: the rating points that the rating system counts;
    None: it counts none, or differs by setup.
    """

    size: int | None
    half_komi: int | None
    tally: Tally
    interval: Interval
    worth: float | None
    term: float | None

    @property
    def share(self) -> float:
        """The first movers' score as a share of the games, 0..1."""
        return self.tally.score_x2 / 2 / self.tally.games


def first_move(
    rows: Iterable[tuple[Setup, Tally]], term_of: Callable[[Setup], float | None]
) -> list[FirstMove]:
    """One row by size and komi; if there are several, a row over all games last."""
    found = tallies(rows)
    keys = sorted(found, key=lambda key: tuple((part is not None, part or 0) for part in key))
    moves = [_first_move(key, found[key], term_of(key)) for key in keys]
    if len(moves) > 1:
        moves.append(_first_move((None, None), sum(found.values(), Tally()), None))
    return moves


def _first_move(setup: Setup, tally: Tally, term: float | None) -> FirstMove:
    share = tally.share
    assert share is not None  # a setup has games
    return FirstMove(*setup, tally, wilson(share, tally.games), rating_difference(share), term)
