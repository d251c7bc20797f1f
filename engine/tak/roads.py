"""Roads on integer bitboards (TAK-5.1).

A board of size n has rows of n + 1 bits. The extra bit of each row is never set, so a shift by
one cannot move a piece into the next row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Geometry:
    """Masks of one board size; tuples are indexed by square."""

    size: int
    stride: int
    bits: tuple[int, ...]
    neighbours: tuple[int, ...]
    on_edge: tuple[bool, ...]
    full: int
    left: int
    right: int
    bottom: int
    top: int
    square_of: dict[int, int]


@lru_cache(maxsize=8)
def geometry(size: int) -> Geometry:
    stride = size + 1
    bits = tuple(1 << (row * stride + column) for row in range(size) for column in range(size))
    full = sum(bits)
    last = size - 1
    return Geometry(
        size=size,
        stride=stride,
        bits=bits,
        neighbours=tuple((b << 1 | b >> 1 | b << stride | b >> stride) & full for b in bits),
        on_edge=tuple(
            square % size in (0, last) or square // size in (0, last) for square in range(len(bits))
        ),
        full=full,
        left=sum(bits[::size]),
        right=sum(bits[last::size]),
        bottom=sum(bits[:size]),
        top=sum(bits[-size:]),
        square_of={bit: square for square, bit in enumerate(bits)},
    )


def mask(squares: list[int] | tuple[int, ...], size: int) -> int:
    bits = geometry(size).bits
    return sum(bits[square] for square in set(squares))


def squares_in(board: int, size: int) -> tuple[int, ...]:
    """The squares of a bitboard, in order."""
    return tuple(square for square, bit in enumerate(geometry(size).bits) if board & bit)


def has_road(board: int, size: int) -> bool:
    """Whether the set bits join two opposite edges."""
    g = geometry(size)
    return _joins(board, g.left, g.right, g.stride) or _joins(board, g.bottom, g.top, g.stride)


def _joins(board: int, start: int, goal: int, stride: int) -> bool:
    reached = board & start
    if not reached or not board & goal:
        return False
    while True:
        grown = board & (
            reached | reached << 1 | reached >> 1 | reached << stride | reached >> stride
        )
        if grown & goal:
            return True
        if grown == reached:
            return False
        reached = grown


def road_squares(board: int, size: int) -> tuple[int, ...]:
    """The squares of a shortest road, from edge to edge; empty if there is none."""
    g = geometry(size)
    walks = [_walk(board, g.left, g.right, g), _walk(board, g.bottom, g.top, g)]
    return min((walk for walk in walks if walk), key=len, default=())


def _walk(board: int, start: int, goal: int, g: Geometry) -> tuple[int, ...]:
    layers = [board & start]
    seen = layers[0]
    while layers[-1] and not layers[-1] & goal:
        edge = layers[-1]
        around = edge << 1 | edge >> 1 | edge << g.stride | edge >> g.stride
        layers.append(around & board & ~seen)
        seen |= layers[-1]
    if not layers[-1]:
        return ()
    reached = layers[-1] & goal
    walk = [g.square_of[reached & -reached]]
    for layer in reversed(layers[:-1]):
        before = layer & g.neighbours[walk[-1]]
        walk.append(g.square_of[before & -before])
    return tuple(reversed(walk))


def straight_road(board: int, size: int) -> tuple[int, ...]:
    """The squares of a full row or column (TAK-8.7); empty if there is none."""
    cells = range(size * size)
    lines = [tuple(cells[row * size : row * size + size]) for row in range(size)]
    lines += [tuple(cells[column::size]) for column in range(size)]
    return next((line for line in lines if mask(line, size) & ~board == 0), ())
