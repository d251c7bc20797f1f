"""The bounds of each system's parameters. Pure.

Within them every history gives finite ratings in a bounded number of steps. They are wider than
any club needs, so a value outside them is probably in a wrong unit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from engine.errors import gettext_noop

MESSAGES: dict[str, str] = {
    "parameter_unknown": gettext_noop("{system} has no such parameter; it has {known}."),
    "parameter_no_number": gettext_noop("a number, not {value}"),
    "parameter_not_whole": gettext_noop("a whole number, not {value}"),
    "parameter_out_of_bounds": gettext_noop("from {least} to {most} ({unit}), not {value}"),
    "parameter_floor_too_high": gettext_noop("at most initial_deviation, which is {most}"),
}


class ParameterRefused(ValueError):
    """A parameter is unknown or out of bounds.

    name: of the parameter. code: a key of MESSAGES; params: of its message.
    """

    def __init__(self, name: str, code: str, **params: str | float) -> None:
        self.name, self.code, self.params = name, code, params
        super().__init__(f"{name}: {MESSAGES[code].format(**params)}")


@dataclass(frozen=True, slots=True)
class Bound:
    """An inclusive range. why: what goes wrong outside it. whole: integers only."""

    least: float
    most: float
    unit: str
    why: str
    whole: bool = False


POINTS = gettext_noop("rating points")
PER_DAY = gettext_noop("rating points per square root of a day")
GAMES = gettext_noop("games")
DAYS = gettext_noop("days")
SHARE = gettext_noop("a share")
PARTICIPATION = gettext_noop("participation")
OWN_SCALE = gettext_noop("units of Glicko-2's own scale")
LOG_ODDS = gettext_noop("log-odds per rating point")
YES_OR_NO = gettext_noop("1 is yes, 0 is no")

_INITIAL = Bound(0, 10_000, POINTS, "a rating is read by people")
_DEVIATION = Bound(
    10, 1000, POINTS, "at 0 nothing ever moves; beyond 1000 one game moves a rating by thousands"
)
_GROWTH = Bound(0, 200, PER_DAY, "at 200 a month already makes everybody a newcomer")
_FLOOR = Bound(1, 1000, POINTS, "at 0 a rating stands still for good")
_FIRST_MOVE = Bound(-1000, 1000, POINTS, "at 1000 who moves first wins 997 of 1000 games")
_PERIOD = Bound(1, 3650, DAYS, "a period has a day at least, and ten years at most", whole=True)
_K = Bound(0.1, 400, POINTS, "at 0 nothing moves; beyond 400 one game turns any pair round")
_LIMIT = Bound(0, 100_000, POINTS, "a rating nobody reaches switches it off")

_SWITCH = Bound(0, 1, YES_OR_NO, "0: fixed, anything above: learned from the history")

_FOLDED = {
    "initial": _INITIAL,
    "initial_deviation": _DEVIATION,
    "growth": _GROWTH,
    "floor": _FLOOR,
}

BOUNDS: Mapping[str, Mapping[str, Bound]] = {
    "glicko": {
        **_FOLDED,
        "first_move": _FIRST_MOVE,
        "first_move_deviation": Bound(0, 350, POINTS, "0 says that it is known"),
        "learn_initial_deviation": _SWITCH,
        "learn_growth": _SWITCH,
    },
    "tables": _FOLDED,
    "plackett_luce": {
        **_FOLDED,
        "beta": Bound(50, 2000, POINTS, "below 50 the strengths of a table overflow"),
        "kappa": Bound(0.000001, 1, SHARE, "at 0 a deviation vanishes"),
        "slope": Bound(0, 0.1, LOG_ODDS, "0 while not fitted; no fit looks above 0.1"),
    },
    "elo": {
        "initial": _INITIAL,
        "k_new": _K,
        "new_games": Bound(0, 100_000, GAMES, "a number of games", whole=True),
        "k": _K,
        "k_top": _K,
        "top": _LIMIT,
        "cap": Bound(1, 100_000, POINTS, "at 0 every game counts as one of equals"),
        "uncapped_from": _LIMIT,
    },
    "playtak": {
        "initial": _INITIAL,
        "bonus": Bound(0, 5000, POINTS, "0: none"),
        "bonus_share": Bound(0, 1, SHARE, "more than all of it cannot be released"),
        "k_least": Bound(0, 400, POINTS, "as K of Elo"),
        "k_games": Bound(0, 400, POINTS, "as K of Elo"),
        "k_height": Bound(0, 400, POINTS, "as K of Elo"),
        "games_half": Bound(1, 100_000, GAMES, "K halves over so many games: a divisor"),
        "height_half": Bound(1, 100_000, POINTS, "K halves over so many points: a divisor"),
        "retention": Bound(1, 36_500, DAYS, "participation halves in so many days: a divisor"),
        "cutoff": _LIMIT,
        "most_drop": Bound(0, 5000, POINTS, "0: none"),
        "enough": Bound(0.1, 20, PARTICIPATION, "a divisor; participation is never above 20"),
    },
    "glicko2": {
        "initial": _INITIAL,
        "initial_deviation": _DEVIATION,
        "initial_volatility": Bound(
            0.0001, 1, OWN_SCALE, "its logarithm is taken; 1 is 174 rating points a period"
        ),
        "tau": Bound(0.05, 2, OWN_SCALE, "a divisor; Glickman takes 0.3 to 1.2"),
        "period_days": _PERIOD,
        "first_move": _FIRST_MOVE,
    },
    "whr": {
        "initial": _INITIAL,
        "prior_games": Bound(0.01, 100, GAMES, "without any, who only wins has no finite rating"),
        "drift": Bound(0.1, 200, PER_DAY, "a divisor"),
        "first_move": _FIRST_MOVE,
        "period_days": _PERIOD,
        "close": Bound(0.001, 10, POINTS, "closer than floats settle it never ends"),
    },
    "fide": {"founding": Bound(1000, 3000, POINTS, "the range of FIDE's tables")},
}


def check_parameters(system: str, parameters: Mapping[str, object]) -> dict[str, float]:
    """The parameters as numbers.

    :raises KeyError: there is no such system.
    :raises ParameterRefused: one is unknown or out of bounds.
    """
    bounds = BOUNDS[system]
    given = {name: _number(system, name, value) for name, value in parameters.items()}
    if {"floor", "initial_deviation"} & given.keys() and "floor" in bounds:
        _check_floor(given)
    return given


def valid_parameters(system: str, parameters: Mapping[str, object]) -> dict[str, float]:
    """The stored parameters that are within the bounds; for pages, which only read."""
    valid: dict[str, float] = {}
    for name, value in parameters.items():
        with suppress(ParameterRefused):
            valid[name] = _number(system, name, value)
    return valid


def _number(system: str, name: str, value: object) -> float:
    bound = BOUNDS[system].get(name)
    if bound is None:
        known = ", ".join(BOUNDS[system])
        raise ParameterRefused(name, "parameter_unknown", system=system, known=known)
    if isinstance(value, bool) or not isinstance(value, int | float) or not _finite(value):
        raise ParameterRefused(name, "parameter_no_number", value=repr(value)[:40])
    if not bound.least <= value <= bound.most:
        raise ParameterRefused(
            name,
            "parameter_out_of_bounds",
            least=bound.least,
            most=bound.most,
            unit=bound.unit,
            value=repr(value)[:40],
        )
    if bound.whole and value != int(value):
        raise ParameterRefused(name, "parameter_not_whole", value=value)
    return value


def _finite(value: float) -> bool:
    return isinstance(value, int) or math.isfinite(value)


def _check_floor(given: Mapping[str, float]) -> None:
    """A floor above a newcomer's deviation would raise deviations with every game."""
    floor, most = given.get("floor", 30.0), given.get("initial_deviation", 300.0)
    if floor > most:
        raise ParameterRefused("floor", "parameter_floor_too_high", most=most)
