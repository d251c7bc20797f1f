"""Expected scores, scores and performance ratings of players in some games. Pure.

A table of k players is one game: the score is the share of the k - 1 opponents placed below. The
performance is the average rating of the opponents plus the difference that FIDE's table gives for
the score (B.02 8.1.1; at most 800 points).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from ratings.analysis.forecast import GameWithRatings
from ratings.systems import Game
from ratings.systems.fide import performance_difference
from ratings.systems.tables import pair_score


@dataclass(slots=True)
class Performance:
    """Sums over a player's games. expected: None if the system makes no predictions."""

    games: int = 0
    scored: Fraction = field(default_factory=Fraction)
    expected: float | None = 0.0
    opponents: float = 0.0

    @property
    def rating(self) -> float:
        """The performance, rating points."""
        percent = int(100 * self.scored / self.games + Fraction(1, 2))
        return self.opponents / self.games + performance_difference(percent)


def performances(played: Iterable[GameWithRatings]) -> dict[int, Performance]:
    """The performances in these games by player."""
    found: dict[int, Performance] = {}
    for game, before, chances in played:
        others = len(game.seats) - 1
        for number, seat in enumerate(game.seats):
            own = found.setdefault(seat.player, Performance())
            rest = [other for other in range(len(game.seats)) if other != number]
            own.games += 1
            own.scored += sum((_score(game, number, other) for other in rest), Fraction()) / others
            own.opponents += sum(before[other].rating for other in rest) / others
            chance = chances[number]
            if own.expected is None or chance is None:
                own.expected = None
            else:
                own.expected += chance
    return found


def _score(game: Game, own: int, other: int) -> Fraction:
    """The score of one seat against another, 0..1."""
    mine, theirs = game.seats[own], game.seats[other]
    if mine.score_x2 is not None and len(game.seats) == 2:
        return Fraction(mine.score_x2, 2)
    return Fraction(pair_score(mine.place_x2 or 0, theirs.place_x2 or 0))
