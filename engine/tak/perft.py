"""Leaf counts of the game tree: the usual check of a move generator."""

from __future__ import annotations

from engine.tak.position import Position


def perft(position: Position, depth: int, *, count_finished: bool = False) -> int:
    """The number of lines of `depth` plies.

    A game that ends earlier counts 0, or 1 with `count_finished`.
    """
    if depth == 0:
        return 1
    if position.outcome is not None:
        return int(count_finished)
    moves = position.generate_moves()
    if depth == 1:
        return sum(1 for _ in moves)
    return sum(
        perft(position.play(move), depth - 1, count_finished=count_finished) for move in moves
    )
