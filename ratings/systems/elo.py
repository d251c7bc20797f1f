"""Elo game by game, with the development coefficients and the 400 rule of FIDE.

Source: FIDE Rating Regulations (Handbook B.02) effective from 1 March 2024, with the change of
8.3.1 of 1 October 2025. The coefficient for players under 18 is left out, because ages are not
known here. FIDE's own lists are in `fide.py`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, ClassVar

from ratings.systems import pairs
from ratings.systems.ledger import Game, Rating, Skipped


@dataclass(frozen=True, slots=True)
class EloRating(Rating):
    """A rating without a deviation (0). highest: the highest rating so far, rating points."""

    highest: float = 0.0

    def as_json(self) -> list[object]:
        return [*Rating.as_json(self), self.highest]

    @classmethod
    def from_json(cls, value: list[Any]) -> EloRating:
        *plain, highest = value
        known = Rating.from_json(plain)
        return cls(known.rating, known.deviation, known.games, known.last_on, highest)


@dataclass(frozen=True, slots=True)
class Elo:
    """initial: a newcomer's rating, rating points.
    k_new, k, k_top: the largest change by one game, rating points: in a player's first
    `new_games` games, after them, and permanently once the rating has reached `top` (B.02 8.3.3).
    cap: the largest difference that counts, rating points, for players rated below
    `uncapped_from` (8.3.1).

    With k_new = k = k_top, K is constant.
    """

    initial: float = 1500.0
    k_new: float = 40.0
    new_games: float = 30
    k: float = 20.0
    k_top: float = 10.0
    top: float = 2400.0
    cap: float = 400.0
    uncapped_from: float = 2650.0

    code: ClassVar[str] = "elo"

    def parameters(self) -> dict[str, float]:
        return asdict(self)

    def start(self) -> EloRating:
        return EloRating(self.initial, 0.0, highest=self.initial)

    def skip_reason(self, game: Game) -> Skipped | None:
        return pairs.two_player_skip_reason(game)

    def rate(self, before: tuple[Rating, ...], game: Game) -> tuple[Rating, ...]:
        """Ratings of the first mover and of the other player after one game."""
        first, second = (self._own(rating) for rating in before)
        score = pairs.first_score(game)
        return (
            self._after(first, second, score, game.played_on),
            self._after(second, first, 1 - score, game.played_on),
        )

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        """Expected score, 0..1, of `first`; the day does not matter."""
        return pairs.logistic_score(self.counted_difference(first.rating, second.rating))

    def counted_difference(self, own: float, opponent: float) -> float:
        """The rating difference that counts, rating points (8.3.1)."""
        difference = own - opponent
        return (
            difference if own >= self.uncapped_from else max(-self.cap, min(self.cap, difference))
        )

    def coefficient(self, player: EloRating) -> float:
        """K of a player (8.3.3)."""
        if player.highest >= self.top:
            return self.k_top
        return self.k_new if player.games < self.new_games else self.k

    def _after(self, own: EloRating, opponent: EloRating, score: float, day: date) -> EloRating:
        step = self.coefficient(own) * (score - self.expected_score(own, opponent, day))
        rating = own.rating + step
        return EloRating(rating, 0.0, own.games + 1, day, max(own.highest, rating))

    def _own(self, rating: Rating) -> EloRating:
        assert isinstance(rating, EloRating)
        return rating
