"""Points of a game for summing over several games (TAK-8), and FORD for a tied match.

A game that was played is scored from its facts alone (TAK-13), so that a stored result can be
scored again by other rules. They hold

    size · result (a code of TAK-5.9) · reason · reserves {side: {stones, capstones}}
    flats {side: number}, without komi; only FORD asks for them
    capstones_placed {side: number} · road {straight, singles, stacks, no_capstone}: the squares
    of one such road of the winner, or nothing; older facts say only whether there is one

where a side is "first" or "second". The facts of a claim may lack reserves, capstones_placed and
road: the score is then a lower bound, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from math import prod
from typing import Any

from engine.errors import RecordError, gettext_noop
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
# The ends that a game is played out to; another win has no factor (TAK-8.4, 8.7).
PLAYED_OUT = frozenset({"road", "board_full", "reserves_empty"})
_WINNERS = {
    "R-0": "first",
    "F-0": "first",
    "1-0": "first",
    "0-R": "second",
    "0-F": "second",
    "0-1": "second",
}
_OTHER = {"first": "second", "second": "first"}


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
    """How an event scores a game of Tak. `board_plus_reserve` underlies all and may go unnamed.

    combine: how the factors of several methods go together (TAK-8.7, variant_combine).
    scope: what Middletown forbids, to place a capstone or to have it in the road
    (middletown_scope); capless: whether it rewards a set without capstones
    (middletown_capless_boards). reserve: the pieces left that count (TAK-8.2, reserve_counts).

    :raises ScoringUnknown, ScoringValueUnknown: no such method, no such value.
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
        # One order, so that equal choices are equal values.
        chosen = tuple(m for m in METHODS if m == BASE or m in self.methods)
        object.__setattr__(self, "methods", chosen)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"methods": list(self.methods)}


