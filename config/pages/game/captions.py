"""The frames of a game as the replay board tells them: a sentence, whose turn, what is marked."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.game import verdicts
from config.pages.templatetags.roadhouse import ptn
from engine.errors import RecordError
from games.positions import Frame, final_road

_MOVED = {
    1: gettext_lazy("Move {number}, first player: {move}."),
    2: gettext_lazy("Move {number}, second player: {move}."),
}
_FAULTY = {
    1: gettext_lazy("Move {number}, first player: {move} cannot be played."),
    2: gettext_lazy("Move {number}, second player: {move} cannot be played."),
}


@dataclass(frozen=True, slots=True)
class Told:
    """A frame with what is said of it and marked in it. `turn` is who is marked, 0 for nobody."""

    frame: Frame
    said: SafeString
    title: str
    turn: int
    note: str
    last: str | None = None
    road: tuple[str, ...] = ()
    fault: str | None = None
    faulty: bool = False


def tell(frame: Frame) -> Told:
    turn = frame.position.to_move
    if not frame.move:
        start = _("The position at the start.")
        return Told(frame, format_html("{}", start), start, turn, _("to move"))
    said, title = _sentence(_MOVED[frame.side], frame)
    return Told(frame, said, title, turn, _("to move"), last=frame.move)


def tell_end(frame: Frame, verdict: Mapping[str, Any]) -> Told:
    """The last frame of an accepted record: why the game ended, who won, and the road."""
    told = tell(frame)
    if verdict["reason"] == "unfinished":
        return told
    if verdict["proven"]:
        why = verdicts.why(verdict)
        said, title = format_html("{} {}", told.said, why), f"{told.title} {why}"
        told = replace(told, said=said, title=title)
    winner = verdict.get("winner") or 0
    road = tuple(final_road(frame.position))
    return replace(told, turn=winner, note=_("won") if winner else "", road=road)


def tell_fault(before: Frame, error: RecordError) -> Told:
    """The position before it once more, with the space of what cannot be played."""
    position, move = before.position, error.move or ""
    frame = Frame(before.ply + 1, move, position.move_number, position.to_move, position)
    said, title = _sentence(_FAULTY[frame.side], frame)
    space = verdicts.fault_space(move, position.size)
    return Told(frame, said, title, frame.side, _("to move"), fault=space, faulty=True)


def _sentence(template: Any, frame: Frame) -> tuple[SafeString, str]:
    """A sentence with its move set as notation, and the same as plain text."""
    text = str(template)
    return (
        format_html(text, number=frame.number, move=ptn(frame.move)),
        text.format(number=frame.number, move=frame.move),
    )
