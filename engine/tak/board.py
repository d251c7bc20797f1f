"""Fast replay of records on a mutable board.

The board only makes ordinary legal moves and detects the end of the game. It passes every other
move (illegal, from an overdrawn reserve, the opening with two flats) to the immutable Position,
which plays it or raises the error. Tests compare the two over random games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from engine.errors import RecordError, RecordWarning
from engine.tak.ending import REVERSIBLE_DRAW, ROAD_WINS, Outcome, count_flats, is_reserve_empty
from engine.tak.moves import Move, Place, Slide, format_move, parse_move
from engine.tak.nearest import nearest_move
from engine.tak.notation.tps import format_tps
from engine.tak.players import Player
from engine.tak.position import Position, rays
from engine.tak.roads import Geometry, geometry, has_road
from engine.tak.ruleset import Ruleset

FLAT, WALL, CAPSTONE, SLIDE, UNUSUAL = range(5)
MOVE_CACHE_LIMIT = 20_000  # tokens for each size
NO_LIMIT = 1 << 30  # plies


class SlideResult(IntEnum):
    """NOT_MADE: the board leaves the move to Position."""

    NOT_MADE = 0
    MOVED = 1
    CRUSHED = 2


# Plain names, because looking up a member of an enum costs time in the loop over tokens.
NOT_MADE, MOVED, CRUSHED = SlideResult


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The final position of a record, and how it got there. `warnings`: (code, parameters)."""

    position: Position
    outcome: Outcome | None
    plies: int
    warnings: list[RecordWarning]
    canonical: list[str]


# Of a slide, in one tuple because it is read faster than nine attributes: the square and its bit,
# the last square and its bit, the bits of the path, all other bits, pieces carried, last drop, and
# the steps of a longer one: square, its bit, and the slice of the carried pieces dropped there.
Step = tuple[int, int, int, int]
SlideMasks = tuple[int, int, int, int, int, int, int, int, tuple[Step, ...] | None]


class CachedMove:
    """A parsed token, with the bit masks that playing it needs."""

    __slots__ = (
        "bit",
        "canonical",
        "kind",
        "masks",
        "move",
        "near",
        "on_edge",
        "square",
        "star",
        "starred",
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
        self.masks: SlideMasks = (0, 0, 0, 0, 0, 0, 0, 0, None)
        if isinstance(move, Slide):
            self.star = move.crush
            self._read_slide(move, g)
            move = replace(move, crush=False)
        elif isinstance(move, Place):
            self.kind = {"F": FLAT, "S": WALL, "C": CAPSTONE}[move.kind]
        self.canonical = format_move(move, g.size)
        self.starred = self.canonical + "*"

    def _read_slide(self, move: Slide, g: Geometry) -> None:
        """Set `masks`."""
        path = dict(rays(g.size)[move.square])[move.direction]
        if move.count > g.size or len(move.drops) > len(path):
            return
        self.kind = SLIDE
        steps, done = [], 0
        for square, drop in zip(path, move.drops, strict=False):
            steps.append((square, g.bits[square], done, done + drop))
            done += drop
        last = steps[-1][1]
        inner = sum(step[1] for step in steps[:-1])
        others = ~(self.bit | inner | last)
        self.masks = (
            self.square, self.bit, steps[-1][0], last, inner | last, others, move.count,
            move.drops[-1], tuple(steps) if inner else None,
        )  # fmt: skip


MOVE_CACHE: dict[int, dict[str, CachedMove]] = {}


def cache_move(token: str, size: int, cache: dict[str, CachedMove]) -> CachedMove:
    if len(cache) >= MOVE_CACHE_LIMIT:  # a hostile record may invent tokens
        cache.clear()
    entry = cache[token] = CachedMove(token, geometry(size))
    return entry


class Board:
    """`stacks`: the colours of each square, bottom to top. The kinds of tops are bitboards."""

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
        self.limit = position.ruleset.reversible_limit or NO_LIMIT
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
        """The same as an immutable value."""
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
            Player(self.mover + 1),
            self.ply,
            (self.stones[0], self.stones[1]),
            (self.caps[0], self.caps[1]),
            self.reversible,
        )

    def place(self, move: CachedMove) -> bool:  # noqa: C901  one function for speed
        """Make a placement; False if it is left to Position."""
        kind, bit, colour = move.kind, move.bit, self.mover
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
        self.stacks[move.square] = "2" if colour else "1"
        self.tops[colour] |= bit
        self.occupied |= bit
        self.reversible = 0
        if kind == WALL:
            self.walls |= bit
        else:
            if kind == CAPSTONE:
                self.capstones |= bit
            road = self.roads[colour] = self.roads[colour] | bit
            near = road & move.near
            # A new road runs through this square: from an edge to one neighbour, or between two.
            if near and (move.on_edge or near & (near - 1)) and self._joins_edges(road, bit):
                self.outcome = ROAD_WINS[colour + 1]
        self.ply += 1
        self.mover = 1 - self.mover
        if self.outcome is None and (reserve[colour] <= 0 or self.occupied == self.g.full):
            self._check_end_by_flats()
        if self.in_opening:
            self.in_opening = self.ply == 1 and self.outcome is None
        return True

    def _joins_edges(self, road: int, reached: int) -> bool:
        """Whether the road squares connected with `reached` join two opposite edges."""
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

    def slide(self, move: CachedMove) -> SlideResult:  # noqa: C901  one function for speed
        """Make a slide, if it is an ordinary legal one."""
        square, bit, target, last, path, others, count, last_drop, steps = move.masks
        tops, stacks, walls, capstones = self.tops, self.stacks, self.walls, self.capstones
        stack = stacks[square]
        if not tops[self.mover] & bit or count > len(stack) or self.in_opening:
            return NOT_MADE
        crush = 0
        blockers = (walls | capstones) & path
        if blockers:
            if blockers != walls & last or not capstones & bit or last_drop != 1:
                return NOT_MADE
            crush = last
        occupied = self.occupied | path
        first = tops[0] & others
        carried = stack[-count:]
        stack = stacks[square] = stack[:-count]
        if not stack:
            occupied ^= bit
        elif stack[-1] == "1":
            first |= bit
        if steps is None:
            stacks[target] += carried
        else:
            for square, here, start, end in steps:
                stacks[square] += carried[start:end]
                if carried[end - 1] == "1":
                    first |= here
        if carried[-1] == "1":
            first |= last
        if walls & bit:
            self.walls = walls = walls ^ bit | last
        elif capstones & bit:
            self.capstones = capstones ^ bit | last
            self.walls = walls = walls & ~crush
        second = occupied ^ first
        self.occupied = occupied
        tops[0], tops[1] = first, second
        self.ply += 1
        self.mover = 1 - self.mover
        self.reversible = 0 if crush else self.reversible + 1
        flat = ~walls
        first &= flat
        second &= flat
        roads = self.roads
        gained_first, gained_second = first & ~roads[0], second & ~roads[1]
        roads[0], roads[1] = first, second
        # Only a player who gained road squares can have a new road (TAK-5).
        if (gained_first and self._joins_edges(first, gained_first)) or (
            gained_second and self._joins_edges(second, gained_second)
        ):
            self._check_end_by_road()
        if occupied == self.g.full:
            if self.outcome is None:
                self._check_end_by_flats()
        elif self.reversible >= self.limit and self.outcome is None:
            self.outcome = REVERSIBLE_DRAW
        return CRUSHED if crush else MOVED

    def _check_end_by_road(self) -> None:
        """End the game if there is a road; of two that counts whose player moved (TAK-5.2).

        What is connected with several new squares may touch both edges in two pieces.
        """
        moved = 1 - self.mover  # `mover` is already the next player
        for player in (moved, self.mover):
            if has_road(self.roads[player], self.g.size):
                self.outcome = ROAD_WINS[player + 1]
                return

    def _check_end_by_flats(self) -> None:
        """End the game if a reserve is empty or the board is full (TAK-5.4)."""
        out = any(is_reserve_empty(self.rules, self.stones[p], self.caps[p]) for p in (0, 1))
        if out or self.occupied == self.g.full:
            flats = [(road & ~self.capstones).bit_count() for road in self.roads]
            reason = "reserves_empty" if out else "board_full"
            self.outcome = count_flats(self.rules, flats[0], flats[1], reason)


