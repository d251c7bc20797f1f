"""Points of a game for summing over several games (TAK-8).

A played game is scored from its facts alone (TAK-13), so a stored result can be scored again by
other rules. The facts are

    size · result (a code of TAK-5.9) · reason · reserves {side: {stones, capstones}}
    flats {side: number}, without komi; only FORD asks for them
    capstones_placed {side: number} · road {straight, singles, stacks, no_capstone}: the squares
    of one such road of the winner, or nothing; older facts have only a boolean
    road also has squares: a road, each square with its height; and stack_heights: the heights
    along stacks, which older facts lack

where a side is "first" or "second". The facts of a claim may lack reserves, capstones_placed and
road; the score is then a lower bound (`at_least`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from math import prod
from typing import Any

from engine.errors import RecordError, gettext_noop
from engine.tak.players import SIDES
from engine.tak.results import PLAYED_OUT, WINNERS
from engine.tak.ruleset import Ruleset

Facts = Mapping[str, Any]

BASE = "board_plus_reserve"
METHODS = (BASE, "downing", "middletown", "tarway")
OPTIONS = {
    "combine": ("multiply", "max"),
    "scope": ("not_placed", "not_in_road"),
    "capless": ("no_bonus", "bonus"),
    "reserve": ("all_pieces", "stones_only"),
}
UNKNOWN = "unknown"  # the reason of a factor of 1 if facts are missing


class ScoringUnknown(RecordError):
    code = "scoring_unknown"
    message = gettext_noop("there is no scoring called {name}.")


class ScoringOptionUnknown(RecordError):
    code = "scoring_option_unknown"
    message = gettext_noop("a scoring has no option {name}.")


class ScoringValueUnknown(RecordError):
    code = "scoring_value_unknown"
    message = gettext_noop("the scoring's option {name} has no value {value}.")


@dataclass(frozen=True, slots=True)
class Scoring:
    """How an event scores a game of Tak. `board_plus_reserve` is always included.

    combine: how the factors of several methods are combined (TAK-8.7, variant_combine).
    scope: whether Middletown forbids to place a capstone, or only to have it in the road
    (middletown_scope); capless: whether it rewards a set without capstones
    (middletown_capless_boards). reserve: the pieces left that count (TAK-8.2, reserve_counts).

    :raises ScoringUnknown, ScoringValueUnknown: there is no such method or value.
    """

    methods: tuple[str, ...] = (BASE,)
    combine: str = "multiply"
    scope: str = "not_placed"
    capless: str = "no_bonus"
    reserve: str = "all_pieces"

    def __post_init__(self) -> None:
        for method in self.methods:
            if method not in METHODS:
                raise ScoringUnknown(name=str(method)[:80])
        for option, allowed in OPTIONS.items():
            if getattr(self, option) not in allowed:
                raise ScoringValueUnknown(name=option, value=str(getattr(self, option))[:80])
        # In one order, so that equal choices compare equal.
        chosen = tuple(m for m in METHODS if m == BASE or m in self.methods)
        object.__setattr__(self, "methods", chosen)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"methods": list(self.methods)}


def scoring_from_dict(values: Mapping[str, Any]) -> Scoring:
    """The scoring from the output of `as_dict`; missing options get their defaults.

    :raises RecordError: an unknown method, option or value.
    """
    known = {field.name for field in fields(Scoring)}
    for option in values:
        if option not in known:
            raise ScoringOptionUnknown(name=str(option)[:80])
    methods = values.get("methods", (BASE,))
    if not isinstance(methods, list | tuple):
        raise ScoringUnknown(name=str(methods)[:80])
    return Scoring(**{**values, "methods": tuple(methods)})


def parse_scoring(text: str) -> Scoring:
    """The scoring of a comma-separated choice, `board_plus_reserve,downing,combine=max`.

    :raises RecordError: an unknown method, option or value.
    """
    parts = [part.strip() for part in text.split(",")]
    pairs = [part.partition("=") for part in parts if "=" in part]
    for option, _, _ in pairs:
        if option not in OPTIONS:
            raise ScoringOptionUnknown(name=option[:80])
    options = {option: value for option, _, value in pairs}
    return Scoring(tuple(part for part in parts if "=" not in part), **options)


@dataclass(frozen=True, slots=True)
class Factor:
    """The factor of one method: it multiplies the reserve by `times`; 1 is no bonus.

    why: one of REASONS. road: the squares that decided; heights: of its stacks, if they matter.
    Both are empty if there is no road or the facts do not list it.
    """

    method: str
    times: int = 1
    road: tuple[str, ...] = ()
    why: str = ""
    heights: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a game: board + factor * reserve.

    winner: a side; None if nobody scores. stones, capstones: left to the winner; None if unknown,
    or if capstones do not count. judged: the factor of every method, in order.
    """

    winner: str | None = None
    size: int = 0
    stones: int | None = None
    capstones: int | None = None
    judged: tuple[Factor, ...] = ()
    combine: str = "multiply"

    @property
    def board(self) -> int:
        return self.size**2

    @property
    def reserve(self) -> int:
        """Pieces left that count; 0 if the reserve is overdrawn."""
        return max((self.stones or 0) + (self.capstones or 0), 0)

    @property
    def factor(self) -> int:
        times = [factor.times for factor in self.judged]
        return max(times, default=1) if self.combine == "max" else prod(times)

    @property
    def factors(self) -> tuple[Factor, ...]:
        """The factors above 1."""
        return tuple(factor for factor in self.judged if factor.times > 1)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Methods that lack facts, so the points are a lower bound."""
        missing = (BASE,) if self.winner and self.stones is None else ()
        return missing + tuple(factor.method for factor in self.judged if factor.why == UNKNOWN)

    @property
    def points(self) -> dict[str, int]:
        return to_winner(self.winner, self.board + self.factor * self.reserve)

    @property
    def at_least(self) -> bool:
        return bool(self.unknown)

    def as_dict(self) -> dict[str, Any]:
        return {
            "winner": self.winner,
            "board": self.board,
            "reserve": self.reserve,
            "factor": self.factor,
            "factors": [
                {"method": factor.method, "times": factor.times, "road": list(factor.road)}
                for factor in self.factors
            ],
            "unknown": list(self.unknown),
        }


def score_game(facts: Facts, scoring: Scoring) -> Score:
    """Score a game that was played. Sources: TAK-8.1 to 8.7.

    Only the reserve is ever multiplied, and only the winner of a game played out has factors:
    after a resignation the reserve of that time counts once (TAK-8.4).
    """
    player = WINNERS.get(facts["result"])
    if player is None:
        return Score()
    winner = player.side
    left = facts.get("reserves", {}).get(winner)
    return Score(
        winner=winner,
        size=facts["size"],
        stones=left["stones"] if left else None,
        capstones=left["capstones"] if left and scoring.reserve == "all_pieces" else None,
        judged=tuple(
            _judge(method, facts, winner, scoring) for method in scoring.methods if method != BASE
        ),
        combine=scoring.combine,
    )


def score_verdict(answer: Facts, scoring: Scoring) -> Score:
    """Score a verified record from its `as_json`."""
    return score_game({**answer, **answer["facts"]}, scoring)


def _judge(method: str, facts: Facts, winner: str, scoring: Scoring) -> Factor:
    """The factor of one method."""
    if facts.get("reserves", {}).get(winner) is None:
        return Factor(method, why=UNKNOWN)
    if facts["reason"] not in PLAYED_OUT:
        return Factor(method, why="not_played_out")
    return FACTORS[method](facts, winner, scoring)


def board_plus_reserve(
    ruleset: Ruleset, *, winner: int | None, reserves: Mapping[str, Mapping[str, int]]
) -> dict[str, int]:
    """Points of both without factors: spaces of the board, plus pieces left (TAK-8.1 to 8.4)."""
    if winner is None:
        return to_winner(None, 0)
    side = SIDES[winner - 1]
    return to_winner(side, ruleset.size**2 + count_pieces(reserves[side], ruleset.reserve_counts))


def _downing(facts: Facts, _winner: str, _scoring: Scoring) -> Factor:
    """TAK-8.6, 8.7: a road in one straight line doubles."""
    return _judge_road("downing", facts, {"straight": 2}, otherwise="bent")


def _middletown(facts: Facts, winner: str, scoring: Scoring) -> Factor:
    """TAK-8.6, 8.7: a win without using the capstone doubles, by road or by count."""
    placed = facts.get("capstones_placed")
    if placed is None:
        return Factor("middletown", why=UNKNOWN)
    in_set = placed[winner] + facts["reserves"][winner]["capstones"]
    if not in_set and scoring.capless == "bonus":
        return Factor("middletown", 2, why="capless_bonus")
    if not in_set:
        return Factor("middletown", why="capless")
    if scoring.scope == "not_in_road" and facts["reason"] == "road":
        return _judge_road("middletown", facts, {"no_capstone": 2}, otherwise="capstone_in_road")
    if placed[winner]:
        return Factor("middletown", why="placed")
    return Factor("middletown", 2, why="not_placed")


def _tarway(facts: Facts, _winner: str, _scoring: Scoring) -> Factor:
    """TAK-8.6, 8.7: a road of stacks trebles, one of single pieces doubles; the better counts."""
    return _judge_road("tarway", facts, {"stacks": 3, "singles": 2}, otherwise="mixed")


FACTORS: dict[str, Callable[[Facts, str, Scoring], Factor]] = {
    "downing": _downing,
    "middletown": _middletown,
    "tarway": _tarway,
}
# The reasons of each method for its factor.
REASONS: dict[str, tuple[str, ...]] = {
    "downing": ("straight", "bent", "no_road", "not_played_out", UNKNOWN),
    "middletown": (
        "not_placed", "placed", "no_capstone", "capstone_in_road", "capless", "capless_bonus",
        "not_played_out", UNKNOWN,
    ),
    "tarway": ("stacks", "singles", "mixed", "no_road", "not_played_out", UNKNOWN),
}  # fmt: skip


def _judge_road(method: str, facts: Facts, times: Mapping[str, int], *, otherwise: str) -> Factor:
    """The factor of the first kind of road that the winner has, else 1."""
    if facts["reason"] != "road":
        return Factor(method, why="no_road")
    road = facts.get("road")
    if road is None:
        return Factor(method, why=UNKNOWN)
    for kind, factor in times.items():
        if road[kind]:
            named = isinstance(road[kind], list | tuple)
            squares = tuple(road[kind]) if named else ()
            heights = tuple(road.get("stack_heights", ())) if kind == "stacks" else ()
            return Factor(method, factor, squares, kind, heights)
    listed = road.get("squares", ())
    squares = tuple(square for square, _height in listed)
    return Factor(method, 1, squares, otherwise, tuple(height for _square, height in listed))


def count_pieces(left: Mapping[str, int], counted: str) -> int:
    """Pieces left that count (TAK-8.2); 0 if the reserve is overdrawn."""
    number = left["stones"]
    if counted == "all_pieces":
        number += left["capstones"]
    return max(number, 0)


def to_winner(winner: str | None, points: int) -> dict[str, int]:
    return {side: points if side == winner else 0 for side in SIDES}
