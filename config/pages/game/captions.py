"""Captions of the replay board: a sentence, whose turn it is, and the marked spaces."""

from dataclasses import dataclass, replace

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Document
from config.pages.forms import Text
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
class Caption:
    """A frame with its sentence and its marks.

    text: HTML, with the move set as notation; title: the same as plain text. turn: the player who
    is marked, 0 for none. note: why that player is marked.
    """

    frame: Frame
    text: SafeString
    title: str
    turn: int
    note: str
    last: str | None = None
    road: tuple[str, ...] = ()
    fault: str | None = None


def make_caption(frame: Frame) -> Caption:
    turn = frame.position.to_move
    if not frame.move:
        start = _("The position at the start.")
        return Caption(frame, format_html("{}", start), start, turn, _("to move"))
    text, title = _sentence(_MOVED[frame.side], frame)
    return Caption(frame, text, title, turn, _("to move"), last=frame.move)


def final_caption(frame: Frame, verdict: Document) -> Caption:
    """The last frame of an accepted record: why the game ended, who won, and the road."""
    caption = make_caption(frame)
    if verdict["reason"] == "unfinished":
        return caption
    if verdict["proven"]:
        reason = verdicts.end_reason(verdict)
        caption = replace(
            caption,
            text=format_html("{} {}", caption.text, reason),
            title=f"{caption.title} {reason}",
        )
    winner = verdict.get("winner") or 0
    road = tuple(final_road(frame.position))
    return replace(caption, turn=winner, note=_("won") if winner else "", road=road)


def fault_caption(before: Frame, error: RecordError) -> Caption:
    """The position before a faulty move, with the space of the fault."""
    position, move = before.position, error.move or ""
    frame = Frame(before.ply + 1, move, position.move_number, position.to_move, position)
    text, title = _sentence(_FAULTY[frame.side], frame)
    space = verdicts.fault_space(move, position.size)
    return Caption(frame, text, title, frame.side, _("to move"), fault=space)


def _sentence(template: Text, frame: Frame) -> tuple[SafeString, str]:
    """A sentence as HTML and as plain text."""
    text = str(template)
    return (
        format_html(text, number=frame.number, move=ptn(frame.move)),
        text.format(number=frame.number, move=frame.move),
    )
