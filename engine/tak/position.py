"""A position: an immutable value that knows its legal moves and how it ended.

This is the readable statement of the rules. `board.py` replays records faster, is tested against
this module, and asks it why a move is illegal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.counted import ngettext_lazy
from engine.errors import RecordError, gettext_noop
from engine.tak import ending, roads
from engine.tak.moves import Direction, Move, Place, PlaceTwo, Slide, format_move, square_name
from engine.tak.players import Player
from engine.tak.ruleset import Ruleset

# The tops of stacks that count for a road of each player.
ROAD_TOPS = (("1", "1C"), ("2", "2C"))


class IllegalMove(RecordError):
    """A move that the rules forbid in this position."""

    code = "illegal_move"
    message = gettext_noop("this move is not legal.")


class GameIsOver(IllegalMove):
    code = "game_is_over"
    message = gettext_noop("the game already ended with {result}.")


class OpeningNeedsFlat(IllegalMove):
    code = "opening_needs_flat"
    message = gettext_noop("each player's first ply places a flat stone.")


class OpeningNeedsPlacement(IllegalMove):
    code = "opening_needs_placement"
    message = gettext_noop("each player's first ply places a stone; nothing moves yet.")


class OpeningNeedsTwo(IllegalMove):
    code = "opening_needs_two"
    message = gettext_noop("this opening begins with two flats on one square, such as `2a1`.")


class TwoOnlyInOpening(IllegalMove):
    code = "two_only_in_opening"
    message = gettext_noop(
        "two flats are placed together only on the first ply of the opening double black stack."
    )


class SquareOccupied(IllegalMove):
    code = "square_occupied"
    message = gettext_noop("{square} is not empty.")


class NoStonesLeft(IllegalMove):
    code = "no_stones_left"
    message = gettext_noop("no stone is left in the reserve.")


class NoCapstonesLeft(IllegalMove):
    code = "no_capstones_left"
    message = gettext_noop("no capstone is left in the reserve.")


class NothingToMove(IllegalMove):
    code = "nothing_to_move"
    message = gettext_noop("{square} is empty.")


class NotYourStack(IllegalMove):
    code = "not_your_stack"
    message = gettext_noop("the stack on {square} belongs to the opponent.")


class OverCarryLimit(IllegalMove):
    code = "over_carry_limit"
    message = gettext_noop("at most {limit} pieces can be lifted on this board.")


class StackTooSmall(IllegalMove):
    code = "stack_too_small"
    message: str = ngettext_lazy(
        "the stack on {square} holds {height} piece.",
        "the stack on {square} holds {height} pieces.",
        "height",
    )


class SinglePiece(StackTooSmall):
    code = "single_piece"
    message = gettext_noop("{square} holds a single piece.")


class LeavesBoard(IllegalMove):
    code = "leaves_board"
    message = gettext_noop("the movement leaves the board.")


class CapstoneInTheWay(IllegalMove):
    code = "capstone_in_the_way"
    message = gettext_noop("the capstone on {square} cannot be covered.")


class WallInTheWay(IllegalMove):
    code = "wall_in_the_way"
    message = gettext_noop("the standing stone on {square} cannot be covered.")


class WallNeedsLoneCapstone(IllegalMove):
    code = "wall_needs_lone_capstone"
    message = gettext_noop(
        "the standing stone on {square} is flattened only by the capstone alone, on its last step."
    )


@dataclass(frozen=True)
class Position:
    """`stacks`: the pieces of each square as TPS writes them, such as `121S`; empty: no pieces.

    `stones` and `capstones`: the reserves of the first and the second player. `ply`: plies played
    since the start of the game. `reversible`: the last plies in a row without a placement or a
    flattened wall.
    """

    ruleset: Ruleset
    stacks: tuple[str, ...]
    to_move: Player
    ply: int
    stones: tuple[int, int]
    capstones: tuple[int, int]
    reversible: int = 0

    @classmethod
    def start(cls, ruleset: Ruleset) -> Position:
        both = (ruleset.stones, ruleset.stones), (ruleset.capstones, ruleset.capstones)
        return cls(ruleset, ("",) * ruleset.size**2, Player.FIRST, 0, *both)

    @property
    def size(self) -> int:
        return self.ruleset.size

    @property
    def move_number(self) -> int:
        return self.ply // 2 + 1

    @cached_property
    def in_opening(self) -> bool:
        """Whether the next ply is a player's first (TAK-3.2).

        The ply number is not enough: a TPS may have move number 1 and many pieces.
        """
        if self.ply >= 2:
            return False
        two = self.ruleset.opening == "double_black_stack"
        due = (2 if two else 1) if self.ply else 0
        return sum(len(stack.rstrip("SC")) for stack in self.stacks) == due

    def reserves(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """(stones, capstones) of the first and of the second player."""
        return (self.stones[0], self.capstones[0]), (self.stones[1], self.capstones[1])

    def flats(self) -> tuple[int, int]:
        """Flats on top of stacks, without komi (TAK-5.4)."""
        tops = [stack[-1] for stack in self.stacks if stack]
        return tops.count("1"), tops.count("2")

    def road_board(self, player: Player) -> int:
        """Bitboard of the squares that count for a road of the player (TAK-2.5, 2.7)."""
        tops = ROAD_TOPS[player - 1]
        bits = roads.geometry(self.size).bits
        return sum(
            bit for bit, stack in zip(bits, self.stacks, strict=True) if stack.endswith(tops)
        )

    @cached_property
    def outcome(self) -> ending.Outcome | None:
        """How the game has ended, or None; the order of the tests is part of the rules."""
        # TAK-5.2, 5.3: the road of the player who has just moved counts first.
        for player in (self.to_move.opponent, self.to_move):
            if roads.has_road(self.road_board(player), self.size):
                return ending.ROAD_WINS[player]
        if any(ending.is_reserve_empty(self.ruleset, *reserve) for reserve in self.reserves()):
            return ending.count_flats(self.ruleset, *self.flats(), "reserves_empty")
        if all(self.stacks):
            return ending.count_flats(self.ruleset, *self.flats(), "board_full")
        limit = self.ruleset.reversible_limit
        if limit is not None and self.reversible >= limit:
            return ending.REVERSIBLE_DRAW
        return None

    # Generation

    def legal_moves(self) -> list[Move]:
        """Every legal move, sorted by its text; none in a finished game."""
        return sorted(self.generate_moves(), key=lambda move: format_move(move, self.size))

    def generate_moves(self) -> Iterator[Move]:
        """The legal moves, in no particular order."""
        if self.outcome is not None:
            return
        if self.in_opening:
            yield from self._opening_moves()
            return
        mine = self.to_move - 1
        flats, walls, caps = placements(self.size)
        for square, stack in enumerate(self.stacks):
            if not stack:
                if self.stones[mine] > 0:
                    yield flats[square]
                    yield walls[square]
                if self.capstones[mine] > 0:
                    yield caps[square]
            elif owner(stack) == self.to_move:
                yield from self._slides(square, stack)

    def _opening_moves(self) -> Iterator[Move]:
        two = self._needs_two_flats()
        if self.stones[self._opening_colour() - 1] < (2 if two else 1):
            return
        for square, stack in enumerate(self.stacks):
            if not stack:
                yield PlaceTwo(square) if two else Place(square, "F")

    def _slides(self, square: int, stack: str) -> Iterator[Move]:
        most = min(height(stack), self.size)
        for direction, path in rays(self.size)[square]:
            free = 0
            while free < len(path) and not self.stacks[path[free]].endswith(("S", "C")):
                free += 1
            for count in range(1, most + 1):
                for drops in compositions(count):
                    if len(drops) <= free:
                        yield Slide(square, count, direction, drops)
            if stack[-1] == "C" and free < len(path) and self.stacks[path[free]][-1] == "S":
                for count in range(1, most + 1):
                    for drops in compositions(count):
                        if len(drops) == free + 1 and drops[-1] == 1:
                            yield Slide(square, count, direction, drops, crush=True)

    # Playing

    def play(self, move: Move) -> Position:
        """The position after a move.

        `crush` of a slide is ignored: the board decides whether a wall is flattened.

        :raises IllegalMove: a subclass for each reason.
        """
        if self.outcome is not None:
            raise GameIsOver(result=self.outcome.result)
        if isinstance(move, Slide):
            return self._slide(move)
        return self._place(move)

    def _needs_two_flats(self) -> bool:
        opening = self.ruleset.opening
        return opening == "double_black_stack" and self.ply == 0 and self.in_opening

    def _opening_colour(self) -> Player:
        return self.to_move if self.ruleset.opening == "no_swap" else self.to_move.opponent

    def _place(self, move: Place | PlaceTwo) -> Position:
        two = isinstance(move, PlaceTwo)
        kind = "F" if isinstance(move, PlaceTwo) else move.kind
        if two and not self._needs_two_flats():
            raise TwoOnlyInOpening()
        if self.in_opening and kind != "F":
            raise OpeningNeedsFlat()
        if self._needs_two_flats() and not two:
            raise OpeningNeedsTwo()
        if self.stacks[move.square]:
            raise SquareOccupied(square=square_name(move.square, self.size))
        colour = self._opening_colour() if self.in_opening else self.to_move
        stones, capstones = list(self.stones), list(self.capstones)
        if kind == "C":
            if capstones[colour - 1] <= 0:
                raise NoCapstonesLeft()
            capstones[colour - 1] -= 1
        else:
            self._check_stones(colour, kind, 2 if two else 1)
            stones[colour - 1] = max(0, stones[colour - 1] - (2 if two else 1))
        stacks = list(self.stacks)
        stacks[move.square] = str(colour) * (2 if two else 1) + kind.replace("F", "")
        return self._successor(stacks, stones, capstones, reversible=0)

    def _check_stones(self, colour: int, kind: str, needed: int) -> None:
        lenient = self.ruleset.overdrawn_reserve == "warn" and kind == "F"
        if self.stones[colour - 1] < needed and not (lenient and not self.in_opening):
            raise NoStonesLeft()

    def _slide(self, move: Slide) -> Position:
        self._check_slide_start(move)
        path = dict(rays(self.size)[move.square])[move.direction]
        if len(move.drops) > len(path):
            raise LeavesBoard()
        crushed = self._check_path(move, path)
        stacks = list(self.stacks)
        stack = stacks[move.square]
        top = stack[-1] if stack[-1] in "SC" else ""
        colours = stack.rstrip("SC")
        stacks[move.square], carried = colours[: -move.count], colours[-move.count :]
        for drop, square in zip(move.drops, path, strict=False):
            stacks[square] = stacks[square].rstrip("S") + carried[:drop]
            carried = carried[drop:]
        stacks[path[len(move.drops) - 1]] += top
        reversible = 0 if crushed else self.reversible + 1
        return self._successor(
            stacks, list(self.stones), list(self.capstones), reversible=reversible
        )

    def _check_slide_start(self, move: Slide) -> None:
        square = square_name(move.square, self.size)
        stack = self.stacks[move.square]
        if self.in_opening:
            raise OpeningNeedsPlacement()
        if not stack:
            raise NothingToMove(square=square)
        if owner(stack) != self.to_move:
            raise NotYourStack(square=square)
        if move.count > self.size:
            raise OverCarryLimit(limit=self.size)
        if move.count > height(stack):
            error = SinglePiece if height(stack) == 1 else StackTooSmall
            raise error(square=square, height=height(stack))

    def _check_path(self, move: Slide, path: tuple[int, ...]) -> bool:
        """Whether the movement ends by flattening a wall (TAK-4.6, 4.7)."""
        for step, square in enumerate(path[: len(move.drops)], start=1):
            target, name = self.stacks[square], square_name(square, self.size)
            if target.endswith("C"):
                raise CapstoneInTheWay(square=name)
            if target.endswith("S"):
                if not self.stacks[move.square].endswith("C"):
                    raise WallInTheWay(square=name)
                if step < len(move.drops) or move.drops[-1] != 1:
                    raise WallNeedsLoneCapstone(square=name)
                return True
        return False

    def _successor(
        self, stacks: list[str], stones: list[int], capstones: list[int], *, reversible: int
    ) -> Position:
        return Position(
            self.ruleset,
            tuple(stacks),
            self.to_move.opponent,
            self.ply + 1,
            (stones[0], stones[1]),
            (capstones[0], capstones[1]),
            reversible,
        )


def owner(stack: str) -> int:
    """The player who controls a stack that is not empty (TAK-4.3)."""
    return int(stack.rstrip("SC")[-1])


def height(stack: str) -> int:
    return len(stack.rstrip("SC"))


@lru_cache(maxsize=8)
def rays(size: int) -> tuple[tuple[tuple[Direction, tuple[int, ...]], ...], ...]:
    """For each square: each direction and its squares, nearest first."""

    def ray(square: int, right: int, up: int) -> tuple[int, ...]:
        column, row = square % size + right, square // size + up
        path = []
        while 0 <= column < size and 0 <= row < size:
            path.append(row * size + column)
            column, row = column + right, row + up
        return tuple(path)

    steps: tuple[tuple[Direction, int, int], ...] = (
        ("+", 0, 1),
        ("-", 0, -1),
        ("<", -1, 0),
        (">", 1, 0),
    )
    return tuple(
        tuple((direction, ray(square, right, up)) for direction, right, up in steps)
        for square in range(size * size)
    )


@lru_cache(maxsize=8)
def placements(size: int) -> tuple[tuple[Place, ...], tuple[Place, ...], tuple[Place, ...]]:
    """The placements of flats, walls and capstones on each square."""
    flats = tuple(Place(square, "F") for square in range(size * size))
    walls = tuple(Place(square, "S") for square in range(size * size))
    return flats, walls, tuple(Place(square, "C") for square in range(size * size))


@lru_cache(maxsize=16)
def compositions(count: int) -> tuple[tuple[int, ...], ...]:
    """Every sequence of drops that sums to the count."""
    if count == 0:
        return ((),)
    return tuple(
        (first, *rest) for first in range(1, count + 1) for rest in compositions(count - first)
    )
