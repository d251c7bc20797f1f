"""Glicko applied game by game, with a term for the first move.

Source: M. Glickman, "Parameter estimation in large dynamic paired comparison experiments",
Applied Statistics 48 (1999) 377-394, and "The Glicko system", glicko.net/glicko/glicko.pdf.
Each game is a rating period of its own: the deviation first grows with the days since the
player's last game, then both players are rated from their values before the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import date
from math import hypot, pi, sqrt
from typing import ClassVar

from ratings.systems.deviation import grown_deviation
from ratings.systems.ledger import Game, Rating, Skipped
from ratings.systems.pairs import two_player_skip_reason

Q = math.log(10) / 400  # one rating point in natural logarithms of the odds
MIN_LEARNED_DEVIATION = 0.001  # rating points; below it the term is not learned
MAX_EXPONENT = 300.0  # of ten; much larger odds overflow a float


def weight(deviation: float) -> float:
    """g(RD): the weight of a game against an opponent of this deviation, 0..1."""
    return 1 / math.sqrt(1 + 3 * (Q * deviation / math.pi) ** 2)


def expected(rating: float, opponent: float, deviation: float) -> float:
    """E: expected score, 0..1, against an opponent of this rating and deviation."""
    exponent = -weight(deviation) * (rating - opponent) / 400
    odds: float = 10 ** (exponent if exponent < MAX_EXPONENT else MAX_EXPONENT)
    return 1 / (1 + odds)


def rate_period(
    rating: float, deviation: float, games: Iterable[tuple[float, float, float]]
) -> tuple[float, float]:
    """New rating and deviation after one rating period.

    games: (opponent's rating, opponent's deviation, score 1.0 | 0.5 | 0.0). All values are from the
    start of the period, with deviations already grown.
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
    growth: c, rating points per square root of a day: a deviation of 50 grows to 300 in five years
    without a game, c² = (300² - 50²) / 1826.
    floor: least deviation, so that a rating can always move (Glickman: 30).
    first_move: the first-move advantage, rating points.
    first_move_deviation: its deviation, rating points. Above 0 the advantage is learned for each
    setup (size and komi), starting from first_move. 0: it is fixed.
    learn_initial_deviation, learn_growth: 1 if the value is learned from the history, starting from
    the given one (`learned.Learned`), 0 if it is fixed. None: 1 if no parameter differs from its
    default, so that a set parameter is kept.
    """

    initial: float = 1500.0
    initial_deviation: float = 300.0
    growth: float = 6.92
    floor: float = 30.0
    first_move: float = 43.0
    first_move_deviation: float = 30.0
    learn_initial_deviation: float | None = None
    learn_growth: float | None = None

    code: ClassVar[str] = "glicko"

    def __post_init__(self) -> None:
        unset = [one.name for one in fields(self) if getattr(self, one.name) is None]
        if unset:
            values = [(getattr(self, one.name), one.default) for one in fields(self)]
            all_default = all(value in (None, default) for value, default in values)
            for name in unset:
                object.__setattr__(self, name, float(all_default))

    @property
    def learns(self) -> bool:
        """Whether the first-move term is learned; then `rate_learning` replaces `rate`."""
        return self.first_move_deviation > MIN_LEARNED_DEVIATION

    def parameters(self) -> dict[str, float]:
        """See `System.parameters`."""
        return asdict(self)

    def start(self) -> Rating:
        return Rating(self.initial, self.initial_deviation)

    def deviation_on(self, rating: Rating, day: date) -> float:
        """The deviation grown to a day, at most the initial one."""
        return grown_deviation(rating, day, growth=self.growth, most=self.initial_deviation)

    def skip_reason(self, game: Game) -> Skipped | None:
        """Only games of two whose scores add up to one point are rated."""
        return two_player_skip_reason(game)

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        """Expected score of the player who moves first, 0..1.

        Source: M. Glickman, "The Glicko system", expected outcome: g of both deviations together.
        """
        return self.expected_with_edge(self.first_move, first, second, day)

    def expected_with_edge(self, edge: float, first: Rating, second: Rating, day: date) -> float:
        """`expected_score` with a first-move advantage of `edge` rating points."""
        deviation = math.hypot(self.deviation_on(first, day), self.deviation_on(second, day))
        return expected(first.rating + edge, second.rating, deviation)

    def rate(self, before: tuple[Rating, ...], game: Game) -> tuple[Rating, ...]:
        """Ratings of the first mover and of the other player after one game.

        The same as `rate_period` with one game, bit for bit; written out for speed.
        """
        first, second = before
        day = game.played_on
        first_rd = self.deviation_on(first, day)
        second_rd = self.deviation_on(second, day)
        score = (game.seats[0].score_x2 or 0) / 2
        edge = self.first_move
        return (
            self._after(first, first_rd, second.rating - edge, second_rd, score, day),
            self._after(second, second_rd, first.rating + edge, first_rd, 1 - score, day),
        )

    def _after(
        self,
        before: Rating,
        deviation: float,
        opponent: float,
        opponent_rd: float,
        score: float,
        day: date,
    ) -> Rating:
        rating = before.rating
        g = 1 / sqrt(1 + 3 * (Q * opponent_rd / pi) ** 2)
        exponent = -g * (rating - opponent) / 400
        e = 1 / (1 + 10 ** (exponent if exponent < MAX_EXPONENT else MAX_EXPONENT))
        variance = 1 / (1 / deviation**2 + Q**2 * g**2 * e * (1 - e))
        rating += Q * variance * (g * (score - e))
        surer = sqrt(variance)
        floor = self.floor
        return Rating(rating, surer if surer > floor else floor, before.games + 1, day)

    def start_term(self) -> Rating:
        """The first-move term of a setup without games."""
        return Rating(self.first_move, self.first_move_deviation)

    def rate_learning(
        self, before: tuple[Rating, ...], term: Rating, game: Game
    ) -> tuple[tuple[Rating, ...], Rating]:
        """Ratings and the first-move term after one game.

        The term is rated like a partner of the first mover. Each of the three is rated against the
        others combined: the sum of their ratings, with independent deviations. The deviation of
        the term does not grow with time.
        """
        first, second = before
        first_rd = self.deviation_on(first, game.played_on)
        second_rd = self.deviation_on(second, game.played_on)
        score = (game.seats[0].score_x2 or 0) / 2
        edge, unsure = term.rating, term.deviation
        met_by_first = second.rating - edge, hypot(second_rd, unsure)
        met_by_second = first.rating + edge, hypot(first_rd, unsure)
        met_by_term = (second.rating - first.rating, hypot(first_rd, second_rd), score)
        day = game.played_on
        after = (
            self._after(first, first_rd, *met_by_first, score, day),
            self._after(second, second_rd, *met_by_second, 1 - score, day),
        )
        return after, Rating(*rate_period(edge, unsure, [met_by_term]), term.games + 1, day)