def replay(tokens: Sequence[str], ruleset: Ruleset, start: Position | None = None) -> ReplayResult:
    """Play the tokens of a record from the start of the game, or from a position.

    :raises RecordError: with the ply, the token and the position before it.
    """
    first = start or Position.start(ruleset)
    board = Board(first)
    size = ruleset.size
    cache = MOVE_CACHE.setdefault(size, {})
    warnings: list[RecordWarning] = []
    canonical: list[str] = []
    place, slide, append = board.place, board.slide, canonical.append
    for token in tokens:
        try:
            try:
                entry = cache[token]
            except KeyError:
                entry = cache_move(token, size, cache)
            kind = entry.kind
            if board.outcome is not None or kind == UNUSUAL:
                _play_on_position(board, entry, warnings)
            elif kind == SLIDE:
                result = slide(entry)
                if result is NOT_MADE:
                    _play_on_position(board, entry, warnings)
                elif result is MOVED and entry.star:
                    warnings.append(("crush_mark_wrong", {"move": token}))
                append(entry.starred if result is CRUSHED else entry.canonical)
                continue
            elif not place(entry):
                _play_on_position(board, entry, warnings)
        except RecordError as error:
            raise _locate_error(error, token, board, board.ply - first.ply + 1) from None
        append(entry.canonical)
    return ReplayResult(board.position(), board.outcome, len(canonical), warnings, canonical)


def _play_on_position(board: Board, entry: CachedMove, warnings: list[RecordWarning]) -> None:
    """Play an unusual move on the immutable position, which raises the error if it is illegal."""
    before = board.position()
    board.load(before.play(entry.move))
    if not before.in_opening:
        warnings.append(("overdrawn_reserve", {"move": entry.canonical}))


def _locate_error(error: RecordError, token: str, board: Board, ply: int) -> RecordError:
    position = board.position()
    return error.locate(
        ply=ply,
        move=token,
        tps=format_tps(position),
        move_number=position.move_number,
        side=position.to_move,
        nearest=nearest_move(position, token),
    )
