"""Tak on a mutable board, written plainly: what the speed of verifying is compared with.

Each square is a list of pieces; roads are found by a search over squares. It refuses illegal
moves and finds the end of the game, and does nothing else: no tags, no warnings, no text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

FIRST, SECOND = 0, 1
PIECES = {3: (10, 0), 4: (15, 0), 5: (21, 1), 6: (30, 1), 7: (40, 2), 8: (50, 2)}
STEPS = {"+": (0, 1), "-": (0, -1), ">": (1, 0), "<": (-1, 0)}
TOKEN = re.compile(r"([FSC]?)(\d?)([a-h])([1-8])(?:([-+<>])(\d*))?\*?")

Piece = tuple[int, str]  # the player, and F, S or C
Square = tuple[int, int]


class IllegalMove(Exception):
    """The rules do not allow the move."""


class Board:
    """result: as in a record, empty while the game goes on. Komi is not counted."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.stacks: list[list[list[Piece]]] = [[[] for _ in range(size)] for _ in range(size)]
        self.stones, self.capstones = ([number] * 2 for number in PIECES[size])
        self.ply = 0
        self.result = ""

    def play(self, token: str) -> None:
        found = TOKEN.fullmatch(token)
        if found is None or self.result:
            raise IllegalMove(token)
        kind, count, column, row, direction, drops = found.groups()
        square = "abcdefgh".index(column), int(row) - 1
        if max(square) >= self.size:
            raise IllegalMove(token)
        if direction:
            carried = int(count or 1)
            touched = self._slide(square, STEPS[direction], carried, drops or str(carried))
        else:
            touched = self._place(square, kind or "F")
        mover = self.ply % 2
        self.ply += 1
        self._end(mover, touched)

    def _place(self, square: Square, kind: str) -> list[Square]:
        player = self.ply % 2
        if self.ply < 2:  # each begins with a flat of the other
            player = 1 - player
        reserve = self.capstones if kind == "C" else self.stones
        stack = self.stacks[square[0]][square[1]]
        if stack or not reserve[player] or (self.ply < 2 and kind != "F"):
            raise IllegalMove(square)
        reserve[player] -= 1
        stack.append((player, kind))
        return [square]

    def _slide(self, square: Square, step: tuple[int, int], count: int, drops: str) -> list[Square]:
        stack = self.stacks[square[0]][square[1]]
        dropped = [int(drop) for drop in drops]
        if self.ply < 2 or not stack or stack[-1][0] != self.ply % 2 or 0 in dropped:
            raise IllegalMove(square)
        if sum(dropped) != count or not 0 < count <= min(self.size, len(stack)):
            raise IllegalMove(square)
        carried = stack[-count:]
        touched = [square]
        x, y = square
        for drop in dropped:
            x, y = x + step[0], y + step[1]
            if not (0 <= x < self.size and 0 <= y < self.size):
                raise IllegalMove(square)
            self._enter(
                self.stacks[x][y], carried[-1], last=len(touched) == len(dropped), drop=drop
            )
            touched.append((x, y))
        del stack[-count:]
        for (x, y), drop in zip(touched[1:], dropped, strict=True):
            self.stacks[x][y] += carried[:drop]
            del carried[:drop]
        return touched

    def _enter(self, stack: list[Piece], moved: Piece, *, last: bool, drop: int) -> None:
        """Flatten a wall under a capstone.

        :raises IllegalMove: the stack may not be entered.
        """
        if not stack or stack[-1][1] == "F":
            return
        if stack[-1][1] == "C" or moved[1] != "C" or not last or drop != 1:
            raise IllegalMove(stack)
        stack[-1] = stack[-1][0], "F"

    def _end(self, mover: int, touched: list[Square]) -> None:
        for player in (mover, 1 - mover):
            if any(self._road(square, player) for square in touched):
                self.result = ("R-0", "0-R")[player]
                return
        out = any(not self.stones[p] and not self.capstones[p] for p in (FIRST, SECOND))
        if out or all(stack for column in self.stacks for stack in column):
            tops = [stack[-1] for column in self.stacks for stack in column if stack]
            lead = tops.count((FIRST, "F")) - tops.count((SECOND, "F"))
            self.result = "F-0" if lead > 0 else "0-F" if lead < 0 else "1/2-1/2"

    def _road(self, start: Square, player: int) -> bool:
        """Whether the road pieces connected with a square join two opposite edges."""
        if not self._carries(start, player):
            return False
        seen, left = {start}, [start]
        while left:
            x, y = left.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near not in seen and self._carries(near, player):
                    seen.add(near)
                    left.append(near)
        columns, rows = {x for x, _y in seen}, {y for _x, y in seen}
        ends = {0, self.size - 1}
        return ends <= columns or ends <= rows

    def _carries(self, square: Square, player: int) -> bool:
        x, y = square
        if not (0 <= x < self.size and 0 <= y < self.size) or not self.stacks[x][y]:
            return False
        owner, kind = self.stacks[x][y][-1]
        return owner == player and kind != "S"


def replay(tokens: Iterable[str], size: int) -> str:
    """The result of a game; empty if it did not end.

    :raises IllegalMove: the rules do not allow a move.
    """
    board = Board(size)
    for token in tokens:
        board.play(token)
    return board.result
