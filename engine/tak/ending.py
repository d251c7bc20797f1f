"""How a game ends (TAK-5)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import gettext_noop
from engine.tak.players import Player
from engine.tak.results import DRAW
from engine.tak.ruleset import Ruleset

# Warnings that playing a move can give, by code.
WARNINGS = {
    "crush_mark_wrong": gettext_noop("`{move}` is marked with a star but flattens no wall."),
    "overdrawn_reserve": gettext_noop("`{move}` places a flat that the reserve no longer holds."),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """`result` is a PTN code; `reason` road, board_full, reserves_empty or reversible_limit."""

    result: str
    winner: Player | None
    reason: str


# By player.
ROAD_WINS: dict[int, Outcome] = {
    Player.FIRST: Outcome("R-0", Player.FIRST, "road"),
    Player.SECOND: Outcome("0-R", Player.SECOND, "road"),
}
REVERSIBLE_DRAW = Outcome(DRAW, None, "reversible_limit")


def count_flats(ruleset: Ruleset, first: int, second: int, reason: str) -> Outcome:
    """The outcome by flats on top, with komi for the second player (TAK-5.4, 5.6)."""
    lead = 2 * first - 2 * second - ruleset.half_komi
    if lead > 0:
        return Outcome("F-0", Player.FIRST, reason)
    if lead < 0 or ruleset.flat_tie == "second_player":
        return Outcome("0-F", Player.SECOND, reason)
    return Outcome(DRAW, None, reason)


def is_reserve_empty(ruleset: Ruleset, stones: int, capstones: int) -> bool:
    """Whether a reserve counts as empty (TAK-5.5)."""
    return stones <= 0 and (capstones <= 0 or ruleset.out_of_pieces == "stones_only")
