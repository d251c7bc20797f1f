"""Replaying a record fast, on one private mutable board.

The board knows only how to make a legal move and when the game has ended. Whatever it does not
accept at once (an illegal move, an overdrawn reserve, the opening with two flats) is put to the
immutable Position, which names what is wrong; so there is one statement of the rules, and this
file is checked against it over random games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.errors import RecordError
from engine.tak.moves import Move, Place, Slide, format_move, parse_move
from engine.tak.nearest import nearest_move
from engine.tak.notation.tps import format_tps
from engine.tak.play import REVERSIBLE_DRAW, ROAD_WINS, Outcome, count_flats, is_out
from engine.tak.position import Position, rays
from engine.tak.roads import Geometry, geometry, has_road
from engine.tak.ruleset import Ruleset

FLAT, WALL, CAPSTONE, SLIDE, UNUSUAL = range(5)
MOST_KNOWN = 20_000  # tokens remembered for each size
NEVER = 1 << 30  # plies

Remark = tuple[str, dict[str, object]]


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a record came to. `warnings` are (code, parameters)."""

    position: Position
    outcome: Outcome | None
    plies: int
    warnings: list[Remark]
    canonical: list[str]


class Known:
    """A token read once: the move with the masks that playing it needs."""

    __slots__ = (
        "bit",
        "canonical",
        "count",
        "inner",
        "kind",
        "last",
        "last_drop",
        "move",
        "near",
        "on_edge",
        "square",
        "star",
        "starred",
        "steps",
    )

    def __init__(self, token: str, g: Geometry) -> None:
        move, _ = parse_move(token, g.size)
        self.move: Move = move
        self.square = move.square
        self.bit = g.bits[move.square]
        self.near = g.neighbours[move.square]
        self.on_edge = g.on_edge[move.square]
        self.kind = UNUSUAL
        self.star = False
        self.count = self.inner = self.last = self.last_drop = 0
        self.steps: tuple[tuple[int, int, int, int], ...] = ()
        if isinstance(move, Slide):
            self.star = move.crush
            self._read_slide(move, g)
            move = replace(move, crush=False)
        elif isinstance(move, Place):
            self.kind = {"F": FLAT, "S": WALL, "C": CAPSTONE}[move.kind]
        self.canonical = format_move(move, g.size)
        self.starred = self.canonical + "*"

    def _read_slide(self, move: Slide, g: Geometry) -> None:
        """`steps`: square, its bit, and the part of the carried pieces that is left there."""
        path = dict(rays(g.size)[move.square])[move.direction]
        if move.count > g.size or len(move.drops) > len(path):
            return
        self.kind = SLIDE
        self.count = move.count
        steps, done = [], 0
        for square, drop in zip(path, move.drops, strict=False):
            steps.append((square, g.bits[square], done, done + drop))
            done += drop
        self.steps = tuple(steps)
        self.last = steps[-1][1]
        self.inner = sum(step[1] for step in steps[:-1])
        self.last_drop = move.drops[-1]


KNOWN: dict[int, dict[str, Known]] = {}


def learn(token: str, size: int, known: dict[str, Known]) -> Known:
    if len(known) >= MOST_KNOWN:  # a hostile record may invent tokens: start over, stay small
        known.clear()
    entry = known[token] = Known(token, geometry(size))
    return entry


