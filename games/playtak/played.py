"""A game of the playtak server, from its message, its list of games, or an export. Pure.

Messages have komi in points and moves in a list; the list of games has half points and one text,
-1 for the usual pieces, and no number of the tournament game (`pntId`).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.tak.ruleset import SETS
from games.playtak.errors import NotAGame

CREATED, ENDED = "game.created", "game.ended"
TYPES = (CREATED, ENDED)
# The result of a game that is still played, or was given up without one.
NO_RESULT = ("", "0-0", "---")
RESULTS = frozenset({"R-0", "0-R", "F-0", "0-F", "1-0", "0-1", "1/2-1/2", *NO_RESULT})
NAME = re.compile(r"[A-Za-z0-9_]{1,40}")
LARGEST = 2**31 - 1
LAST_MOMENT = 253_402_300_799_000  # the end of the year 9999
SIZES = range(3, 9)
# Capstones of each player, where the server is not told another number.
USUAL_CAPSTONES = {3: 0, 4: 0, 5: 1, 6: 1, 7: 2, 8: 2}
LONGEST_NOTATION = 40_000


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """number: of the game there. pnt_id: of the tournament game; None where it is not said.

    white moves first. moves: in the server's notation. result: "" if the game has none (yet).
    at: milliseconds since 1970; None where it is not said. Times are in seconds.
    """

    number: int
    white: str
    black: str
    size: int
    half_komi: int
    stones: int
    capstones: int
    seconds: int
    increment: int
    extra_move: int = 0
    extra_seconds: int = 0
    does_increment_scale: bool = False
    opening: str = "swap"
    is_tournament: bool = False
    moves: tuple[str, ...] = ()
    result: str = ""
    pnt_id: int | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class GameMessage:
    """type: one of TYPES."""

    type: str
    game: PlayedGame


def read_message(document: object) -> GameMessage:
    """A message that the server posts. :raises NotAGame: it is none."""
    body = _object(document)
    kind, game = body.get("type"), _object(body.get("game"))
    if kind not in TYPES:
        raise NotAGame(field="type")
    moves = game.get("moves")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise NotAGame(field="moves")
    size = _number(game, "boardSize", least=SIZES[0], most=SIZES[-1])
    played = PlayedGame(
        number=_number(game, "id", least=1),
        pnt_id=None if game.get("pntId") is None else _number(game, "pntId"),
        white=_name(game, "white"),
        black=_name(game, "black"),
        size=size,
        half_komi=_half_points(game),
        stones=_number(game, "pieces"),
        capstones=_number(game, "capstones"),
        seconds=_number(game, "timeContingent"),
        increment=_number(game, "timeIncrement"),
        extra_move=_number(game, "extraTimeTriggerMove", usual=0),
        extra_seconds=_number(game, "extraTimeAmount", usual=0),
        does_increment_scale=_flag(game, "incrementScales"),
        opening=_opening(game),
        is_tournament=_flag(game, "tournament"),
        moves=_moves(",".join(moves)),
        result=_result(game),
    )
    return GameMessage(str(kind), played)


def read_stored(document: object) -> PlayedGame:
    """A game of the server's list of games. :raises NotAGame: it is none."""
    row = _object(document)
    size = _number(row, "size", least=SIZES[0], most=SIZES[-1])
    stones = _number(row, "pieces", least=-1, usual=-1)
    capstones = _number(row, "capstones", least=-1, usual=-1)
    notation = row.get("notation")
    return PlayedGame(
        number=_number(row, "id", least=1),
        white=_name(row, "player_white"),
        black=_name(row, "player_black"),
        size=size,
        half_komi=_number(row, "komi", usual=0),
        stones=int(SETS[size][0] or 0) if stones == -1 else stones,
        capstones=USUAL_CAPSTONES[size] if capstones == -1 else capstones,
        seconds=_number(row, "timertime", usual=0),
        increment=_number(row, "timerinc", usual=0),
        extra_move=_number(row, "extra_time_trigger", usual=0),
        extra_seconds=_number(row, "extra_time_amount", usual=0),
        does_increment_scale=_flag(row, "increment_scales"),
        opening=_opening(row),
        is_tournament=_flag(row, "tournament"),
        moves=_moves(notation if isinstance(notation, str) else ""),
        result=_result(row),
        at=_number(row, "date", most=LAST_MOMENT),
    )


def parse_json(text: str | bytes) -> Any:
    """:raises NotAGame: it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise NotAGame(field="JSON") from None


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise NotAGame(field="game")
    return value


def _number(
    row: Mapping[str, Any],
    name: str,
    *,
    least: int = 0,
    most: int = LARGEST,
    usual: int | None = None,
) -> int:
    value = row.get(name)
    if value is None and usual is not None:
        return usual
    if type(value) is not int or not least <= value <= most:
        raise NotAGame(field=name)
    return value


def _half_points(game: Mapping[str, Any]) -> int:
    komi = game.get("komi")
    if isinstance(komi, bool) or not isinstance(komi, int | float):
        raise NotAGame(field="komi")
    if not -100 <= komi <= 100 or 2 * komi != int(2 * komi):
        raise NotAGame(field="komi")
    return int(2 * komi)


def _flag(row: Mapping[str, Any], name: str) -> bool:
    value = row.get(name, False)
    if value not in (0, 1, None):
        raise NotAGame(field=name)
    return bool(value)


def _name(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise NotAGame(field=name)
    return value


def _opening(row: Mapping[str, Any]) -> str:
    value = row.get("opening") or "swap"
    if value not in ("swap", "double black stack"):
        raise NotAGame(field="opening")
    return str(value).replace(" ", "_")


def _moves(notation: str) -> tuple[str, ...]:
    if len(notation) > LONGEST_NOTATION:
        raise NotAGame(field="notation")
    return tuple(move.strip() for move in notation.split(",") if move.strip())


def _result(row: Mapping[str, Any]) -> str:
    value = row.get("result") or ""
    if not isinstance(value, str) or value not in RESULTS:
        raise NotAGame(field="result")
    return "" if value in NO_RESULT else value
