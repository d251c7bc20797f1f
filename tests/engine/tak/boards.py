"""Boards turned, mirrored and with swapped colours, and random games to try them on."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import strategies as st

from engine.tak.moves import Direction, Move, Slide
from engine.tak.position import Position
from engine.tak.ruleset import Ruleset, make_ruleset

SYMMETRIES = range(8)
STEPS: dict[Direction, tuple[int, int]] = {"+": (0, 1), "-": (0, -1), "<": (-1, 0), ">": (1, 0)}
DIRECTIONS = {step: direction for direction, step in STEPS.items()}


def turn_square(square: int, size: int, symmetry: int) -> int:
    column, row = square % size, square // size
    if symmetry >= 4:
        column = size - 1 - column
    for _ in range(symmetry % 4):
        column, row = row, size - 1 - column
    return row * size + column


def turn_direction(direction: Direction, symmetry: int) -> Direction:
    right, up = STEPS[direction]
    if symmetry >= 4:
        right = -right
    for _ in range(symmetry % 4):
        right, up = up, -right
    return DIRECTIONS[right, up]


def turn_move(move: Move, size: int, symmetry: int) -> Move:
    square = turn_square(move.square, size, symmetry)
    if isinstance(move, Slide):
        return replace(move, square=square, direction=turn_direction(move.direction, symmetry))
    return replace(move, square=square)


def turn(position: Position, symmetry: int) -> Position:
    stacks = [""] * len(position.stacks)
    for square, stack in enumerate(position.stacks):
        stacks[turn_square(square, position.size, symmetry)] = stack
    return replace(position, stacks=tuple(stacks))


def swap_colours(position: Position) -> Position:
    """The same position seen by the other player; only for positions past the opening."""
    stacks = tuple(stack.translate(str.maketrans("12", "21")) for stack in position.stacks)
    return replace(
        position,
        stacks=stacks,
        to_move=position.to_move.opponent,
        ply=position.ply + 1,
        stones=position.stones[::-1],
        capstones=position.capstones[::-1],
    )


def random_line(rules: Ruleset, seed: int, plies: int) -> list[tuple[Position, Move]]:
    """A random legal game: each position with the move made in it.

    Movements are preferred, so that stacks grow and walls meet capstones.
    """
    rng = random.Random(seed)
    position = Position.start(rules)
    line: list[tuple[Position, Move]] = []
    while position.outcome is None and len(line) < plies:
        moves = position.legal_moves()
        slides = [move for move in moves if isinstance(move, Slide)]
        crushes = [move for move in slides if move.crush]
        move = rng.choice(crushes or (slides if slides and rng.random() < 0.6 else moves))
        line.append((position, move))
        position = position.play(move)
    return line


def pieces_on(position: Position, player: int) -> tuple[int, int]:
    """Stones and capstones of a player on the board."""
    capstones = sum(stack.endswith(f"{player}C") for stack in position.stacks)
    return sum(stack.count(str(player)) for stack in position.stacks) - capstones, capstones


def build_rules(name, *, opening, stones, **fields) -> Ruleset:
    least = 2 if opening == "double_black_stack" else 1
    return make_ruleset(name, opening=opening, stones=max(stones, least), **fields)


rules = st.builds(
    build_rules,
    st.sampled_from(["standard", "playtak"]),
    size=st.sampled_from([3, 4, 5, 6]),
    half_komi=st.integers(-2, 8),
    opening=st.sampled_from(["swap", "swap", "double_black_stack", "no_swap"]),
    flat_tie=st.sampled_from(["draw", "second_player"]),
    out_of_pieces=st.sampled_from(["all_pieces", "stones_only"]),
    reversible_limit=st.sampled_from([None, 4, 50]),
    stones=st.sampled_from([1, 2, 6, 15, 30]),
    capstones=st.sampled_from([0, 1, 2]),
)
seeds = st.integers(0, 2**32)
