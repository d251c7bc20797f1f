"""The deviation of newcomers and the growth of deviations, learned from the history. Pure.

Both are values of the replayed state, like the first-move terms. They change when a day begins: a
game is predicted and rated with what the games of the days before it showed.

Deviation of newcomers: after some games of a player, the games alone give an estimate of the
player's strength and its variance. The mean of the squared distances of these estimates from
`initial`, less their variances, is the spread of newcomers (the method of moments).

Growth: each rating has a slope, its derivative by the logarithm of the growth. From the slopes of
both players each result shows whether more growth or less would have predicted better. Source: L.
Ljung, T. Söderström, "Theory and Practice of Recursive Identification" (1983): the recursive
prediction error method with Gauss-Newton steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from math import exp, pi, sqrt
from typing import Any

from ratings.systems.bounds import BOUNDS
from ratings.systems.glicko import Glicko, Q, weight
from ratings.systems.ledger import Game, Rating

SPREAD_GAMES = frozenset((5, 10, 20, 40))  # games of a player after which the spread is estimated
MIN_SHOWN = 0.1  # share of a newcomer's variance that these games must have removed
START_PLAYERS = 5.0  # the given deviation counts like the estimates of so many players
START_INFORMATION = 4.0  # the logarithm of the given growth has a deviation of one half
# The variance of a newcomer is wider than the spread: a deviation that is too small costs more than
# one that is too large. Chosen on made-up histories, see docs/ratings.md.
WIDER = 1.4
MIN_GROWTH = 0.1  # rating points per square root of a day; nothing is learned beginning at 0
MAX_STEP = 1.0  # of the logarithm of the growth in one day; a list imported at once may have one
MAX_GROWTH = BOUNDS["glicko"]["growth"].most
MIN_DEVIATION = BOUNDS["glicko"]["initial_deviation"].least
MAX_DEVIATION = BOUNDS["glicko"]["initial_deviation"].most
# weight(d) changes by -WEIGHT_SLOPE · weight(d)³ for one square point of d²
WEIGHT_SLOPE = 1.5 * (Q / pi) ** 2


@dataclass(slots=True)
class Trace:
    """What is kept of a player to learn from the next game.

    newcomer_variance: the variance before the first game. slope, variance_slope: the derivatives of
    the rating and of its variance by the logarithm of the growth. variance: before the game that is
    being rated; not stored.
    """

    newcomer_variance: float
    slope: float = 0.0
    variance_slope: float = 0.0
    variance: float = 0.0

    def follow(self, before: Rating, after: Rating, lead: float) -> None:
        """The slopes after a game. lead: the slope less that of the opponent, before it.

        Without the effect on the weight of the opponent's rating, which is small.
        """
        variance = after.deviation**2
        kept = min(1.0, variance / self.variance)
        self.variance_slope *= kept**2
        gained = after.rating - before.rating
        self.slope += self.variance_slope * gained / variance - (1 - kept) * lead


@dataclass(slots=True)
class Learned:
    """What a list has learned by the games so far.

    rules: the system as the list sets it. system: with the values of `day`, fixed. squares,
    players: the sum of the estimated squared spreads, and of their weights. gradient: of this day's
    log-likelihood by the logarithm of the growth; information: of all days and the start.
    """

    rules: Glicko
    system: Glicko
    squares: float
    players: float = START_PLAYERS
    gradient: float = 0.0
    information: float = START_INFORMATION
    day: date | None = None
    traces: dict[int, Trace] = field(default_factory=dict)

    def system_on(self, day: date) -> Glicko:
        """The system with the values that hold on a day: they change with the first game of it."""
        if day != self.day:
            if self.day is not None:
                self.system = self._next_system()
                self.gradient = 0.0
            self.day = day
        return self.system

    def _next_system(self) -> Glicko:
        deviation, growth = self.system.initial_deviation, self.system.growth
        if self.rules.learn_initial_deviation:
            found = sqrt(WIDER * max(0.0, self.squares) / self.players)
            deviation = min(max(found, self.rules.floor, MIN_DEVIATION), MAX_DEVIATION)
        if self.rules.learn_growth and growth:
            step = self.gradient / self.information
            found = growth * exp(min(max(step, -MAX_STEP), MAX_STEP))
            growth = min(max(found, MIN_GROWTH), MAX_GROWTH)
        return replace(self.system, initial_deviation=deviation, growth=growth)

    def observe(
        self,
        game: Game,
        before: tuple[Rating, ...],
        after: tuple[Rating, ...],
        *,
        edge: float | None,
        chance: float | None,
    ) -> None:
        """Learn from a game that was rated by `system`.

        edge: the learned first-move advantage before it; None: it is fixed. chance: the expected
        score of the first mover.
        """
        day = game.played_on
        first = self._grown_trace(game.seats[0].player, before[0], day)
        second = self._grown_trace(game.seats[1].player, before[1], day)
        if self.rules.learn_growth and chance is not None:
            ahead = before[0].rating - before[1].rating
            ahead += self.system.first_move if edge is None else edge
            score = (game.seats[0].score_x2 or 0) / 2
            self._observe_growth(first, second, ahead, chance=chance, score=score)
            lead = first.slope - second.slope
            first.follow(before[0], after[0], lead)
            second.follow(before[1], after[1], -lead)
        if self.rules.learn_initial_deviation:
            for trace, rating in ((first, after[0]), (second, after[1])):
                if rating.games in SPREAD_GAMES:
                    self._observe_spread(trace, rating)

    def _grown_trace(self, player: int, before: Rating, day: date) -> Trace:
        """The trace of a player on a day."""
        system = self.system
        variance = system.deviation_on(before, day) ** 2
        trace = self.traces.get(player)
        if trace is None or before.last_on is None:
            trace = self.traces[player] = Trace(variance)
        elif variance >= system.initial_deviation**2:  # the growth has no influence
            trace.variance_slope = 0.0
        else:
            trace.variance_slope += 2 * system.growth**2 * (day - before.last_on).days
        trace.variance = variance
        return trace

    def _observe_growth(
        self, first: Trace, second: Trace, ahead: float, *, chance: float, score: float
    ) -> None:
        """ahead: rating points of the first mover over the second, with the first move."""
        g = weight(sqrt(first.variance + second.variance))
        g_slope = -WEIGHT_SLOPE * g**3 * (first.variance_slope + second.variance_slope)
        slope = Q * (g * (first.slope - second.slope) + g_slope * ahead)
        self.gradient += slope * (score - chance)
        self.information += chance * (1 - chance) * slope**2

    def _observe_spread(self, trace: Trace, after: Rating) -> None:
        """The newcomer's rating is taken out, so that the estimate is of the games alone."""
        variance = after.deviation**2
        shown = 1 - variance / trace.newcomer_variance
        if shown <= MIN_SHOWN:
            return
        distance = (after.rating - self.system.initial) / shown
        error = variance / shown
        spread = self.system.initial_deviation**2
        sureness = (spread / (spread + error)) ** 2
        self.squares += sureness * (distance**2 - error)
        self.players += sureness

    def as_json(self) -> dict[str, object]:
        traces = {
            str(player): [trace.newcomer_variance, trace.slope, trace.variance_slope]
            for player, trace in sorted(self.traces.items())
        }
        return {
            "initial_deviation": self.system.initial_deviation,
            "growth": self.system.growth,
            "squares": self.squares,
            "players": self.players,
            "gradient": self.gradient,
            "information": self.information,
            "day": self.day.isoformat() if self.day else None,
            "traces": traces,
        }


def begin(system: object) -> Learned | None:
    """The state before any game; None: the system learns neither value."""
    if not isinstance(system, Glicko) or not (
        system.learn_initial_deviation or system.learn_growth
    ):
        return None
    fixed = replace(system, learn_initial_deviation=0.0, learn_growth=0.0)
    return Learned(system, fixed, START_PLAYERS * system.initial_deviation**2 / WIDER)


def from_json(system: object, value: Mapping[str, Any] | None) -> Learned | None:
    """The state that `as_json` wrote."""
    learned = begin(system)
    if learned is None or value is None:
        return learned
    learned.system = replace(
        learned.system, initial_deviation=value["initial_deviation"], growth=value["growth"]
    )
    for name in ("squares", "players", "gradient", "information"):
        setattr(learned, name, value[name])
    learned.day = date.fromisoformat(value["day"]) if value["day"] else None
    learned.traces = {int(key): Trace(*row) for key, row in value["traces"].items()}
    return learned
