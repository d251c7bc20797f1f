"""Glicko applied game by game, with a term for the first move.

Source: M. Glickman, "Parameter estimation in large dynamic paired comparison experiments",
Applied Statistics 48 (1999) 377-394, and "The Glicko system", glicko.net/glicko/glicko.pdf.
Each game is a rating period of its own: the deviation first grows with the days since the
player's last game, then both players are rated from their values before the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from typing import ClassVar

from ratings.systems.deviation import grown_deviation
from ratings.systems.ledger import Game, Rating, Skipped
from ratings.systems.pairs import refuse_unless_two

Q = math.log(10) / 400  # one rating point in natural logarithms of the odds


def weight(deviation: float) -> float:
    """g(RD): how much a game counts against an opponent of this deviation, 0..1."""
    return 1 / math.sqrt(1 + 3 * (Q * deviation / math.pi) ** 2)


def expected(rating: float, opponent: float, deviation: float) -> float:
    """E: expected score, 0..1, against an opponent of this rating and deviation."""
    odds: float = 10 ** (-weight(deviation) * (rating - opponent) / 400)
    return 1 / (1 + odds)


def rate_period(
    rating: float, deviation: float, games: Iterable[tuple[float, float, float]]
) -> tuple[float, float]:
    """New rating and deviation after one rating period.

    games: (opponent's rating, opponent's deviation, score 1.0 | 0.5 | 0.0), opponents as at
    the start of the period; deviation likewise, already grown for the time not played.
    """
    information = surplus = 0.0
    for opponent, opponent_deviation, score in games:
        g = weight(opponent_deviation)
        e = expected(rating, opponent, opponent_deviation)
        information += Q**2 * g**2 * e * (1 - e)  # 1/d²
        surplus += g * (score - e)
    variance = 1 / (1 / deviation**2 + information)
    return rating + Q * variance * surplus, math.sqrt(variance)


@dataclass(frozen=True, slots=True)
class Glicko:
    """initial, initial_deviation: a newcomer's rating and deviation, rating points; no
    deviation grows beyond the initial one (Glickman 1999 uses 1500 and 350; a club's players
    are closer to each other).
    growth: c, rating points per square root of a day: here such that a deviation of 50 grows
    back to 300 in five years without a game, c² = (300² - 50²) / 1826.
    floor: least deviation, so that a rating can always move (Glickman: 30).
    first_move: what moving first is worth, rating points.
    """

    initial: float = 1500.0
    initial_deviation: float = 300.0
    growth: float = 6.92
    floor: float = 30.0
    first_move: float = 43.0

    code: ClassVar[str] = "glicko"

    def parameters(self) -> dict[str, float]:
        return asdict(self)

    def start(self) -> Rating:
        return Rating(self.initial, self.initial_deviation)

    def deviation_on(self, rating: Rating, day: date) -> float:
        """The deviation grown to a day, at most the initial one."""
        return grown_deviation(rating, day, growth=self.growth, most=self.initial_deviation)

    def refuse(self, game: Game) -> Skipped | None:
        """Two seats whose scores share one point are rated, nothing else."""
        return refuse_unless_two(game)

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        """Expected score of the player who moves first, 0..1.

        Source: M. Glickman, "The Glicko system", expected outcome: g of both deviations together.
        """
        deviation = math.hypot(self.deviation_on(first, day), self.deviation_on(second, day))
        return expected(first.rating + self.first_move, second.rating, deviation)

    def rate(self, before: tuple[Rating, ...], game: Game) -> tuple[Rating, ...]:
        """Ratings of the player who moved first and of the other one after one game."""
        first, second = before
        first_rd = self.deviation_on(first, game.played_on)
        second_rd = self.deviation_on(second, game.played_on)
        score = (game.seats[0].score_x2 or 0) / 2
        edge = self.first_move
        against_second = (second.rating - edge, second_rd, score)
        against_first = (first.rating + edge, first_rd, 1 - score)
        return (
            self._after(first, rate_period(first.rating, first_rd, [against_second]), game),
            self._after(second, rate_period(second.rating, second_rd, [against_first]), game),
        )

    def _after(self, before: Rating, rated: tuple[float, float], game: Game) -> Rating:
        rating, deviation = rated
        return Rating(rating, max(self.floor, deviation), before.games + 1, game.played_on)
