"""Whole-history rating: each player's strength on every day they played, estimated together.

Source: R. Coulom, "Whole-History Rating: A Bayesian Rating System for Players of Time-Varying
Strength" (2008). Games follow Bradley-Terry and strength over time a Wiener process. Newton's
method finds the most probable histories, one player after another until they converge. A draw
counts as half a win and half a loss. As in the paper, a deviation assumes the opponents' strengths
as known, so it is somewhat too small.

Not in the paper: steps are bounded in size and number, so the method always ends; and deviations
draw a forecast towards one half, as in Glicko.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from itertools import pairwise
from typing import ClassVar

from ratings.systems import glicko, pairs
from ratings.systems.batch import RatingList, by_period, end_of_days, rated_games
from ratings.systems.deviation import grown_deviation
from ratings.systems.ledger import Game, Rating, Skipped

NATURAL = 400 / math.log(10)  # rating points in one unit of natural log-odds
MAX_STEP = 1.0  # natural units in one step of Newton's method
MAX_SWEEPS = 2000
FARTHEST = 700.0  # natural units between two strengths; exp() of more is no float


@dataclass(slots=True, eq=False)
class Day:
    """A player's strength on a day with games, natural units above a newcomer's.

    met: for each game the opponent's day, the first-move advantage (natural units, negative when
    moving second), and the score 1.0 | 0.5 | 0.0.
    """

    on: date
    strength: float
    met: list[tuple[Day, float, float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class WholeHistory:
    """initial: a newcomer's rating, rating points.
    prior_games: virtual games won, and as many lost, against a newcomer before the first day.
    drift: the change of strength, rating points per square root of a day (Coulom's w).
    first_move: the first-move advantage, rating points.
    period_days: days between two lists, whole. close: a list is done when no rating moves by more
    than this, rating points.
    """

    initial: float = 1500.0
    prior_games: float = 1.0
    drift: float = 6.92
    first_move: float = 0.0
    period_days: float = 30
    close: float = 0.01

    code: ClassVar[str] = "whr"

    def parameters(self) -> dict[str, float]:
        return asdict(self)

    def start(self) -> Rating:
        return Rating(self.initial, NATURAL * math.sqrt(2 / self.prior_games))

    def skip_reason(self, game: Game) -> Skipped | None:
        return pairs.two_player_skip_reason(game)

    def lists(self, games: Iterable[Game]) -> Iterator[RatingList]:
        """The list after each period of `period_days`; see `Batch.lists`.

        Each list has the players' latest days, estimated from the games up to that period.
        """
        careers = Careers(self)
        rated = rated_games(self, games)
        for end, played in by_period(rated, lambda day: end_of_days(day, int(self.period_days))):
            for game in played:
                careers.add(game)
            careers.settle()
            histories = careers.histories()
            yield RatingList(end, {player: days[-1] for player, days in histories.items()})

    def histories(self, games: Iterable[Game]) -> dict[int, tuple[Rating, ...]]:
        """Each player's rating on every day they played, from all games, ascending by day."""
        careers = Careers(self)
        for game in rated_games(self, games):
            careers.add(game)
        careers.settle()
        return careers.histories()

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        """See `Batch.expected_score`; deviations grow from the last game to the day."""
        deviation = math.hypot(
            grown_deviation(first, day, growth=self.drift),
            grown_deviation(second, day, growth=self.drift),
        )
        return glicko.expected(first.rating + self.first_move, second.rating, deviation)


class Careers:
    """The days of all players during the estimation."""

    def __init__(self, system: WholeHistory) -> None:
        self.system = system
        self.days: dict[int, list[Day]] = {}

    def add(self, game: Game) -> None:
        """Add a game; its players must not have played on a later day."""
        first, second = (self._day(seat.player, game.played_on) for seat in game.seats)
        edge, score = self.system.first_move / NATURAL, pairs.first_score(game)
        first.met.append((second, edge, score))
        second.met.append((first, -edge, 1 - score))

    def settle(self) -> None:
        """Iterate over all players until the histories converge, at most `MAX_SWEEPS` times."""
        for _ in range(MAX_SWEEPS):
            moved = max((self._step(days) for days in self._in_turn()), default=0.0)
            if moved * NATURAL < self.system.close:
                return

    def histories(self) -> dict[int, tuple[Rating, ...]]:
        return {player: tuple(self._ratings(days)) for player, days in sorted(self.days.items())}

    def _in_turn(self) -> list[list[Day]]:
        return [self.days[player] for player in sorted(self.days)]

    def _day(self, player: int, on: date) -> Day:
        days = self.days.setdefault(player, [])
        if not days or days[-1].on < on:
            days.append(Day(on, days[-1].strength if days else 0.0))
        return days[-1]

    def _step(self, days: list[Day]) -> float:
        """One step of Newton's method for one player; returns the largest move."""
        slopes, diagonal, links = self._posterior(days)
        steps = solve(diagonal, links, slopes)
        furthest = max(map(abs, steps))
        share = min(1.0, MAX_STEP / furthest) if furthest else 0.0
        for day, step in zip(days, steps, strict=True):
            day.strength += share * step
        return share * furthest

    def _posterior(self, days: list[Day]) -> tuple[list[float], list[float], list[float]]:
        """Slopes of the log-posterior, and its negated second derivatives.

        The second derivatives form a tridiagonal matrix: `diagonal`, and beside it -`links`.
        """
        drift = (self.system.drift / NATURAL) ** 2
        links = [1 / (drift * (b.on - a.on).days) for a, b in pairwise(days)]
        slopes, diagonal = (list(column) for column in zip(*map(_likelihood, days), strict=True))
        chance = _chance(-days[0].strength)
        slopes[0] += self.system.prior_games * (1 - 2 * chance)
        diagonal[0] += 2 * self.system.prior_games * chance * (1 - chance)
        for here, link in enumerate(links):
            pull = link * (days[here + 1].strength - days[here].strength)
            slopes[here] += pull
            slopes[here + 1] -= pull
            diagonal[here] += link
            diagonal[here + 1] += link
        return slopes, diagonal, links

    def _ratings(self, days: list[Day]) -> Iterator[Rating]:
        _slopes, diagonal, links = self._posterior(days)
        games = 0
        for day, variance in zip(days, variances(diagonal, links), strict=True):
            games += len(day.met)
            rating = self.system.initial + NATURAL * day.strength
            yield Rating(rating, NATURAL * math.sqrt(variance), games, day.on)


def _likelihood(day: Day) -> tuple[float, float]:
    """Slope and negated curvature of the log-likelihood of a day's games."""
    slope = curvature = 0.0
    for opponent, edge, score in day.met:
        chance = _chance(opponent.strength - day.strength - edge)
        slope += score - chance
        curvature += chance * (1 - chance)
    return slope, curvature


def _chance(lag: float) -> float:
    """Expected score, 0..1, of a player this many natural units weaker."""
    return 1 / (1 + math.exp(max(-FARTHEST, min(FARTHEST, lag))))


def solve(
    diagonal: Sequence[float], links: Sequence[float], wanted: Sequence[float]
) -> list[float]:
    """x with M x = wanted, M tridiagonal and symmetric: `diagonal`, and beside it -`links`."""
    pivots, right = [diagonal[0]], [wanted[0]]
    for row, link in enumerate(links, 1):
        share = link / pivots[-1]
        pivots.append(diagonal[row] - share * link)
        right.append(wanted[row] + share * right[-1])
    found = [right[-1] / pivots[-1]]
    for row in range(len(links) - 1, -1, -1):
        found.append((right[row] + links[row] * found[-1]) / pivots[row])
    return found[::-1]


def variances(diagonal: Sequence[float], links: Sequence[float]) -> list[float]:
    """The diagonal of the inverse of the same matrix, from the pivots from above and below."""
    above, below = _pivots(diagonal, links), _pivots(diagonal[::-1], links[::-1])[::-1]
    return [1 / (a + b - d) for a, b, d in zip(above, below, diagonal, strict=True)]


def _pivots(diagonal: Sequence[float], links: Sequence[float]) -> list[float]:
    pivots = [diagonal[0]]
    for row, link in enumerate(links, 1):
        pivots.append(diagonal[row] - link**2 / pivots[-1])
    return pivots
