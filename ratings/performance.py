"""What players were expected to score, and scored, in some games. Pure, and without Django.

A table of k counts as one game: a player's score is the share of the k - 1 others placed below,
and so is the expected score. The performance is the average of the opponents' ratings and the
difference that FIDE's table gives for the score (B.02 8.1.1; at most 800 points).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from ratings.forecast import Known
from ratings.systems import AnySystem, Game, expected_score
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
        for number, seat in enumerate(game.seats):
            own = found.setdefault(seat.player, Performance())
            rest = [other for other in range(len(game.seats)) if other != number]
            own.games += 1
            own.scored += sum((_score(game, number, other) for other in rest), Fraction()) / others
            own.opponents += sum(before[other].rating for other in rest) / others
            chances = [_chance(system, known, number, other) for other in rest]
            told = [chance for chance in chances if chance is not None]
            if own.expected is None or len(told) < len(chances):
                own.expected = None
            else:
                own.expected += sum(told) / others
    return found


def _score(game: Game, own: int, other: int) -> Fraction:
    """What one seat scored against another, 0..1."""
    mine, theirs = game.seats[own], game.seats[other]
    if mine.score_x2 is not None and len(game.seats) == 2:
        return Fraction(mine.score_x2, 2)
    return Fraction(pair_score(mine.place_x2 or 0, theirs.place_x2 or 0))


def _chance(system: AnySystem, known: Known, own: int, other: int) -> float | None:
    """Expected score against another seat; who moved first is asked about, in a game of two."""
    first, second = (known.before[seat] for seat in sorted((own, other)))
    chance = expected_score(system, known.edge, first, second, known.game.played_on)
    if chance is None or own < other:
        return chance
    return 1 - chance
