"""The positions of a Tak record, played by the engine. Pure.

`config/pages/game/replays.py` draws and describes them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.errors import RecordError
from engine.tak import facts
from engine.tak.moves import Slide, format_move, parse_move
from engine.tak.notation.ptn import format_ptn, parse_ptn
from engine.tak.notation.tps import MAX_TPS_LENGTH, TpsTooLong, format_tps, parse_tps
from engine.tak.opening import positions_after, replay_from
from engine.tak.position import LeavesBoard, Position, rays
from engine.tak.ruleset import MAX_CAPSTONES, MAX_STONES, SIZES, make_ruleset, ruleset_from_dict
from engine.tak.verify import resolve_rules

CACHED_GAMES = 8  # games whose frames a process remembers; one may take some megabytes


@dataclass(frozen=True, slots=True)
class Frame:
    """The position after `ply` plies of the record, and the move that led to it.

    `move` is canonical PTN with its number and side (1 or 2). The first frame is the start
    position; its move is empty.
    """

    ply: int
    move: str
    number: int
    side: int
    position: Position


def game_frames(
    record: str, ruleset: Mapping[str, Any], verdict: Mapping[str, Any]
) -> tuple[Frame, ...]:
    """The frames of a proved game; only the last if the others are unknown.

    A redacted game is replayed from the moves of its verdict. They do not lead to the proved
    position if the record had a start position of its own; then only that position is known.
    """
    text = record or format_ptn({"Size": str(verdict["size"])}, list(verdict["moves"]))
    try:
        frames = record_frames(text, ruleset)
    except RecordError:
        return (_last_frame(verdict),)
    return frames if format_tps(frames[-1].position) == verdict["tps"] else (_last_frame(verdict),)


def _last_frame(verdict: Mapping[str, Any]) -> Frame:
    position = parse_tps(verdict["tps"], ruleset_from_dict(verdict["ruleset"]))
    side = position.to_move.opponent
    number = position.move_number - (side == 2)
    return Frame(0, verdict["moves"][-1] if verdict["moves"] else "", number, side, position)


def record_frames(
    record: str, rules: Mapping[str, Any] | str | None, *, plies: int | None = None
) -> tuple[Frame, ...]:
    """Every position of a record, or of its first `plies`, which may end before a fault.

    :raises RecordError: it cannot be read, or these plies cannot be played.
    """
    # A reader steps through a game, and each step asks for the same frames.
    return _frames(record, json.dumps(rules, sort_keys=True), plies)


@lru_cache(maxsize=CACHED_GAMES)
def _frames(record: str, rules_json: str, plies: int | None) -> tuple[Frame, ...]:
    rules = json.loads(rules_json)
    game = parse_ptn(record, lenient=True)
    ruleset = resolve_rules(game, rules, lenient=True, warnings=[])
    tps = game.tags.get("tps", "").strip()
    start = parse_tps(tps, ruleset) if tps else None
    tokens = game.tokens[:plies]
    done, on_setup = replay_from(tokens, ruleset, start)
    before = start or Position.start(ruleset)
    frames = [Frame(0, "", before.move_number, before.to_move, before)]
    after = positions_after(tokens, before, on_setup=on_setup)
    for ply, (move, position) in enumerate(zip(done.canonical, after, strict=True), start=1):
        frames.append(Frame(ply, move, before.move_number, before.to_move, position))
        before = position
    return tuple(frames)


def final_road(position: Position) -> list[str]:
    """The spaces of the winning road, by name; empty without one."""
    road = facts.final_facts(position, position.outcome).get("road")
    return [space for space, _height in road["squares"]] if road else []


def read_position(tps: str) -> Position:
    """A position on a board of size 3 to 9, with any number of pieces.

    :raises RecordError: the text is not a position.
    """
    if len(tps) > MAX_TPS_LENGTH:
        raise TpsTooLong(limit=MAX_TPS_LENGTH)
    size = min(max(tps.split(" ")[0].count("/") + 1, SIZES[0]), SIZES[-1])
    return parse_tps(tps, make_ruleset(size=size, stones=MAX_STONES, capstones=MAX_CAPSTONES))


def read_move(token: str, size: int) -> str:
    """The canonical text of a move on a board of this size.

    :raises RecordError: it is not a move, or it leaves the board.
    """
    move, _marks = parse_move(token, size)
    if isinstance(move, Slide):
        path = dict(rays(size)[move.square])[move.direction]
        if len(move.drops) > len(path):
            raise LeavesBoard
    return format_move(move, size)
