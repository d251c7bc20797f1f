"""Positions as text (TAK-9.3): rows from the top, then the player to move and the move number."""

from __future__ import annotations

import re

from engine.counted import ngettext_lazy
from engine.errors import RecordError, gettext_noop
from engine.tak.players import Player
from engine.tak.position import Position
from engine.tak.ruleset import Ruleset

MAX_TPS_LENGTH = 5_000
MAX_MOVE_NUMBER = 100_000
QUOTED_LENGTH = 24  # characters of a wrong part that a message quotes


class TpsError(RecordError):
    """A text that names no position."""

    code = "tps_refused"
    message = gettext_noop("this is not a position.")


class TpsMalformed(TpsError):
    code = "tps_malformed"
    message = gettext_noop("a position is its rows, the player to move and the move number.")


class TpsTooLong(TpsError):
    code = "tps_too_long"
    message = gettext_noop("the text of the position is longer than {limit} characters.")


class TpsWrongSize(TpsError):
    code = "tps_wrong_size"
    message = gettext_noop("the position has {rows} rows, but the board has size {size}.")


class TpsWrongRow(TpsError):
    code = "tps_wrong_row"
    message = gettext_noop("row {row} of the position does not have {size} spaces.")


class TpsBadSpace(TpsError):
    code = "tps_bad_space"
    message = gettext_noop("`{space}` is not a space of a position.")


class TpsNotOnTop(TpsError):
    code = "tps_not_on_top"
    message = gettext_noop("in `{space}` a standing stone or capstone is not on top.")


class TpsBadPlayer(TpsError):
    code = "tps_bad_player"
    message = gettext_noop("the player to move is 1 or 2, not `{player}`.")


class TpsBadNumber(TpsError):
    code = "tps_bad_number"
    message = gettext_noop("`{number}` is not a move number.")


class TpsTooManyStones(TpsError):
    code = "tps_too_many_stones"
    message = gettext_noop(
        "the position holds {held} stones of player {player}; the set has {set}."
    )


class TpsTooManyCapstones(TpsError):
    code = "tps_too_many_capstones"
    message = ngettext_lazy(
        "the position holds {held} capstone of player {player}; the set has {set}.",
        "the position holds {held} capstones of player {player}; the set has {set}.",
        "held",
    )


EMPTY = re.compile(r"x([1-9])?")
STACK = re.compile(r"[12]+[SC]?")
BURIED = re.compile(r"[12]*[SC][12SC]+")


def parse_tps(text: str, ruleset: Ruleset) -> Position:
    """The position of the text; the reserves are the rest of the set.

    :raises TpsError: a subclass for each reason.
    """
    if len(text) > MAX_TPS_LENGTH:
        raise TpsTooLong(limit=MAX_TPS_LENGTH)
    parts = text.split()
    if len(parts) != 3:
        raise TpsMalformed()
    rows, player, number = parts
    if player not in ("1", "2"):
        raise TpsBadPlayer(player=player[:QUOTED_LENGTH])
    if not (number.isascii() and number.isdigit() and len(number) <= 6):
        raise TpsBadNumber(number=number[:QUOTED_LENGTH])
    if not 1 <= int(number) <= MAX_MOVE_NUMBER:
        raise TpsBadNumber(number=number)
    stacks = _parse_rows(rows, ruleset.size)
    stones, capstones = _reserves(stacks, ruleset)
    to_move = Player(int(player))
    ply = 2 * (int(number) - 1) + to_move - 1
    return Position(ruleset, stacks, to_move, ply, stones, capstones)


def _parse_rows(text: str, size: int) -> tuple[str, ...]:
    rows = text.split("/")
    if len(rows) != size:
        raise TpsWrongSize(rows=len(rows), size=size)
    stacks: list[str] = []
    for number, row in zip(range(1, size + 1), reversed(rows), strict=True):
        spaces: list[str] = []
        for space in row.split(","):
            spaces += _parse_space(space)
        if len(spaces) != size:
            raise TpsWrongRow(row=number, size=size)
        stacks += spaces
    return tuple(stacks)


def _parse_space(space: str) -> list[str]:
    if STACK.fullmatch(space):
        return [space]
    if empty := EMPTY.fullmatch(space):
        return [""] * int(empty[1] or "1")
    if BURIED.fullmatch(space):
        raise TpsNotOnTop(space=space[:QUOTED_LENGTH])
    raise TpsBadSpace(space=space[:QUOTED_LENGTH])


def _reserves(stacks: tuple[str, ...], ruleset: Ruleset) -> tuple[tuple[int, int], tuple[int, int]]:
    stones, capstones = [], []
    for player in (1, 2):
        held = sum(stack.count(str(player)) for stack in stacks)
        caps = sum(stack.endswith(f"{player}C") for stack in stacks)
        if caps > ruleset.capstones:
            raise TpsTooManyCapstones(held=caps, player=player, set=ruleset.capstones)
        left = ruleset.stones - (held - caps)
        if left < 0 and ruleset.overdrawn_reserve == "refuse":
            raise TpsTooManyStones(held=held - caps, player=player, set=ruleset.stones)
        stones.append(max(0, left))
        capstones.append(ruleset.capstones - caps)
    return (stones[0], stones[1]), (capstones[0], capstones[1])


def format_tps(position: Position) -> str:
    size = position.size
    rows = []
    for row in reversed(range(size)):
        spaces: list[str] = []
        empties = 0
        for stack in (*position.stacks[row * size : row * size + size], "end"):
            if not stack:
                empties += 1
                continue
            if empties:
                spaces.append("x" if empties == 1 else f"x{empties}")
                empties = 0
            spaces.append(stack)
        rows.append(",".join(spaces[:-1]))
    return f"{'/'.join(rows)} {position.to_move} {position.move_number}"