def scoring_from_dict(values: Mapping[str, Any]) -> Scoring:
    """The scoring that `as_dict` wrote; what is not stated has its default.

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
    """What a method made of the reserve; 1 is nothing.

    road: the squares that earned it; empty where no road did, or the facts do not name it.
    """

    method: str
    times: int = 1
    road: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """Whole points of a game, with their origin: board + factor * reserve for the winner.

    winner: a side; None where nobody scores. factors: those earned. unknown: the methods that
    the facts are too few for, so that the points are the least there can be.
    """

    winner: str | None = None
    board: int = 0
    reserve: int = 0
    factor: int = 1
    factors: tuple[Factor, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def points(self) -> dict[str, int]:
        return _to_winner(self.winner, self.board + self.factor * self.reserve)

    @property
    def at_least(self) -> bool:
        return bool(self.unknown)

    def as_dict(self) -> dict[str, Any]:
        factors = [asdict(factor) | {"road": list(factor.road)} for factor in self.factors]
        return asdict(self) | {"factors": factors, "unknown": list(self.unknown)}


def score_game(facts: Facts, scoring: Scoring) -> Score:
    """Score a game that was played. Sources: TAK-8.1 to 8.7.

    Only the reserve is ever multiplied, and only the winner of a game played out has factors:
    after a resignation the reserve of that time counts once (TAK-8.4).
    """
    winner = _WINNERS.get(facts["result"])
    if winner is None:
        return Score()
    board = facts["size"] ** 2
    left = facts.get("reserves", {}).get(winner)
    if left is None:
        return Score(winner, board, unknown=scoring.methods)
    judged: dict[str, Factor | None] = {}
    if facts["reason"] in PLAYED_OUT:
        judged = {m: FACTORS[m](facts, winner, scoring) for m in scoring.methods if m in FACTORS}
    earned = tuple(factor for factor in judged.values() if factor and factor.times > 1)
    times = [factor.times for factor in earned]
    return Score(
        winner=winner,
        board=board,
        reserve=_pieces(left, scoring.reserve),
        factor=max(times, default=1) if scoring.combine == "max" else prod(times),
        factors=earned,
        unknown=tuple(method for method, factor in judged.items() if factor is None),
    )


def board_plus_reserve(
    ruleset: Ruleset, *, winner: int | None, reserves: Mapping[str, Mapping[str, int]]
) -> dict[str, int]:
    """Points of both without factors: spaces of the board, plus pieces left (TAK-8.1 to 8.4)."""
    if winner is None:
        return _to_winner(None, 0)
    side = "first" if winner == 1 else "second"
    return _to_winner(side, ruleset.size**2 + _pieces(reserves[side], ruleset.reserve_counts))


def _downing(facts: Facts, _winner: str, _scoring: Scoring) -> Factor | None:
    """TAK-8.6, 8.7: a road in one straight line doubles."""
    return _for_road("downing", facts, {"straight": 2})


def _middletown(facts: Facts, winner: str, scoring: Scoring) -> Factor | None:
    """TAK-8.6, 8.7: a win without using the capstone doubles, by road or by count."""
    placed = facts.get("capstones_placed")
    if placed is None:
        return None
    in_set = placed[winner] + facts["reserves"][winner]["capstones"]
    if not in_set and scoring.capless == "no_bonus":
        return Factor("middletown")
    if scoring.scope == "not_in_road" and facts["reason"] == "road":
        return _for_road("middletown", facts, {"no_capstone": 2})
    return Factor("middletown", 1 if placed[winner] else 2)


def _tarway(facts: Facts, _winner: str, _scoring: Scoring) -> Factor | None:
    """TAK-8.6, 8.7: a road of stacks trebles, one of single pieces doubles; the better counts."""
    return _for_road("tarway", facts, {"stacks": 3, "singles": 2})


FACTORS: dict[str, Callable[[Facts, str, Scoring], Factor | None]] = {
    "downing": _downing,
    "middletown": _middletown,
    "tarway": _tarway,
}


def _for_road(method: str, facts: Facts, times: Mapping[str, int]) -> Factor | None:
    """The factor of the first kind of road that the winner has; None where no fact tells."""
    if facts["reason"] != "road":
        return Factor(method)
    road = facts.get("road")
    if road is None:
        return None
    for kind, factor in times.items():
        if road[kind]:
            named = isinstance(road[kind], list | tuple)
            return Factor(method, factor, tuple(road[kind]) if named else ())
    return Factor(method)


def _pieces(left: Mapping[str, int], counted: str) -> int:
    """Pieces left that count (TAK-8.2); a record accepted as overdrawn has none, not fewer."""
    number = left["stones"]
    if counted == "all_pieces":
        number += left["capstones"]
    return max(number, 0)


def _to_winner(winner: str | None, points: int) -> dict[str, int]:
    return {side: points if side == winner else 0 for side in ("first", "second")}


@dataclass(frozen=True, slots=True)
class Ford:
    """What the winner of a game brings to a tied match; lead: own flats less the loser's.

    The lead is negative where a road was made with fewer flats.
    """

    winner: str | None = None
    flats: int = 0
    opponents_left: int = 0
    lead: int = 0

    @property
    def points(self) -> dict[str, int]:
        return _to_winner(self.winner, self.flats + self.opponents_left + self.lead)


def ford_of_game(facts: Facts) -> Ford | None:
    """Flats, Opponent's Reserve, Difference; nothing for a draw, None where the facts are few.

    Source: tie-break of the US Tak Association, rules of its Open finals of 2018 (article 4):
    the winner's flat count + the opponent's reserve + the difference of flats. Of ours: flats
    are those on top at the end, without komi; the reserve is stones and capstones (TAK-2.1).
    """
    winner = _WINNERS.get(facts["result"])
    if winner is None:
        return Ford()
    flats = facts.get("flats")
    left = facts.get("reserves", {}).get(_OTHER[winner])
    if flats is None or left is None:
        return None
    lead = flats[winner] - flats[_OTHER[winner]]
    return Ford(winner, flats[winner], _pieces(left, "all_pieces"), lead)


def ford_of_match(games: Iterable[tuple[int, Facts]]) -> tuple[int, int] | None:
    """The FORD sums of seats 1 and 2; None where the facts of a game are too few.

    games: for each game played, the seat (1 or 2) that moved first, and its facts.
    """
    sums = [0, 0]
    for first_seat, facts in games:
        ford = ford_of_game(facts)
        if ford is None:
            return None
        sums[first_seat - 1] += ford.points["first"]
        sums[2 - first_seat] += ford.points["second"]
    return sums[0], sums[1]
