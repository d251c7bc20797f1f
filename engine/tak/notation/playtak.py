"""The notation of playtak.com's server: `P A1`, `P A1 W`, `P A1 C`, `M A1 C1 1 2`.

The opening `2a1` cannot be written. Flattened walls are not marked, so parsed moves have no
star.
"""

import re
from collections.abc import Sequence

from engine.errors import RecordError, gettext_noop

_LETTER = {"": "", "W": "S", "C": "C"}
_KIND = {letter: word for word, letter in _LETTER.items()} | {"F": ""}
_PLACE = re.compile(r"([FSC]?)([a-h][1-8])")
_SLIDE = re.compile(r"([1-8]?)([a-h])([1-8])([-+<>])([1-8]{0,7})\*?")
_STEP = {">": (1, 0), "<": (-1, 0), "+": (0, 1), "-": (0, -1)}
_DIRECTION = {step: sign for sign, step in _STEP.items()}
_MAX_MOVES = 1000


class PlaytakTokenUnknown(RecordError):
    code = "playtak_token_unknown"
    message = gettext_noop("{token} is not a move in playtak's notation.")


class PlaytakPath(RecordError):
    code = "playtak_path"
    message = gettext_noop("{token} does not run along one line, one drop for each space.")


class PlaytakCannotSay(RecordError):
    code = "playtak_cannot_say"
    message = gettext_noop("{token} cannot be written in playtak's notation.")


class PlaytakTooLong(RecordError):
    code = "playtak_too_long"
    message = gettext_noop("the text has more than {limit} moves.")


def to_playtak(moves: Sequence[str], size: int) -> str:
    """Canonical moves as one line of playtak's notation.

    :raises RecordError: a move cannot be written.
    """
    return ",".join(_write(move, size, ply) for ply, move in enumerate(moves, start=1))


def from_playtak(text: str, size: int) -> tuple[str, ...]:
    """Moves in short PTN, not checked for legality."""
    if len(text) > 40 * _MAX_MOVES or text.count(",") >= _MAX_MOVES:
        raise PlaytakTooLong(limit=_MAX_MOVES)
    if not text.strip():
        return ()
    return tuple(_read(token.split(), size, ply) for ply, token in enumerate(text.split(","), 1))


def _write(move: str, size: int, ply: int) -> str:
    if place := _PLACE.fullmatch(move):
        _on_board(place[2].upper(), size, move, ply)
        return f"P {place[2].upper()} {_KIND[place[1]]}".rstrip()
    slide = _SLIDE.fullmatch(move)
    if slide is None:
        raise PlaytakCannotSay(ply=ply, move=move[:32], token=move[:32])
    count, column, row, sign, drops = slide.groups()
    drops = drops or count or "1"
    if sum(map(int, drops)) != int(count or 1):
        raise PlaytakCannotSay(ply=ply, move=move, token=move)
    across, up = _STEP[sign]
    reach = len(drops)
    x, y = ord(column) - ord("a") + across * reach, int(row) - 1 + up * reach
    if not (0 <= x < size and 0 <= y < size):
        raise PlaytakCannotSay(ply=ply, move=move, token=move)
    target = f"{chr(ord('A') + x)}{y + 1}"
    return f"M {column.upper()}{row} {target} {' '.join(drops)}"


def _read(words: list[str], size: int, ply: int) -> str:
    token = " ".join(words)[:40]
    if len(words) in (2, 3) and words[0] == "P" and "".join(words[2:]) in _LETTER:
        _on_board(words[1], size, token, ply)
        return f"{_LETTER[''.join(words[2:])]}{words[1].lower()}"
    if not (4 <= len(words) <= 10 and words[0] == "M"):
        raise PlaytakTokenUnknown(ply=ply, move=token, token=token)
    start, target = (_on_board(word, size, token, ply) for word in words[1:3])
    drops = words[3:]
    if any(len(drop) != 1 or drop not in "12345678" for drop in drops):
        raise PlaytakTokenUnknown(ply=ply, move=token, token=token)
    across, up = target[0] - start[0], target[1] - start[1]
    reach = len(drops)
    sign = _DIRECTION.get((across // reach, up // reach))
    if sign is None or abs(across) + abs(up) != reach:
        raise PlaytakPath(ply=ply, move=token, token=token)
    count = sum(map(int, drops))
    return (
        f"{count if count > 1 else ''}{words[1].lower()}{sign}{''.join(drops) if reach > 1 else ''}"
    )


def _on_board(square: str, size: int, token: str, ply: int) -> tuple[int, int]:
    columns, rows = "ABCDEFGH"[:size], "12345678"[:size]
    if len(square) != 2 or square[0] not in columns or square[1] not in rows:
        raise PlaytakTokenUnknown(ply=ply, move=token, token=token)
    return ord(square[0]) - ord("A"), int(square[1]) - 1
