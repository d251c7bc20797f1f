"""A verdict or a refusal in the words of a page, with its board."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.errors import RecordError
from engine.tak.ptn import parse_ptn
from games.drawing import board_svg
from games.outcomes import way_of, winner_of

_ON_THE_BOARD = {
    ("road", 1): gettext_lazy("The first player wins by a road"),
    ("road", 2): gettext_lazy("The second player wins by a road"),
    ("flats", 1): gettext_lazy("The first player wins by flats"),
    ("flats", 2): gettext_lazy("The second player wins by flats"),
    ("word", 1): gettext_lazy("The first player wins, on the players’ word"),
    ("word", 2): gettext_lazy("The second player wins, on the players’ word"),
}
_REASONS = {
    "road": gettext_lazy("A road joins two opposite sides of the board."),
    "board_full": gettext_lazy("Every space is taken, so the flats on top are counted."),
    "reserves_empty": gettext_lazy(
        "A player has no pieces left to place, so the flats on top are counted."
    ),
    "reversible_limit": gettext_lazy("Too many moves in a row changed nothing: a draw."),
    "resignation_or_time": gettext_lazy(
        "The moves are legal; the end is not on the board. Moves cannot prove a resignation, "
        "so the other player’s word counts."
    ),
    "agreement": gettext_lazy(
        "The moves are legal; the end is not on the board. Moves cannot prove an agreed draw, "
        "so the other player’s word counts."
    ),
    "unfinished": gettext_lazy("The moves are legal. The game goes on from here."),
}
_SPACE = re.compile(r"[a-h][1-8]")


class MoveLine(NamedTuple):
    number: int
    first: str
    second: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """What parts/verdict.html sets. `kind` is proved, claimed or refused."""

    kind: str
    heading: str
    under: str
    result: str = ""
    move: str = ""
    sentences: tuple[str, ...] = ()
    board: SafeString | str = ""
    caption: str = ""
    moves_before: tuple[MoveLine, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def without_board(self) -> "Shown":
        return replace(self, board="", caption="")


class Hand(NamedTuple):
    order: int
    name: str
    flats: int
    stones: int
    capstones: int
    score: int | None
    won: bool


def shown(verdict: Mapping[str, Any], *, key: str = "b") -> Shown:
    """An accepted record, from the JSON of its verdict."""
    reason, winner = str(verdict["reason"]), verdict.get("winner")
    proven = bool(verdict["proven"])
    last = (list(verdict.get("moves", ())) or [None])[-1]
    heading = _heading(reason, winner)
    return Shown(
        kind="proved" if proven else "claimed",
        heading=heading,
        under=_("Proved from the record") if proven else _("Not proved by the moves"),
        result=str(verdict["result"]) if reason != "unfinished" else "",
        sentences=(str(_REASONS.get(reason, "")),),
        board=final_board(verdict, title=heading, key=key),
        caption=_("After the last move, %(move)s.") % {"move": last}
        if last
        else _("No move was played."),
        warnings=tuple(_message(warning) for warning in verdict.get("warnings", ())),
    )


def claimed(result: str) -> Shown:
    """A result without a record."""
    way = {"R": "road", "F": "board_full"}.get(way_of(result), "resignation_or_time")
    return Shown(
        kind="claimed",
        heading=_heading(way, winner_of(result)),
        under=_("On the players’ word"),
        result=result,
        sentences=(_("No record was sent, so the other player’s word counts."),),
    )


def refused(error: RecordError, record: str, *, key: str = "b") -> Shown:
    """A refused record: which move, why, and the board before it."""
    sentence = capfirst(_(error.message).format(**error.params))
    if error.ply is None:
        where = _("Line %(line)d") % {"line": error.line} if error.line else _("The whole record")
        return Shown(
            "refused", _("The record cannot be read to its end"), where, sentences=(sentence,)
        )
    number = error.move_number or (error.ply + 1) // 2
    side = error.side or 2 - error.ply % 2
    heading = _("Move %(number)d cannot be played") % {"number": number}
    return Shown(
        kind="refused",
        heading=heading,
        under=_("First player") if side == 1 else _("Second player"),
        move=error.move or "",
        sentences=(sentence,),
        board=_board_before(error, number, key),
        caption=_("Before move %(number)d. The fault is marked with a cross.") % {"number": number},
        moves_before=_moves_before(error, record, number, side),
    )


def final_board(verdict: Mapping[str, Any], *, title: str, key: str = "b") -> SafeString:
    moves = list(verdict.get("moves", ()))
    road = dict(verdict.get("facts") or {}).get("road") or {}
    spaces = [space for space, _height in road.get("squares", ())]
    return board_svg(
        verdict["tps"], last=moves[-1] if moves else None, road=spaces, title=title, key=key
    )


def hands(verdict: Mapping[str, Any], first: str, second: str) -> list[Hand]:
    """What both players had at the end."""
    names = {"first": first or _("First player"), "second": second or _("Second player")}
    ended = verdict["reason"] != "unfinished"
    return [
        Hand(
            order=order,
            name=names[side],
            flats=verdict["flats"][side],
            stones=verdict["reserves"][side]["stones"],
            capstones=verdict["reserves"][side]["capstones"],
            score=verdict["score"][side] if ended and verdict.get("score") else None,
            won=verdict.get("winner") == order,
        )
        for order, side in ((1, "first"), (2, "second"))
    ]


def move_lines(verdict: Mapping[str, Any]) -> list[MoveLine]:
    """The moves in pairs; a record that starts from a position may start anywhere."""
    moves = [str(move) for move in verdict.get("moves", ())]
    return [
        MoveLine(i // 2 + 1, moves[i], moves[i + 1] if i + 1 < len(moves) else "")
        for i in range(0, len(moves), 2)
    ]


def _heading(reason: str, winner: int | None) -> str:
    if reason == "unfinished":
        return _("The game is not finished")
    if winner is None:
        return _("A draw")
    kind = {"road": "road", "resignation_or_time": "word"}.get(reason, "flats")
    return str(_ON_THE_BOARD[kind, winner])


def _message(warning: Mapping[str, Any]) -> str:
    return capfirst(str(warning.get("message") or warning.get("code", "")))


def _board_before(error: RecordError, number: int, key: str) -> SafeString | str:
    if not error.tps:
        return ""
    named = _SPACE.search(error.move or "")
    size = error.tps.count("/") + 1
    fault = named.group() if named and _on_board(named.group(), size) else None
    title = _("The position before move %(number)d") % {"number": number}
    return board_svg(error.tps, fault=fault, title=title, key=key)


def _on_board(space: str, size: int) -> bool:
    return ord(space[0]) - 97 < size and int(space[1]) <= size


def _moves_before(error: RecordError, record: str, number: int, side: int) -> tuple[MoveLine, ...]:
    """The three lines before the fault, and its own."""
    try:
        tokens = parse_ptn(record, lenient=True).tokens
    except RecordError:
        return ()
    ply = error.ply or 1
    played, lines = list(tokens[: ply - 1]), []
    if side == 2 and played:
        lines.append(MoveLine(number, played.pop(), "", str(error.move or "")))
    else:
        lines.append(MoveLine(number, "", "", str(error.move or "")))
    while played and len(lines) < 4:
        second = played.pop()
        first = played.pop() if played else "…"
        lines.append(MoveLine(number - len(lines), first, second))
    return tuple(reversed(lines))
