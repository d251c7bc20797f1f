"""How well a system predicts games from the ratings before them. Pure."""

import math
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, cast

from ratings import replay
from ratings.replay import FoldState
from ratings.replay.state import skip_reason
from ratings.systems import Batch, Game, Rating, System, batch
from ratings.systems.batch import is_batch

# Chances are kept this far from 0 and 1, where the log loss is infinite.
MIN_CHANCE = 1e-12


@dataclass(frozen=True, slots=True)
class ForecastQuality:
    """Means over the predicted games; None without any.

    log_loss: natural logarithm; a draw counts as half a win and half a loss. accuracy: the share
    of games that the favourite won; a draw, or a forecast of exactly one half, counts half.
    """

    log_loss: float | None
    brier: float | None
    accuracy: float | None
    games: int


def predict(system: System, games: Iterable[Game]) -> Iterator[tuple[Game, float]]:
    """Each game of two with the expected score, 0..1, of the first mover before it is rated.

    Skipped games and games without a prediction are left out.
    """
    state = replay.restore_state(system, None)
    rate = replay.rater(system, state)
    for game in games:
        if skip_reason(system, game) is None:
            chance = rate(game).expected[0]
            if chance is not None and len(game.seats) == 2:
                yield game, chance


class GameWithRatings(NamedTuple):
    """A game with the ratings and the expected scores of its seats before it.

    expected: 0..1; None for a seat: no prediction.
    """

    game: Game
    before: tuple[Rating, ...]
    expected: tuple[float | None, ...]


def games_with_ratings(
    system: System, games: Iterable[Game], state: FoldState
) -> Iterator[GameWithRatings]:
    """Each rated game with the ratings before it; updates `state`."""
    rate = replay.rater(system, state)
    for game in games:
        if skip_reason(system, game) is None:
            before, _after, expected = rate(game)
            yield GameWithRatings(game, before, expected)


def evaluate(system: System | Batch, games: Iterable[Game], *, part: float) -> ForecastQuality:
    """Predict the last `part` (0..1] of the games in order, each before it is rated.

    The number of games is rounded up. Skipped games are not counted.
    """
    predictions = (
        batch.predict(system, list(games))
        if is_batch(system)
        else predict(cast("System", system), games)
    )
    return forecast_quality(predictions, part=part)


def forecast_quality(predictions: Iterable[tuple[Game, float]], *, part: float) -> ForecastQuality:
    """The quality of the last `part` (0..1] of the predictions, rounded up."""
    # pairs of floats, packed: a history may have a million games
    flat = array("d")
    for game, chance in predictions:
        flat.extend((chance, (game.seats[0].score_x2 or 0) / 2))
    count = len(flat) // 2
    skip = count - math.ceil(count * part)
    return mean_quality(zip(flat[2 * skip :: 2], flat[2 * skip + 1 :: 2], strict=True))


def mean_quality(pairs: Iterable[tuple[float, float]]) -> ForecastQuality:
    """The quality of predictions: pairs of a chance and a score, both 0..1."""
    losses = [_losses(chance, score) for chance, score in pairs]
    if not losses:
        return ForecastQuality(None, None, None, 0)
    log_loss, brier, accuracy = (
        math.fsum(column) / len(losses) for column in zip(*losses, strict=True)
    )
    return ForecastQuality(log_loss, brier, accuracy, len(losses))


def _losses(chance: float, score: float) -> tuple[float, float, float]:
    """Logarithmic loss, squared error and accuracy of one forecast."""
    chance = min(max(chance, MIN_CHANCE), 1 - MIN_CHANCE)
    log_loss = -(score * math.log(chance) + (1 - score) * math.log(1 - chance))
    right = 0.5 if chance == 0.5 or score == 0.5 else float((chance > 0.5) == (score > 0.5))
    return log_loss, (chance - score) ** 2, right