class Board:
    """Squares' colours bottom to top, without the kind of the top; bitboards of the tops."""

    __slots__ = (
        "caps",
        "capstones",
        "g",
        "in_opening",
        "limit",
        "mover",
        "occupied",
        "outcome",
        "ply",
        "reversible",
        "roads",
        "rules",
        "stacks",
        "stones",
        "tops",
        "walls",
    )

    def __init__(self, position: Position) -> None:
        self.rules = position.ruleset
        self.limit = position.ruleset.reversible_limit or NEVER
        self.g = geometry(position.size)
        self.load(position)

    def load(self, position: Position) -> None:
        self.stacks = [stack.rstrip("SC") for stack in position.stacks]
        self.tops = [0, 0]
        self.walls = self.capstones = 0
        for bit, stack, colours in zip(self.g.bits, position.stacks, self.stacks, strict=True):
            if stack:
                self.tops[int(colours[-1]) - 1] |= bit
                if stack[-1] == "S":
                    self.walls |= bit
                elif stack[-1] == "C":
                    self.capstones |= bit
        self.roads = [self.tops[0] & ~self.walls, self.tops[1] & ~self.walls]
        self.occupied = self.tops[0] | self.tops[1]
        self.stones = list(position.stones)
        self.caps = list(position.capstones)
        self.mover = position.to_move - 1
        self.ply = position.ply
        self.reversible = position.reversible
        self.outcome = position.outcome if self.occupied else None
        self.in_opening = position.in_opening

    def position(self) -> Position:
        """The board as an immutable value."""
        walls, capstones = self.walls, self.capstones
        tops = walls | capstones
        stacks = self.stacks.copy()
        if tops:
            for square, bit in enumerate(self.g.bits):
                if tops & bit:
                    stacks[square] += "S" if walls & bit else "C"
        return Position(
            self.rules,
            tuple(stacks),
            self.mover + 1,
            self.ply,
            (self.stones[0], self.stones[1]),
            (self.caps[0], self.caps[1]),
            self.reversible,
        )

    def place(self, known: Known) -> bool:
        """Make a placement; False where it needs a closer look."""
        kind, bit, colour = known.kind, known.bit, self.mover
        if self.occupied & bit:
            return False
        if self.in_opening:
            if kind != FLAT or (self.ply == 0 and self.rules.opening == "double_black_stack"):
                return False
            if self.rules.opening != "no_swap":
                colour = 1 - colour
        reserve = self.caps if kind == CAPSTONE else self.stones
        if reserve[colour] <= 0:
            return False
        reserve[colour] -= 1
        self.stacks[known.square] = "2" if colour else "1"
        self.tops[colour] |= bit
        self.occupied |= bit
        self.reversible = 0
        if kind == WALL:
            self.walls |= bit
        else:
            if kind == CAPSTONE:
                self.capstones |= bit
            road = self.roads[colour] = self.roads[colour] | bit
            near = road & known.near
            # A new road runs through this square: from an edge to one neighbour, or between two.
            if near and (known.on_edge or near & (near - 1)) and self._joined(road, bit):
                self.outcome = ROAD_WINS[colour + 1]
        self.ply += 1
        self.mover = 1 - self.mover
        if self.outcome is None and (reserve[colour] <= 0 or self.occupied == self.g.full):
            self._count_out()
        if self.in_opening:
            self.in_opening = self.ply == 1 and self.outcome is None
        return True

    def _joined(self, road: int, reached: int) -> bool:
        """Whether the squares connected with `reached` join two opposite edges."""
        g = self.g
        stride = g.stride
        across = road & g.left and road & g.right
        along = road & g.bottom and road & g.top
        if not (across or along):
            return False
        while True:
            grown = road & (
                reached | reached << 1 | reached >> 1 | reached << stride | reached >> stride
            )
            if grown == reached:
                break
            reached = grown
        return bool(
            (across and reached & g.left and reached & g.right)
            or (along and reached & g.bottom and reached & g.top)
        )

    def slide(self, known: Known) -> int:
        """Make a movement: 1, or 2 when it flattened a wall; 0 where it needs a closer look."""
        square, bit, last, count = known.square, known.bit, known.last, known.count
        tops, stacks, walls, capstones = self.tops, self.stacks, self.walls, self.capstones
        stack = stacks[square]
        if not tops[self.mover] & bit or count > len(stack) or self.in_opening:
            return 0
        crush = 0
        blockers = (walls | capstones) & (known.inner | last)
        if blockers:
            if blockers != walls & last or not capstones & bit or known.last_drop != 1:
                return 0
            crush = last
        touched = ~(bit | known.inner | last)
        first, second = tops[0] & touched, tops[1] & touched
        carried = stack[-count:]
        stack = stacks[square] = stack[:-count]
        if not stack:
            self.occupied ^= bit
        elif stack[-1] == "1":
            first |= bit
        else:
            second |= bit
        for square, here, start, end in known.steps:
            stacks[square] += carried[start:end]
            if carried[end - 1] == "1":
                first |= here
            else:
                second |= here
        self.occupied |= known.inner | last
        if walls & bit:
            self.walls = walls = walls ^ bit | last
        elif capstones & bit:
            self.capstones = capstones ^ bit | last
            self.walls = walls = walls & ~crush
        tops[0], tops[1] = first, second
        self.ply += 1
        self.reversible = 0 if crush else self.reversible + 1
        self._end_slide(first & ~walls, second & ~walls)
        return 2 if crush else 1

    def _end_slide(self, first: int, second: int) -> None:
        """TAK-5 after a movement: only a player whose road squares grew can have a new road."""
        roads, g = self.roads, self.g
        made_first = first & ~roads[0] and self._spans(first) and has_road(first, g.size)
        made_second = second & ~roads[1] and self._spans(second) and has_road(second, g.size)
        roads[0], roads[1] = first, second
        self.mover = 1 - self.mover
        if made_first or made_second:
            # The mover is now the other one; with two roads the mover's counts (TAK-5.2).
            first_wins = made_first and (self.mover == 1 or not made_second)
            self.outcome = ROAD_WINS[1 if first_wins else 2]
        elif self.occupied == g.full:
            self._count_out()
        elif self.reversible >= self.limit:
            self.outcome = REVERSIBLE_DRAW

    def _spans(self, road: int) -> bool:
        g = self.g
        return bool((road & g.left and road & g.right) or (road & g.bottom and road & g.top))

    def _count_out(self) -> None:
        """The end by an empty reserve or a full board, if it is one (TAK-5.4)."""
        out = any(is_out(self.rules, self.stones[p], self.caps[p]) for p in (0, 1))
        if out or self.occupied == self.g.full:
            flats = [(road & ~self.capstones).bit_count() for road in self.roads]
            reason = "reserves_empty" if out else "board_full"
            self.outcome = count_flats(self.rules, flats[0], flats[1], reason)


