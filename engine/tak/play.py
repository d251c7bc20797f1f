"""How a game ends (TAK-5): the tests after every ply, in their order."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import gettext_noop
from engine.tak.ruleset import Ruleset

# Remarks on a legal record: code to sentence. Others add the ones they make themselves.
WARNINGS = {
    "crush_mark_wrong": gettext_noop("`{move}` is marked with a star but flattens no wall."),
    "overdrawn_reserve": gettext_noop("`{move}` places a flat that the reserve no longer holds."),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """`result` is a PTN code; `reason` road, board_full, reserves_empty or reversible_limit."""

    result: str
    winner: int | None
    reason: str


ROAD_WINS = {1: Outcome("R-0", 1, "road"), 2: Outcome("0-R", 2, "road")}
REVERSIBLE_DRAW = Outcome("1/2-1/2", None, "reversible_limit")


def count_flats(ruleset: Ruleset, first: int, second: int, reason: str) -> Outcome:
    """The end by count of the flats on top; komi goes to the second player (TAK-5.4, 5.6)."""
    lead = 2 * first - 2 * second - ruleset.half_komi
    if lead > 0:
        return Outcome("F-0", 1, reason)
    if lead < 0 or ruleset.flat_tie == "second_player":
        return Outcome("0-F", 2, reason)
    return Outcome("1/2-1/2", None, reason)


def is_out(ruleset: Ruleset, stones: int, capstones: int) -> bool:
    """Whether a reserve counts as empty (TAK-5.5)."""
    return stones <= 0 and (capstones <= 0 or ruleset.out_of_pieces == "stones_only")
