"""The score of one game of Tak as a derivation: board, reserve and factor.

It is built from `engine.tak.scoring.Score` itself, so the explanation cannot differ from the score.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import gettext_noop
from engine.tak.scoring import BASE, Factor, Score
from tournaments.standings.derivation import NO_PARAMS, Derivation

MESSAGES: dict[str, str] = {
    "game_score": gettext_noop("Score of the winner: {value}"),
    "least_game_score": gettext_noop("Score of the winner: at least {value}"),
    "no_winner": gettext_noop("Nobody won, so nobody has points: {value}"),
    "board": gettext_noop("Board, {size} by {size} spaces: {value}"),
    "reserve": gettext_noop("Pieces left, stones {stones} and capstones {capstones}: {value}"),
    "reserve_of_stones": gettext_noop("Stones left; capstones do not count: {value}"),
    "reserve_unknown": gettext_noop("Pieces left: not known, so the score is at least this much"),
    "reserve_times_factor": gettext_noop("Pieces left, times the factor: {value}"),
    "factors_multiplied": gettext_noop("Factor, all multiplied: ×{value}"),
    "largest_factor": gettext_noop("Factor, the largest one: ×{value}"),
    "road_length": gettext_noop("Length of the road {road}: {value}"),
    "road_heights": gettext_noop(
        "Length of the road {road}, the height of each stack in brackets: {value}"
    ),
    "downing_straight": gettext_noop("Downing’s rules, a straight road: ×{value}"),
    "downing_bent": gettext_noop("Downing’s rules, the road is not straight: ×{value}"),
    "downing_no_road": gettext_noop("Downing’s rules, won without a road: ×{value}"),
    "downing_not_played_out": gettext_noop(
        "Downing’s rules, the game was not played to its end: ×{value}"
    ),
    "downing_unknown": gettext_noop("Downing’s rules, the road is not known: at least ×{value}"),
    "middletown_not_placed": gettext_noop(
        "Middletown rules, won without placing a capstone: ×{value}"
    ),
    "middletown_placed": gettext_noop("Middletown rules, the winner placed a capstone: ×{value}"),
    "middletown_no_capstone": gettext_noop("Middletown rules, a road without a capstone: ×{value}"),
    "middletown_capstone_in_road": gettext_noop(
        "Middletown rules, every road of the winner has a capstone: ×{value}"
    ),
    "middletown_capless": gettext_noop(
        "Middletown rules, no bonus for a set without capstones: ×{value}"
    ),
    "middletown_capless_bonus": gettext_noop(
        "Middletown rules, a set without capstones has the bonus: ×{value}"
    ),
    "middletown_not_played_out": gettext_noop(
        "Middletown rules, the game was not played to its end: ×{value}"
    ),
    "middletown_unknown": gettext_noop(
        "Middletown rules, use of the capstone is not known: at least ×{value}"
    ),
    "tarway_stacks": gettext_noop("Tarway rules, a road of stacks of two or more: ×{value}"),
    "tarway_singles": gettext_noop("Tarway rules, a road of single pieces: ×{value}"),
    "tarway_mixed": gettext_noop("Tarway rules, the road has single pieces and stacks: ×{value}"),
    "tarway_no_road": gettext_noop("Tarway rules, won without a road: ×{value}"),
    "tarway_not_played_out": gettext_noop(
        "Tarway rules, the game was not played to its end: ×{value}"
    ),
    "tarway_unknown": gettext_noop("Tarway rules, the road is not known: at least ×{value}"),
}


def explain_score(score: Score) -> Derivation:
    """The points of a game, down to the road that earned a factor."""
    if score.winner is None:
        return Derivation("no_winner", 0)
    code = "least_game_score" if score.at_least else "game_score"
    return Derivation(code, score.points[score.winner], NO_PARAMS, score_parts(score))


def score_parts(score: Score) -> tuple[Derivation, ...]:
    """Board and reserve, whose sum is the winner's points; empty without a winner."""
    if score.winner is None:
        return ()
    board = Derivation("board", score.board, {"size": score.size})
    reserve = _reserve(score)
    if not score.judged or BASE in score.unknown:
        return board, reserve
    factor = _factor(score)
    product = score.reserve * score.factor
    return board, Derivation("reserve_times_factor", product, NO_PARAMS, (reserve, factor))


def _reserve(score: Score) -> Derivation:
    if score.stones is None:
        return Derivation("reserve_unknown", None)
    if score.capstones is None:
        return Derivation("reserve_of_stones", score.reserve)
    left = {"stones": score.stones, "capstones": score.capstones}
    return Derivation("reserve", score.reserve, left)


def _factor(score: Score) -> Derivation:
    """The combined factor of all methods; of a single method, its own node."""
    methods = tuple(_method(factor) for factor in score.judged)
    if len(methods) == 1:
        return methods[0]
    code = "largest_factor" if score.combine == "max" else "factors_multiplied"
    return Derivation(code, score.factor, NO_PARAMS, methods)


def _method(factor: Factor) -> Derivation:
    return Derivation(
        f"{factor.method}_{factor.why}", factor.times, NO_PARAMS, tuple(_road(factor))
    )


def _road(factor: Factor) -> Iterator[Derivation]:
    """The length of the judged road, if known."""
    if not factor.road:
        return
    code, squares = "road_length", factor.road
    if factor.method == "tarway" and factor.heights:
        code = "road_heights"
        squares = tuple(f"{s} ({h})" for s, h in zip(factor.road, factor.heights, strict=True))
    yield Derivation(code, len(factor.road), {"road": " ".join(squares)})
