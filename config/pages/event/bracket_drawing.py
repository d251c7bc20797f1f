"""A part of a bracket as SVG: boxes of two names in columns, joined by lines.

Units are those of the viewBox. Text stays selectable. The drawing is mirrored in right-to-left
languages; scores stay left to right.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDE, ROW, GAP, ACROSS = (
    200,
    26,
    22,
    36,
)  # box width, row height, gaps
HEAD, EDGE = 28, 2  # height of the column titles; margin
ABOVE = HEAD - 16  # extra room over a box with a title
LETTERS = 19  # of a name; wide characters count twice


class Side(NamedTuple):
    """One side of a match. waiting: the name says where the player will come from."""

    name: str
    score: str
    won: bool
    waiting: bool = False


class Box(NamedTuple):
    """A match. feeds: labels of the matches whose winners enter it. title: overrides that of the
    column.
    """

    label: str
    sides: tuple[Side, ...]
    feeds: tuple[str, ...]
    title: str = ""


class Canvas(NamedTuple):
    """Coordinates. mirrored: x counts from the right edge."""

    width: int
    mirrored: bool

    def x(self, at: float) -> float:
        return self.width - at if self.mirrored else at

    def left(self, at: float, wide: float) -> float:
        """The left edge of an item that starts at `at`."""
        return self.x(at) - wide if self.mirrored else at

    @property
    def start(self) -> str:
        return "end" if self.mirrored else "start"

    @property
    def end(self) -> str:
        return "start" if self.mirrored else "end"


def draw_bracket(
    columns: Sequence[Sequence[Box]], titles: Sequence[str], *, mirrored: bool
) -> SafeString:
    """Columns from the first matches to the last, each from top to bottom."""
    tops = _tops(columns)
    width = len(columns) * (WIDE + ACROSS) - ACROSS + 2 * EDGE
    height = max(tops.values()) + 2 * ROW + EDGE
    canvas = Canvas(width, mirrored)
    at = {box.label: n * (WIDE + ACROSS) + EDGE for n, boxes in enumerate(columns) for box in boxes}
    every = [box for boxes in columns for box in boxes]
    return format_html(
        '<svg class="bracket" viewBox="0 0 {} {}" width="{}" aria-hidden="true" '
        'focusable="false">{}{}{}</svg>',
        width,
        height,
        width,
        format_html_join(
            "",
            "{}",
            ((_title(n * (WIDE + ACROSS) + EDGE, 16, t, canvas),) for n, t in enumerate(titles)),
        ),
        format_html_join("", "{}", ((_connectors(box, at, tops, canvas),) for box in every)),
        format_html_join(
            "", "{}", ((_box(box, at[box.label], tops[box.label], canvas),) for box in every)
        ),
    )


def _tops(columns: Sequence[Sequence[Box]]) -> dict[str, float]:
    """The top edge of each box: centred between its feeds, and below the previous box."""
    tops: dict[str, float] = {}
    for boxes in columns:
        free: float = HEAD
        for box in boxes:
            before = [tops[label] for label in box.feeds if label in tops]
            wanted = sum(before) / len(before) if before else free
            tops[box.label] = max(free + (ABOVE if box.title else 0), wanted)
            free = tops[box.label] + 2 * ROW + GAP
    return tops


def _title(at: float, line: float, text: str, canvas: Canvas) -> SafeString:
    return format_html(
        '<text class="br-title" x="{}" y="{}" text-anchor="{}">{}</text>',
        canvas.x(at),
        line,
        canvas.start,
        text,
    )


def _connectors(
    box: Box, at: Mapping[str, float], tops: Mapping[str, float], canvas: Canvas
) -> SafeString:
    """Lines from the boxes that feed this one."""
    middle = tops[box.label] + ROW
    bend = at[box.label] - ACROSS / 2
    return format_html_join(
        "",
        '<path class="br-line" d="M{} {}H{}V{}H{}"/>',
        (
            (
                canvas.x(at[label] + WIDE),
                tops[label] + ROW,
                canvas.x(bend),
                middle,
                canvas.x(at[box.label]),
            )
            for label in box.feeds
            if label in at
        ),
    )


def _box(box: Box, at: float, top: float, canvas: Canvas) -> SafeString:
    names = format_html_join(
        "",
        "{}",
        ((_side(side, at, top + n * ROW, canvas),) for n, side in enumerate(box.sides)),
    )
    left = canvas.left(at, WIDE)
    return format_html(
        '<g id="match-{}"><rect class="br-box" x="{}" y="{}" width="{}" height="{}"/>'
        '<path class="br-half" d="M{} {}h{}"/>{}</g>{}',
        box.label,
        left,
        top,
        WIDE,
        2 * ROW,
        left,
        top + ROW,
        WIDE,
        names,
        _title(at, top - ABOVE, box.title, canvas) if box.title else "",
    )


def _side(side: Side, at: float, top: float, canvas: Canvas) -> SafeString:
    kind = "br-won" if side.won else "br-waiting" if side.waiting else "br-name"
    return format_html(
        '<text class="{}" x="{}" y="{}" text-anchor="{}">{}</text>'
        '<text class="{}" x="{}" y="{}" text-anchor="{}">{}</text>',
        kind,
        canvas.x(at + 8),
        top + 18,
        canvas.start,
        shorten_name(side.name),
        kind,
        canvas.x(at + WIDE - 8),
        top + 18,
        canvas.end,
        side.score,
    )


def shorten_name(name: str, letters: int = LETTERS) -> str:
    """Shorten a name to its box; the list below shows it in full."""
    room = letters
    for at, letter in enumerate(name):
        room -= 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if room < 0:
            return f"{name[: max(1, at - 1)].rstrip()}…"
    return name
