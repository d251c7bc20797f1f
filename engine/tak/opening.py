"""The opening of a record that starts from a set-up position at move 1.

A TPS with move number 1 and pieces on the board is ambiguous: most programs mean an ordinary turn,
some mean that both players still place the opponent's flat. The replay tries the ordinary reading
first, and the other one if that fails.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.errors import RecordError
from engine.tak.board import ReplayResult, replay
from engine.tak.moves import Place, format_move, parse_move
from engine.tak.position import Position
from engine.tak.ruleset import Ruleset


def replay_from(
    tokens: Sequence[str], ruleset: Ruleset, start: Position | None
) -> tuple[ReplayResult, bool]:
    """Replay; also return whether the opening was played on a set-up board.

    :raises RecordError: the error of the ordinary reading, if both fail.
    """
    try:
        return replay(tokens, ruleset, start), False
    except RecordError:
        if start is None or start.ply > 1 or start.in_opening or ruleset.opening != "swap":
            raise
        try:
            return _with_opening(tokens, ruleset, start), True
        except RecordError:
            pass
        raise


def positions_after(
    tokens: Sequence[str], start: Position, *, on_setup: bool
) -> Iterator[Position]:
    """The position after each ply of a record. `on_setup`: as returned by `replay_from`."""
    position, opening_plies = start, 2 - start.ply if on_setup else 0
    for at, token in enumerate(tokens):
        move, _ = parse_move(token, position.size)
        position = (
            _place_opponents_flat(position, move) if at < opening_plies else position.play(move)
        )
        yield position


def _with_opening(tokens: Sequence[str], ruleset: Ruleset, start: Position) -> ReplayResult:
    opening_plies = 2 - start.ply
    position, canonical = start, []
    for token in tokens[:opening_plies]:
        move, _ = parse_move(token, ruleset.size)
        position = _place_opponents_flat(position, move)
        canonical.append(format_move(move, ruleset.size))
    replayed = replay(tokens[opening_plies:], ruleset, position)
    return replace(
        replayed, plies=replayed.plies + len(canonical), canonical=canonical + replayed.canonical
    )


def _place_opponents_flat(position: Position, move: object) -> Position:
    """One ply of TAK-3.2 on a board that is not empty."""
    opponent = position.to_move.opponent
    other = opponent - 1  # its index
    stones = list(position.stones)
    if not isinstance(move, Place) or move.kind != "F":
        raise RecordError
    if position.stacks[move.square] or not stones[other] or position.outcome is not None:
        raise RecordError
    stones[other] -= 1
    stacks = list(position.stacks)
    stacks[move.square] = str(opponent)
    return replace(
        position,
        stacks=tuple(stacks),
        to_move=opponent,
        ply=position.ply + 1,
        stones=(stones[0], stones[1]),
    )
