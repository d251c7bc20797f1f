"""Glicko-2, by rating periods.

Source: M. Glickman, "Example of the Glicko-2 system", glicko.net/glicko/glicko2.pdf (rev. 22
March 2022); its steps are named below. All players of a period are rated from their values
before it; without games only the deviation grows. Not in the paper: the first-move term and the
bound of deviations by a newcomer's.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, ClassVar

from ratings.systems import pairs
from ratings.systems.batch import RatingList, end_of_days, lists_by_period
from ratings.systems.ledger import Game, Rating, Skipped

SCALE = 173.7178  # rating points in one unit of Glicko-2's own scale, 400 / ln(10)
CLOSE = 1e-6  # step 5: tolerance of the logarithm of the volatility
MAX_STEPS = 100  # step 5; usually five to ten
MAX_VOLATILITY = 1.0  # own scale: 174 rating points a period; 0.06 is usual
# Largest difference in an expected score, natural log-odds. Beyond it the score is 1 as a float,
# and the variance of step 3 is undefined.
FARTHEST = 36.0

Opponent = tuple[float, float, float]  # rating, deviation, score against them 1.0 | 0.5 | 0.0


@dataclass(frozen=True, slots=True)
class Glicko2Rating(Rating):
    """volatility: expected fluctuation in one period, in units of Glicko-2's own scale."""

    volatility: float = 0.06

    def as_json(self) -> list[object]:
        return [*Rating.as_json(self), self.volatility]

    @classmethod
    def from_json(cls, value: list[Any]) -> Glicko2Rating:
        *plain, volatility = value
        known = Rating.from_json(plain)
        return cls(known.rating, known.deviation, known.games, known.last_on, volatility)


def weight(phi: float) -> float:
    """g: the weight of a game against an opponent of this deviation, own scale."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def expected(rating: float, opponent: float, deviation: float) -> float:
    """E: expected score, 0..1, against an opponent of this rating and deviation."""
    lead = weight(deviation / SCALE) * (rating - opponent) / SCALE
    return 1 / (1 + math.exp(-max(-FARTHEST, min(FARTHEST, lead))))


def rate_period(
    before: Glicko2Rating, games: Sequence[Opponent], *, tau: float, periods: float = 1.0
) -> tuple[float, float, float]:
    """New rating, deviation and volatility after one rating period.

    games: opponents as at the start of the period; their order does not affect the result.
    periods: the length of the period, in periods (step 6).
    """
    phi, sigma = before.deviation / SCALE, before.volatility
    if not games:
        return before.rating, math.hypot(phi, sigma * math.sqrt(periods)) * SCALE, sigma
    weights = [weight(deviation / SCALE) for _, deviation, _ in games]
    chances = [expected(before.rating, rating, deviation) for rating, deviation, _ in games]
    seen = list(zip(weights, chances, games, strict=True))
    v = 1 / math.fsum(g**2 * e * (1 - e) for g, e, _ in seen)  # step 3
    surplus = math.fsum(g * (score - e) for g, e, (_, _, score) in seen)
    delta = v * surplus  # step 4
    sigma = min(MAX_VOLATILITY, volatility_after(sigma, phi=phi, v=v, delta=delta, tau=tau))
    phi_star = math.hypot(phi, sigma * math.sqrt(periods))  # step 6
    phi = 1 / math.sqrt(1 / phi_star**2 + 1 / v)  # step 7
    return before.rating + SCALE * phi**2 * surplus, phi * SCALE, sigma


def volatility_after(sigma: float, *, phi: float, v: float, delta: float, tau: float) -> float:
    """Step 5: the new volatility by the Illinois method, at most `MAX_STEPS`; own scale.

    :raises ZeroDivisionError: tau is 0.
    """
    a = math.log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + v + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low, high = a, a - tau
    if delta**2 > phi**2 + v:
        high = math.log(delta**2 - phi**2 - v)
    else:
        for _step in range(MAX_STEPS):
            if slope(high) >= 0:
                break
            high -= tau
    at_low, at_high = slope(low), slope(high)
    for _step in range(MAX_STEPS):
        if abs(high - low) <= CLOSE:
            break
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return math.exp(low / 2)


@dataclass(frozen=True, slots=True)
class Glicko2:
    """initial, initial_deviation: a newcomer's, rating points; no deviation grows beyond it.
    initial_volatility: a newcomer's, own scale. tau: how freely volatility changes, 0.3 to 1.2.
    period_days: length of a rating period, whole days; Glickman wants 10 to 15 games in it.
    first_move: the first-move advantage, rating points.
    """

    initial: float = 1500.0
    initial_deviation: float = 350.0
    initial_volatility: float = 0.06
    tau: float = 0.5
    period_days: float = 30
    first_move: float = 0.0

    code: ClassVar[str] = "glicko2"
    rates_newcomers: ClassVar[bool] = True

    def parameters(self) -> dict[str, float]:
        return asdict(self)

    def start(self) -> Glicko2Rating:
        return Glicko2Rating(
            self.initial, self.initial_deviation, volatility=self.initial_volatility
        )

    def skip_reason(self, game: Game) -> Skipped | None:
        return pairs.two_player_skip_reason(game)

    def lists(self, games: Iterable[Game]) -> Iterator[RatingList]:
        """The list after each period of `period_days`; see `Batch.lists`."""
        return lists_by_period(self, games)

    def end_of(self, day: date) -> date:
        return end_of_days(day, int(self.period_days))

    def begin(self) -> dict[int, Glicko2Rating]:
        return {}

    def after(
        self, carried: dict[int, Glicko2Rating], games: Sequence[Game], end: date
    ) -> dict[int, Glicko2Rating]:
        return self.rate(carried, games)

    def listed(self, carried: dict[int, Glicko2Rating]) -> dict[int, Glicko2Rating]:
        return carried

    def as_json(self, carried: dict[int, Glicko2Rating]) -> object:
        return {str(player): rating.as_json() for player, rating in carried.items()}

    def from_json(self, value: Any) -> dict[int, Glicko2Rating]:
        return {int(player): Glicko2Rating.from_json(row) for player, row in value.items()}

    def rate(
        self, ratings: dict[int, Glicko2Rating], games: Iterable[Game]
    ) -> dict[int, Glicko2Rating]:
        """Ratings of all players after a period with these games, from those before it."""
        met: dict[int, list[Opponent]] = defaultdict(list)
        last_on: dict[int, date] = {}
        for game in games:
            first, second = (seat.player for seat in game.seats)
            one, two = (ratings.get(player) or self.start() for player in (first, second))
            score = pairs.first_score(game)
            met[first].append((two.rating - self.first_move, two.deviation, score))
            met[second].append((one.rating + self.first_move, one.deviation, 1 - score))
            last_on[first] = last_on[second] = game.played_on
        return {
            player: self._after(
                ratings.get(player) or self.start(), met.get(player, []), last_on.get(player)
            )
            for player in sorted(ratings.keys() | met.keys())
        }

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        """See `Batch.expected_score`; both deviations as in the list, whatever the day."""
        deviation = math.hypot(first.deviation, second.deviation)
        return expected(first.rating + self.first_move, second.rating, deviation)

    def _after(
        self, before: Glicko2Rating, games: Sequence[Opponent], last_on: date | None
    ) -> Glicko2Rating:
        rating, deviation, volatility = rate_period(before, games, tau=self.tau)
        return Glicko2Rating(
            rating,
            min(self.initial_deviation, deviation),
            before.games + len(games),
            last_on or before.last_on,
            volatility,
        )
