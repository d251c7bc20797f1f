"""What players were expected to score, and scored, in some games. Pure, and without Django.

A table of k counts as one game: a player's score is the share of the k - 1 others placed below,
and so is the expected score. The performance is the average of the opponents' ratings and the
difference that FIDE's table gives for the score (B.02 8.1.1; at most 800 points).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from ratings.analysis.forecast import Known
from ratings.systems import AnySystem, Game, expected_scores
from ratings.systems.fide import performance_difference
from ratings.systems.tables import pair_score


@dataclass(slots=True)
class Performance:
    """Sums over a player's games. expected: None where the system foretells nothing."""

    games: int = 0
    scored: Fraction = field(default_factory=Fraction)
    expected: float | None = 0.0
    opponents: float = 0.0

    @property
    def rating(self) -> float:
        """The performance, rating points."""
        percent = int(100 * self.scored / self.games + Fraction(1, 2))
        return self.opponents / self.games + performance_difference(percent)


def performances(system: AnySystem, played: Iterable[Known]) -> dict[int, Performance]:
    """By player, of these games."""
    found: dict[int, Performance] = {}
    for known in played:
        game, before = known.game, known.before
        others = len(game.seats) - 1
        chances = expected_scores(system, known.edge, before, game.played_on)
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
    """What one seat scored against another, 0..1."""
    mine, theirs = game.seats[own], game.seats[other]
    if mine.score_x2 is not None and len(game.seats) == 2:
        return Fraction(mine.score_x2, 2)
    return Fraction(pair_score(mine.place_x2 or 0, theirs.place_x2 or 0))
