"""Facts of a final position that other scorings need (TAK-13)."""

from typing import Any

from engine.tak import roads
from engine.tak.ending import Outcome
from engine.tak.moves import square_name
from engine.tak.players import SIDES, Player
from engine.tak.position import Position, height


def reserves(position: Position) -> dict[str, dict[str, int]]:
    """Pieces left of both players."""
    sides = zip(SIDES, position.reserves(), strict=True)
    return {side: {"stones": stones, "capstones": capstones} for side, (stones, capstones) in sides}


def flats(position: Position) -> dict[str, int]:
    """Flats on top of stacks, without komi."""
    first, second = position.flats()
    return {"first": first, "second": second}


def final_facts(position: Position, outcome: Outcome | None) -> dict[str, Any]:
    """Capstones placed, and for a road win the roads that TAK-8.7 needs."""
    placed = [position.ruleset.capstones - capstones for _, capstones in position.reserves()]
    facts: dict[str, Any] = {"capstones_placed": {"first": placed[0], "second": placed[1]}}
    if outcome is not None and outcome.winner is not None and outcome.reason == "road":
        facts["road"] = _road(position, outcome.winner)
    return facts


def _road(position: Position, winner: Player) -> dict[str, Any]:
    """The winner's road with its heights, a straight one if possible, else a shortest one.

    Also the squares of a road that is straight, of singles only, of stacks only (with heights), or
    without capstones; each is empty if there is none.
    """
    size, board = position.size, position.road_board(winner)
    straight = roads.straight_road(board, size)
    squares = straight or roads.road_squares(board, size)
    heights = [height(stack) for stack in position.stacks]
    cells = roads.squares_in(board, size)

    def named(road: tuple[int, ...]) -> list[str]:
        return [square_name(square, size) for square in road]

    def road_over(chosen: list[int]) -> tuple[int, ...]:
        return roads.road_squares(roads.mask(chosen, size), size)

    capless = [cell for cell in cells if not position.stacks[cell].endswith("C")]
    stacks = road_over([cell for cell in cells if heights[cell] > 1])
    return {
        "squares": [[square_name(square, size), heights[square]] for square in squares],
        "double": roads.has_road(position.road_board(winner.opponent), size),
        "straight": named(straight),
        "singles": named(road_over([cell for cell in cells if heights[cell] == 1])),
        "stacks": named(stacks),
        "stack_heights": [heights[cell] for cell in stacks],
        "no_capstone": named(road_over(capless)),
    }
