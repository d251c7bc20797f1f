"""The legal move that a refused one was probably meant to be.

Only where one is nearer than all others: a guess among several helps nobody. A movement is
compared with those of the same stack, the same direction and number of stones first; a placement
with those of its space; what is no move at all with everything that is one slip of a finger away.
"""

from engine.tak.moves import Move, MoveNotationError, Slide, format_move, parse_move
from engine.tak.position import Position

SLIPS = 1  # signs that may be wrong in a token that names no move
Distance = tuple[int, ...]


def nearest_move(position: Position, token: str) -> str:
    """The canonical text of the nearest legal move; empty where none stands out."""
    try:
        meant: Move | None = parse_move(token, position.size)[0]
    except MoveNotationError:
        meant = None
    found: list[tuple[Distance, str]] = []
    for move in position.generate_moves():
        text = format_move(move, position.size)
        distance = _slips(token, text) if meant is None else _apart(meant, token, move, text)
        if distance is not None:
            found.append((distance, text))
    found.sort()
    if not found or (len(found) > 1 and found[0][0] == found[1][0]):
        return ""
    return found[0][1]


def _slips(token: str, text: str) -> Distance | None:
    if abs(len(token) - len(text)) > SLIPS:
        return None
    wrong = edits(token, text)
    return (wrong,) if wrong <= SLIPS else None


def _apart(meant: Move, token: str, move: Move, text: str) -> Distance | None:
    """How far a legal move is from the meant one; None where it is another move altogether."""
    if move.square != meant.square or isinstance(move, Slide) != isinstance(meant, Slide):
        return None
    if isinstance(move, Slide) and isinstance(meant, Slide):
        turned = move.direction != meant.direction
        return turned, abs(move.count - meant.count), edits(token, text)
    return (edits(token, text),)


def edits(one: str, other: str) -> int:
    """Signs to write, to strike out or to change to make one text of the other (Levenshtein)."""
    row = list(range(len(other) + 1))
    for i, sign in enumerate(one, start=1):
        before, row[0] = row[0], i
        for j, wanted in enumerate(other, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (sign != wanted))
    return row[-1]
