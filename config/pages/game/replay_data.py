"""Data for the script of the replay board: the frames around the current one.

The length of a page is limited. Usual games fit whole; of a longer game the page holds a window of
frames, and the script requests the next window.
"""

import json
from collections.abc import Callable
from typing import Any

from django.utils.html import json_script
from django.utils.safestring import SafeString

from config.pages.annotations import Context
from config.pages.game.captions import Caption
from config.pages.game.verdict_card import nearest_first
from engine.tak.notation.tps import format_tps
from games.drawing.board import (
    light_style,
    read_grid,
    read_stack,
    stack_words,
    summary,
)
from games.drawing.marks import FRAME, SQUARE, marks_svg
from games.drawing.stones import stack_svg

# Bytes; the rest of the page takes up to about 150,000.
MOST_BYTES = 130_000

Frames = dict[int, Context]


def replay_data(
    caption_at: Callable[[int], Caption], at: int, last: int, *, page_bytes: int, form: str
) -> Context | None:
    """Frame `at` and as many neighbours as fit; None if not even that one fits.

    caption_at: the caption after a ply, up to `last`. page_bytes: bytes of frame `at` in the page
    itself. form: id of the form that requests other plies.
    """
    size = caption_at(at).frame.position.size
    stacks: dict[str, list[str]] = {}
    frames: Frames = {}
    left = MOST_BYTES - 2 * page_bytes
    for ply in nearest_first(at, last):
        caption = caption_at(ply)
        new = _new_stacks(caption, size, stacks)
        frame = _frame_data(caption, size)
        left -= _size_of(frame) + _size_of(new)
        if left < 0:
            break
        stacks |= new
        frames[ply] = frame
    if not frames:
        return None
    return {
        "at": at,
        "from": min(frames),
        "end": last,
        "form": form,
        "edge": FRAME,
        "square": SQUARE,
        "style": light_style(),
        "stacks": dict(sorted(stacks.items())),
        "frames": [frames[ply] for ply in sorted(frames)],
    }


def _new_stacks(caption: Caption, size: int, known: dict[str, list[str]]) -> dict[str, list[str]]:
    """Drawing and description of each new stack, by its text."""
    new = {text for text in caption.frame.position.stacks if text} - known.keys()
    stacks = {text: read_stack(text) for text in new}
    return {
        text: [stack_svg(stack.owners, stack.top, size), stack_words(stack)]
        for text, stack in stacks.items()
    }


def _frame_data(caption: Caption, size: int) -> Context:
    """hands: flats on top, stones and capstones left, of the first and then the second player."""
    position = caption.frame.position
    under, over = marks_svg(size, last=caption.last, road=caption.road, fault=caption.fault)
    flats, left = position.flats(), position.reserves()
    grid, _size = read_grid(position)
    return {
        "tps": format_tps(position),
        "text": caption.text,
        "summary": summary(grid, size, caption.last, position.ruleset.first_colour),
        "under": under,
        "over": over,
        "hands": [flats[0], *left[0], flats[1], *left[1]],
        "turn": caption.turn,
        "note": caption.note,
    }


class _Compact(json.JSONEncoder):
    """JSON in UTF-8 without spaces: Hebrew takes a third of the bytes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"ensure_ascii": False, "separators": (",", ":")})


def data_script(data: Context) -> SafeString:
    return json_script(data, "replay-data", encoder=_Compact)


def _size_of(value: object) -> int:
    """Bytes of a value in the page, where HTML characters become `\\u003C`."""
    text = json.dumps(value, cls=_Compact)
    return len(text.encode()) + 5 * sum(text.count(sign) for sign in "<>&")
