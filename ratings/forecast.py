"""How well a system predicts: each game is foretold from the ratings before it, then folded.

Pure, and without Django.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from ratings.systems import Batch, Game, Rating, System, batch
from ratings.systems.batch import is_batch

# A certain forecast that fails would cost infinitely much.
LEAST = 1e-12


@dataclass(frozen=True, slots=True)
class Quality:
    """Means over the games foretold; None where there was none.

    log_loss: natural logarithm, a draw counts as half a win and half a loss. accuracy: share
    of games whose likelier winner won; a draw, and a forecast of exactly one half, count half.
    """

    log_loss: float | None
    brier: float | None
    accuracy: float | None
    games: int


def foretell(system: System, games: Iterable[Game]) -> Iterator[tuple[Game, float]]:
    """Each game of two with the expected score, 0..1, of who moved first, before it is rated.

    Games that the system refuses, or foretells nothing of, are left out.
    """
    players: dict[int, Rating] = {}
    for game in games:
        if system.refuse(game) is not None:
            continue
        before = tuple(players.get(seat.player) or system.start() for seat in game.seats)
        chance = system.expected_score(before[0], before[1], game.played_on)
        if chance is not None and len(before) == 2:
            yield game, chance
        for seat, after in zip(game.seats, system.rate(before, game), strict=True):
            players[seat.player] = after


def evaluate(system: System | Batch, games: Sequence[Game], *, part: float) -> Quality:
    """Foretell the last `part` (0..1] of the games, in order, each before it is used.

    The number of games is rounded up; games that the system refuses are not counted.
    """
    if is_batch(system):
        foretold = list(batch.foretell(system, games))
    else:
        foretold = list(foretell(cast("System", system), games))
    skip = len(foretold) - math.ceil(len(foretold) * part)
    losses = [
        _losses(chance, (game.seats[0].score_x2 or 0) / 2) for game, chance in foretold[skip:]
    ]
    if not losses:
        return Quality(None, None, None, 0)
    log_loss, brier, accuracy = (
        math.fsum(column) / len(losses) for column in zip(*losses, strict=True)
    )
    return Quality(log_loss, brier, accuracy, len(losses))


def _losses(chance: float, score: float) -> tuple[float, float, float]:
    """Logarithmic loss, squared error and accuracy of one forecast."""
    chance = min(max(chance, LEAST), 1 - LEAST)
    log_loss = -(score * math.log(chance) + (1 - score) * math.log(1 - chance))
    right = 0.5 if chance == 0.5 or score == 0.5 else float((chance > 0.5) == (score > 0.5))
    return log_loss, (chance - score) ** 2, right
