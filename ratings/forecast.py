"""How well a system predicts: each game is foretold from the ratings before it, then folded.

Pure, and without Django.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ratings.systems import Game, Rating
from ratings.systems.glicko import Glicko, expected

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


def forecast(system: Glicko, first: Rating, second: Rating, day: date) -> float:
    """Expected score of the player who moves first, 0..1.

    Source: M. Glickman, "The Glicko system", expected outcome: g of both deviations together.
    """
    deviation = math.hypot(system.deviation_on(first, day), system.deviation_on(second, day))
    return expected(first.rating + system.first_move, second.rating, deviation)


def evaluate(system: Glicko, games: Sequence[Game], *, part: float) -> Quality:
    """Foretell the last `part` (0..1] of the games, in order, each before it is used.

    The number of games is rounded up; games that the system refuses are not counted.
    """
    played = [game for game in games if system.refuse(game) is None]
    skip = len(played) - math.ceil(len(played) * part)
    players: dict[int, Rating] = {}
    losses: list[tuple[float, float, float]] = []
    for number, game in enumerate(played):
        before = tuple(players.get(seat.player) or system.start() for seat in game.seats)
        if number >= skip:
            chance = forecast(system, before[0], before[1], game.played_on)
            losses.append(_losses(chance, (game.seats[0].score_x2 or 0) / 2))
        for seat, after in zip(game.seats, system.rate(before, game), strict=True):
            players[seat.player] = after
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
