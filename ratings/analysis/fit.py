"""Fit the parameters of a system to past games. Pure.

The games are split in two parts. The search compares forecasts of the second half of the earlier
part. The result is evaluated once on the later part, which the search does not see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ratings.analysis import forecast
from ratings.analysis.forecast import ForecastQuality
from ratings.systems import AnySystem, Game, ParameterRefused, build_checked
from ratings.systems.plackett_luce import PlackettLuce, chance, fit_slope, pairs_before

# Factors of the search steps: wide first, then finer.
STEPS = (1.6, 1.25, 1.08)
FIRST_MOVE_STEPS = (40.0, 20.0, 8.0)  # a term that may be zero or below, rating points
# Initial ratings and the parameters of precision and period length are not fitted.
FITTED: Mapping[str, tuple[str, ...]] = {
    "glicko": ("initial_deviation", "growth", "first_move"),
    "tables": ("initial_deviation", "growth"),
    "elo": ("k_new", "k"),
    "glicko2": ("initial_deviation", "initial_volatility", "first_move"),
    "whr": ("prior_games", "drift", "first_move"),
    "plackett_luce": ("slope",),
}
LEARNED_VALUES = frozenset(("learn_initial_deviation", "learn_growth"))
MIN_GAMES = 100


class CannotFit(ValueError):
    """There are too few games to predict, or the system has no parameter to fit."""


@dataclass(frozen=True, slots=True)
class Fit:
    """before, after: quality of the old and the found parameters on the later part.

    trained, judged: the number of games of each part.
    """

    parameters: dict[str, float]
    before: ForecastQuality
    after: ForecastQuality
    trained: int
    judged: int

    @property
    def better(self) -> bool:
        losses = self.before.log_loss, self.after.log_loss
        return None not in losses and (losses[1] or 0.0) < (losses[0] or 0.0)


def fit(system: AnySystem, games: Sequence[Game], *, judge: float = 0.3) -> Fit:
    """Search better parameters on the earlier games and judge them on the last `judge` (0..1).

    games: in ascending order. One parameter at a time is moved, in ever smaller steps, while the
    forecasts improve. The slope of `plackett_luce` is its maximum-likelihood estimate
    (`fit_slope`), judged over every pair at a table; an unfitted system predicts one half.

    :raises CannotFit: too few games, or nothing to fit.
    """
    if system.code not in FITTED:
        raise CannotFit(f"{system.code} has no parameter that is fitted")
    judged = round(len(games) * judge)
    trained = len(games) - judged
    if min(trained, judged) < MIN_GAMES:
        raise CannotFit(f"{len(games)} games are too few: {MIN_GAMES} in each part at least")
    earlier = games[:trained]
    if isinstance(system, PlackettLuce):
        return _fit_slope(system, games, trained=trained)
    if not forecast.evaluate(system, earlier, part=0.5).games:
        raise CannotFit("none of these games can be predicted")
    found = _search(system, lambda tried: _loss(tried, earlier))
    part = judged / len(games)
    return Fit(
        parameters=found.parameters(),
        before=forecast.evaluate(system, games, part=part),
        after=forecast.evaluate(found, games, part=part),
        trained=trained,
        judged=judged,
    )


def _fit_slope(system: PlackettLuce, games: Sequence[Game], *, trained: int) -> Fit:
    found = replace(system, slope=fit_slope(system, games[:trained]))
    pairs = [pair for pair in pairs_before(system, games) if pair[0] >= trained]
    before, after = (
        forecast.mean_quality((chance(tried.slope, lead), score) for _number, lead, score in pairs)
        for tried in (system, found)
    )
    return Fit(found.parameters(), before, after, trained=trained, judged=len(games) - trained)


def _search(system: AnySystem, loss: Callable[[AnySystem], float]) -> AnySystem:
    best, least = system, loss(system)
    for width in range(len(STEPS)):
        for name in FITTED[system.code]:
            for tried in _neighbours(best, name, width):
                found = loss(tried)
                if found < least:
                    best, least = tried, found
    return best


def _neighbours(system: AnySystem, name: str, width: int) -> Iterator[AnySystem]:
    """The system with one parameter lower, then higher, within its bounds.

    What is set is not learned, so that the values which are judged are those that are printed.
    """
    values = {
        key: 0.0 if key in LEARNED_VALUES else value for key, value in system.parameters().items()
    }
    for sign in (-1, 1):
        if name == "first_move":
            moved = values[name] + sign * FIRST_MOVE_STEPS[width]
        else:
            moved = values[name] * STEPS[width] ** sign
        with suppress(ParameterRefused):
            yield build_checked(system.code, {**values, name: moved})


def _loss(system: AnySystem, games: Sequence[Game]) -> float:
    """Infinite if nothing can be computed or predicted."""
    try:
        found = forecast.evaluate(system, games, part=0.5).log_loss
    except ArithmeticError:
        return float("inf")
    return float("inf") if found is None else found