def replay(tokens: Sequence[str], ruleset: Ruleset, start: Position | None = None) -> Replayed:
    """Play a record's tokens from the start of the game, or from a position.

    :raises RecordError: located at the ply, with the position before it.
    """
    first = start or Position.start(ruleset)
    board = Board(first)
    size = ruleset.size
    known = KNOWN.setdefault(size, {})
    warnings: list[Remark] = []
    canonical: list[str] = []
    for token in tokens:
        try:
            entry = known.get(token) or learn(token, size, known)
            kind = entry.kind
            if board.outcome is not None or kind == UNUSUAL:
                _look_closer(board, entry, warnings)
            elif kind == SLIDE:
                crushed = board.slide(entry)
                if not crushed:
                    _look_closer(board, entry, warnings)
                elif crushed == 1 and entry.star:
                    warnings.append(("crush_mark_wrong", {"move": token}))
                canonical.append(entry.starred if crushed == 2 else entry.canonical)
                continue
            elif not board.place(entry):
                _look_closer(board, entry, warnings)
        except RecordError as error:
            raise _locate(error, token, board, board.ply - first.ply + 1) from None
        canonical.append(entry.canonical)
    return Replayed(board.position(), board.outcome, len(canonical), warnings, canonical)


def _look_closer(board: Board, entry: Known, warnings: list[Remark]) -> None:
    """Let the immutable position refuse the move, or make it where the rules allow it."""
    before = board.position()
    board.load(before.play(entry.move))
    if not before.in_opening:
        warnings.append(("overdrawn_reserve", {"move": entry.canonical}))


def _locate(error: RecordError, token: str, board: Board, ply: int) -> RecordError:
    position = board.position()
    return error.located(
        ply=ply,
        move=token,
        tps=format_tps(position),
        move_number=position.move_number,
        side=position.to_move,
        nearest=nearest_move(position, token),
    )
