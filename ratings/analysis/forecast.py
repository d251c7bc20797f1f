"""How well a system predicts: each game is foretold from the ratings before it, then folded.

Pure, and without Django.
"""

import math
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, cast

from ratings import replay
from ratings.replay import Standing
from ratings.replay.state import refused
from ratings.systems import Batch, Game, Rating, System, batch, edge_of
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
    standing = Standing()
    rate = replay.rater(system, standing)
    for game in games:
        if refused(system, game) is None:
            chance = replay.chance(system, standing, game) if len(game.seats) == 2 else None
            rate(game)
            if chance is not None:
                yield game, chance


class Known(NamedTuple):
    """A game, and what was known before it: the ratings of its seats, and `systems.edge_of`."""

    game: Game
    before: tuple[Rating, ...]
    edge: float | None = None


def known_before(system: System, games: Iterable[Game], standing: Standing) -> Iterator[Known]:
    """What was known before each game that is not refused.

    standing: before the first game; it is rated on in place.
    """
    rate = replay.rater(system, standing)
    for game in games:
        if refused(system, game) is None:
            edge = edge_of(system, standing.terms, game.setup)
            yield Known(game, rate(game)[0], edge)


def evaluate(system: System | Batch, games: Iterable[Game], *, part: float) -> Quality:
    """Foretell the last `part` (0..1] of the games, in order, each before it is used.

    The number of games is rounded up; games that the system refuses are not counted.
    """
    foretold = (
        batch.foretell(system, list(games))
        if is_batch(system)
        else foretell(cast("System", system), games)
    )
    return quality(foretold, part=part)


def quality(foretold: Iterable[tuple[Game, float]], *, part: float) -> Quality:
    """How good forecasts were: those of the last `part` (0..1], rounded up."""
    # pairs of floats packed: a history of a million games is read once and not kept
    flat = array("d")
    for game, chance in foretold:
        flat.extend((chance, (game.seats[0].score_x2 or 0) / 2))
    count = len(flat) // 2
    skip = count - math.ceil(count * part)
    return quality_of(zip(flat[2 * skip :: 2], flat[2 * skip + 1 :: 2], strict=True))


def quality_of(told: Iterable[tuple[float, float]]) -> Quality:
    """How good forecasts were: each a chance, 0..1, and the score that came."""
    losses = [_losses(chance, score) for chance, score in told]
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
