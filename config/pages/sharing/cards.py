"""Pictures for links (Open Graph): an event, its standings, a game's last position. Pure; as SVG.

1200 x 630 pixels, the size that chats and feeds show whole. Texts are cut by their estimated
width; a picture in Hebrew runs from the right, with its texts in isolates.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

WIDTH, HEIGHT, MARGIN = 1200, 630, 72
MOST_CHARACTERS = 200  # of a text; more is cut before it is measured
LAST = HEIGHT - 96  # the lowest line above the name of the site
INK, QUIET, PAPER, GREEN, RULE = "#2B211A", "#5F5143", "#F4EDDF", "#1F554B", "#DCCFB8"
RTL_ISOLATE, FIRST_STRONG_ISOLATE, END_ISOLATE = "\u2067", "\u2068", "\u2069"
# What XML forbids, and marks of direction, which would turn what stands beside a name.
_REMOVED = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_MARKS = re.compile(r"[\u0300-\u036f\u0591-\u05bd\u1ab0-\u1aff\u20d0-\u20ff]{3,}")
# Letters about a third as wide as they are high.
_NARROW = frozenset("iljtfrI.,:;'|!()[] ")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: place, name and points."""

    place: str
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class Card:
    """kicker: above the titles. lines: below them. board: a standalone SVG, beside the texts."""

    kicker: str
    titles: Sequence[str]
    lines: Sequence[str] = ()
    rows: Sequence[Row] = ()
    board: str = ""
    is_rtl: bool = field(default=False)


def card_svg(card: Card) -> str:
    room = WIDTH - 2 * MARGIN - (HEIGHT if card.board else 0)
    pen = _Pen(card.is_rtl)
    pen.text(card.kicker, 112, 30, room, fill=GREEN, bold=True)
    below = 178
    for line in [line for title in card.titles for line in _two_lines(title, 56, room)]:
        pen.text(line, below, 56, room, bold=True)
        below += 66
    for line in card.lines[: (LAST - below) // 50 + 1]:
        pen.text(line, below + 4, 34, room, fill=QUIET)
        below += 50
    for row in card.rows[: (LAST - below) // 46 + 1]:
        pen.row(row, below, room)
        below += 46
    pen.text("Roadhouse", HEIGHT - 42, 26, room, fill=GREEN, bold=True)
    if card.board:
        pen.board(card.board)
    return pen.svg()


def clean(text: str) -> str:
    """A text from outside as one line that draws itself alone: no controls, no towers of marks."""
    one_line = " ".join(_REMOVED.sub(" ", text[: 2 * MOST_CHARACTERS]).split())
    return _MARKS.sub(lambda found: found[0][:2], one_line)[:MOST_CHARACTERS]


def cut(text: str, size: float, room: float) -> str:
    """The text, or as much of it as has room, with an ellipsis."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def text_width(text: str, size: float) -> float:
    """Pixels, by estimate and not too few: letters of the font differ."""
    return size * sum(map(_width, text))


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    if letter in _NARROW:
        return 0.36
    if letter in "mwMW@%":
        return 0.95
    return 0.72 if letter.isupper() else 0.6


def _two_lines(text: str, size: float, room: float) -> list[str]:
    """A title on one line, or broken at a space into two."""
    text = clean(text)
    if text_width(text, size) <= room:
        return [text]
    words = text.split(" ")
    for count in range(len(words) - 1, 0, -1):
        first = " ".join(words[:count])
        if text_width(first, size) <= room:
            return [first, " ".join(words[count:])]
    return [text]


class _Pen:
    """Draws from the left, or from the right if the language does."""

    def __init__(self, is_rtl: bool) -> None:
        self.is_rtl = is_rtl
        self.parts: list[str] = []

    def text(
        self,
        text: str,
        y: float,
        size: float,
        room: float,
        *,
        fill: str = INK,
        bold: bool = False,
        start: float = MARGIN,
        at_end: bool = False,
    ) -> None:
        """start: pixels from the side where the line begins; at_end: where the text ends."""
        shown = escape(cut(clean(text), size * (1.06 if bold else 1), room))
        x = WIDTH - start if self.is_rtl else start
        anchor = "end" if self.is_rtl != at_end else "start"
        weight = 700 if bold else 400
        if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in shown):
            shown = f"{RTL_ISOLATE if self.is_rtl else FIRST_STRONG_ISOLATE}{shown}{END_ISOLATE}"
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}"'
            f' font-weight="{weight}">{shown}</text>'
        )

    def row(self, row: Row, y: float, room: float) -> None:
        self.text(row.place, y, 32, 80, fill=QUIET, start=MARGIN + 60, at_end=True)
        self.text(row.name, y, 32, room - 250, start=MARGIN + 84)
        self.text(row.points, y, 32, 150, bold=True, start=MARGIN + room, at_end=True)

    def board(self, board: str) -> None:
        x = 0 if self.is_rtl else WIDTH - HEIGHT
        placed = f'<svg x="{x}" y="0" width="{HEIGHT}" height="{HEIGHT}" '
        self.parts.append(board.replace("<svg ", placed, 1))

    def svg(self) -> str:
        bar = WIDTH - 20 if self.is_rtl else 0
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
            f'<rect x="{bar}" width="20" height="{HEIGHT}" fill="{GREEN}"/>'
            f'<g font-family="Noto Sans">{"".join(self.parts)}</g></svg>'
        )
