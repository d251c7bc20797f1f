"""Suggest the legal move that a refused token probably meant, if one is nearer than all others.

A slide is compared with slides of the same stack: direction first, then the number of pieces. A
placement is compared with placements on the same square. A token that is no move is compared with
every legal move.
"""

from engine.tak.moves import Move, MoveNotationError, Slide, format_move, parse_move
from engine.tak.position import Position

MAX_TYPOS = 1  # in a token that names no move
Distance = tuple[int, ...]


def nearest_move(position: Position, token: str) -> str:
    """The canonical text of the nearest legal move; empty if there is none or a tie."""
    try:
        meant: Move | None = parse_move(token, position.size)[0]
    except MoveNotationError:
        meant = None
    found: list[tuple[Distance, str]] = []
    for move in position.generate_moves():
        text = format_move(move, position.size)
        distance = (
            _typo_distance(token, text)
            if meant is None
            else _move_distance(meant, token, move, text)
        )
        if distance is not None:
            found.append((distance, text))
    found.sort()
    if not found or (len(found) > 1 and found[0][0] == found[1][0]):
        return ""
    return found[0][1]


def _typo_distance(token: str, text: str) -> Distance | None:
    if abs(len(token) - len(text)) > MAX_TYPOS:
        return None
    wrong = edit_distance(token, text)
    return (wrong,) if wrong <= MAX_TYPOS else None


def _move_distance(meant: Move, token: str, move: Move, text: str) -> Distance | None:
    """The distance of a legal move from the parsed token; None if they are unrelated."""
    if move.square != meant.square or isinstance(move, Slide) != isinstance(meant, Slide):
        return None
    if isinstance(move, Slide) and isinstance(meant, Slide):
        turned = move.direction != meant.direction
        return turned, abs(move.count - meant.count), edit_distance(token, text)
    return (edit_distance(token, text),)


def edit_distance(one: str, other: str) -> int:
    """The Levenshtein distance of two texts."""
    row = list(range(len(other) + 1))
    for i, sign in enumerate(one, start=1):
        before, row[0] = row[0], i
        for j, wanted in enumerate(other, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (sign != wanted))
    return row[-1]
