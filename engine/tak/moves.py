"""Moves as values, and their notation (TAK-9.1, 9.2).

A square is a number: 0 is a1, 1 is b1, size is a2. Parsing needs only the size of the board;
Position checks whether a move is legal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from engine.errors import RecordError, gettext_noop

Kind = Literal["F", "S", "C"]
Direction = Literal["+", "-", "<", ">"]
MAX_TOKEN_LENGTH = 40
QUOTED_LENGTH = 24  # characters of an unknown token that a message quotes


class MoveNotationError(RecordError):
    """A token that names no move."""

    code = "bad_move"
    message = gettext_noop("this is not a move.")


class UnknownToken(MoveNotationError):
    code = "unknown_token"
    message = gettext_noop("`{token}` is not a move.")


class SquareOffBoard(MoveNotationError):
    code = "square_off_board"
    message = gettext_noop("there is no square {square} on a board of size {size}.")


class ZeroDrop(MoveNotationError):
    code = "zero_drop"
    message = gettext_noop("at least one piece must be left on every square entered.")


class NothingLifted(MoveNotationError):
    code = "nothing_lifted"
    message = gettext_noop("a movement must lift at least one piece.")


class DropsDoNotSum(MoveNotationError):
    code = "drops_do_not_sum"
    message = gettext_noop("the drops add up to {dropped}, but the number lifted is {count}.")


class CountOnPlacement(MoveNotationError):
    code = "count_on_placement"
    message = gettext_noop("a placement takes no count.")


@dataclass(frozen=True, slots=True)
class Place:
    square: int
    kind: Kind = "F"


@dataclass(frozen=True, slots=True)
class PlaceTwo:
    """Two flats of the opponent on one space: the opening `double_black_stack`."""

    square: int


@dataclass(frozen=True, slots=True)
class Slide:
    """`drops` holds at least one number and they sum to `count`; `crush`: flattens a wall."""

    square: int
    count: int
    direction: Direction
    drops: tuple[int, ...]
    crush: bool = False


Move = Place | PlaceTwo | Slide

ARROWS = str.maketrans("→←↑↓⇒⇐⇑⇓➡⬅⬆⬇", "><+-><+-><+-", "\ufe0f")
TOKEN = re.compile(
    r"(?P<kind>[FSCsc](?=[a-z]))?(?P<count>[0-9])?(?P<square>[a-z][0-9]{1,2}?)"
    r"(?:(?P<direction>[-+<>])(?P<drops>[0-9]*))?"
    r"(?P<star>\*)?(?P<top>[FSCfsc])?(?P<late_star>\*)?(?P<marks>['\"?!]*)"
)


def square_name(square: int, size: int) -> str:
    return f"{'abcdefghi'[square % size]}{square // size + 1}"


def parse_square(text: str, size: int) -> int:
    """The number of a square such as `c3`.

    :raises SquareOffBoard: the board has no such square.
    """
    column = ord(text[0]) - ord("a")
    row = int(text[1:]) - 1
    if not (0 <= column < size and 0 <= row < size):
        raise SquareOffBoard(square=text, size=size)
    return row * size + column


def parse_move(token: str, size: int) -> tuple[Move, str]:
    """The move that a token names, and the marks after it (tak, tinue, ? and !).

    Accepts the long form, lower-case `s` and `c`, arrows and an old trailing top-stone letter.
    `crush` says whether the token has a star, which the board may contradict.

    :raises MoveNotationError: the token names no move on a board of this size.
    """
    if len(token) > MAX_TOKEN_LENGTH:
        raise UnknownToken(token=token[:QUOTED_LENGTH] + "...")
    found = TOKEN.fullmatch(token.translate(ARROWS))
    if found is None:
        raise UnknownToken(token=token[:QUOTED_LENGTH])
    square = parse_square(found["square"], size)
    if found["direction"] is None:
        return _placement(found, token, square), found["marks"]
    return _movement(found, token, square), found["marks"]


def _placement(found: re.Match[str], token: str, square: int) -> Place | PlaceTwo:
    if found["star"] or found["late_star"] or found["top"]:
        raise UnknownToken(token=token[:QUOTED_LENGTH])
    if found["count"] == "2" and not found["kind"]:
        return PlaceTwo(square)
    if found["count"] is not None:
        raise CountOnPlacement()
    kinds: dict[str, Kind] = {"S": "S", "C": "C"}
    return Place(square, kinds.get((found["kind"] or "F").upper(), "F"))


def _movement(found: re.Match[str], token: str, square: int) -> Slide:
    if found["kind"] or (found["star"] and found["late_star"]):
        raise UnknownToken(token=token[:QUOTED_LENGTH])
    count = int(found["count"] or "1")
    if count == 0:
        raise NothingLifted()
    drops = tuple(int(digit) for digit in found["drops"]) or (count,)
    if 0 in drops:
        raise ZeroDrop()
    # `3c3>1` is read differently by different programs, so it is refused, not guessed.
    if sum(drops) != count:
        raise DropsDoNotSum(dropped=sum(drops), count=count)
    directions: dict[str, Direction] = {"+": "+", "-": "-", "<": "<", ">": ">"}
    crush = bool(found["star"] or found["late_star"])
    return Slide(square, count, directions[found["direction"]], drops, crush)


def format_move(move: Move, size: int) -> str:
    """The short canonical form: no leading 1, no drops when all fall on one space."""
    name = square_name(move.square, size)
    if isinstance(move, Place):
        return name if move.kind == "F" else move.kind + name
    if isinstance(move, PlaceTwo):
        return "2" + name
    count = str(move.count) if move.count > 1 else ""
    drops = "".join(map(str, move.drops)) if len(move.drops) > 1 else ""
    return f"{count}{name}{move.direction}{drops}{'*' if move.crush else ''}"
