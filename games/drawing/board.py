"""A Tak position as an SVG drawing and in words.

A square is 100 units, the frame 34; rows are drawn from the top down. The drawing has classes
instead of colours, so that dark pages and paper only change variables.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.tak.notation.tps import format_tps
from engine.tak.position import Position
from games.drawing.marks import FRAME, SQUARE, corner, marks_svg
from games.drawing.stones import stack_svg
from tournaments.wording import join_with_commas

# The light theme, for a drawing saved as a file; tokens.css has the same values.
_LIGHT = {
    "b-frame": "fill:#55351C",
    "b-wood": "fill:#B2844C",
    "b-wood2": "fill:#A97B44",
    "b-line": "stroke:#72491F;stroke-width:1.5;fill:none",
    "b-coord": "fill:#F6E7C8;font-weight:600;font-size:21px;"
    "font-family:sans-serif;text-anchor:middle",
    "b-shade": "fill:#1a0e04;opacity:.28",
    "b-tile": "fill:#FFF5DE;stroke:#3A2618;stroke-width:2.4;stroke-linejoin:round",
    "b-tile-side": "fill:#E4CA98;stroke:#3A2618;stroke-width:1.6",
    "b-moon": "fill:#3B2A20;stroke:#170E08;stroke-width:2.4;stroke-linejoin:round",
    "b-moon-side": "fill:#22160E;stroke:#C4A682;stroke-width:1.2",
    "b-thin": "stroke-width:.5",
    "b-tile-in": "fill:none;stroke:#3A2618;stroke-width:1.6",
    "b-moon-in": "fill:none;stroke:#C4A682;stroke-width:2.4",
    "b-facet": "fill:#E4CA98;stroke:#3A2618;stroke-width:1.6",
    "b-high": "fill:#170E08;font-weight:700;font-size:22px;"
    "font-family:sans-serif;text-anchor:middle",
    "b-road": "stroke:#F2C75A;stroke-width:86;fill:none;stroke-linejoin:round",
    "b-road-edge": "stroke:#5A3A05;stroke-width:92;fill:none;stroke-linejoin:round",
    "b-last": "stroke:#6E1109;stroke-width:5.5;fill:none;stroke-linecap:square",
    "b-from": "stroke:#6E1109;stroke-width:4;fill:none;stroke-dasharray:1 8;stroke-linecap:round",
    "b-way": "fill:#6E1109;stroke:#B2844C;stroke-width:2",
    "b-fault": "stroke:#6E1109;stroke-width:6;fill:none",
    "b-hatch": "stroke:#6E1109;stroke-width:2.5;opacity:.8",
}
# A group's begin or end, or the classes of an element.
_COLOURED = re.compile(r'</?g\b|\bclass="(?P<names>b-[^"]*)"')
# The class of a board whose first player has the dark pieces.
BLACK_FIRST = "black-first"
MOVES_FIRST = {
    "white": gettext_lazy("White moves first."),
    "black": gettext_lazy("Black moves first."),
}
_OTHER_COLOUR = {
    "b-tile": "fill:#3B2A20;stroke:#170E08",
    "b-tile-side": "fill:#22160E;stroke:#C4A682",
    "b-tile-in": "stroke:#C4A682",
    "b-facet": "fill:#22160E;stroke:#C4A682",
    "b-moon": "fill:#FFF5DE;stroke:#3A2618",
    "b-moon-side": "fill:#E4CA98;stroke:#3A2618",
    "b-moon-in": "stroke:#3A2618",
}


@dataclass(frozen=True, slots=True)
class Stack:
    """Owners 1 and 2 from the bottom up; `top` is the kind of the top piece: F, S or C."""

    owners: tuple[int, ...]
    top: str


Grid = dict[tuple[int, int], Stack]  # (file, rank) from 0, a1 is (0, 0)


def read_grid(position: Position | str) -> tuple[Grid, int]:
    """The occupied spaces and the size of a position, or of its TPS text."""
    text = position if isinstance(position, str) else format_tps(position)
    rows = text.strip().removeprefix('[TPS "').split()[0].split("/")
    grid: Grid = {}
    for down, row in enumerate(rows):
        file = 0
        for cell in row.split(","):
            if cell.startswith("x"):
                file += int(cell[1:] or 1)
                continue
            grid[file, len(rows) - 1 - down] = read_stack(cell)
            file += 1
    return grid, len(rows)


def read_stack(cell: str) -> Stack:
    """A stack from its text in TPS, such as 121S."""
    kind = cell[-1] if cell[-1] in "SC" else "F"
    return Stack(tuple(int(piece) for piece in cell if piece in "12"), kind)


def board_svg(
    position: Position | str,
    *,
    last: str | None = None,
    road: Iterable[int | str] = (),
    fault: int | str | None = None,
    title: str | Promise = "",
    key: str = "b",
    standalone: bool = False,
) -> SafeString:
    """Draw a position with the marks `last`, `road` and `fault` (see `marks_svg`).

    `key` makes the ids of several drawings on a page unique. The ruleset of a position gives the
    first player's colour; for TPS text it is the light one.
    """
    colour = "by_record" if isinstance(position, str) else position.ruleset.first_colour
    grid, size = read_grid(position)
    under, over = marks_svg(size, last=last, road=road, fault=fault)
    side = SQUARE * size + 2 * FRAME
    name = escape(str(title) or _("Position"))
    parts = [
        f'<svg viewBox="0 0 {side} {side}" role="img" aria-labelledby="{key}-t {key}-d"'
        + (f' class="{BLACK_FIRST}"' if colour == "black" else "")
        + (' xmlns="http://www.w3.org/2000/svg"' if standalone else "")
        + ">",
        f'<title id="{key}-t">{name}</title>',
        f'<desc id="{key}-d">{escape(summary(grid, size, last, colour))}</desc>',
        _ground(size),
        under,
        *(_stack_group(at, grid[at], size) for at in _reading_order(grid)),
        over,
        "</svg>",
    ]
    drawn = "".join(parts)  # words are escaped above
    whole = _with_light_colours(drawn, colour) if standalone else drawn
    return mark_safe(whole)  # nosec  # as above


def lowest_rows(drawn: SafeString, *, size: int, rows: int) -> SafeString:
    """The drawing cropped to its lowest rows and the edge of the row above."""
    side, above = SQUARE * size + 2 * FRAME, 12
    high = SQUARE * rows + FRAME + above
    whole = f'viewBox="0 0 {side} {side}"'
    part = f'viewBox="0 {side - high} {side} {high}"'
    return mark_safe(drawn.replace(whole, part, 1))  # nosec  # a drawing, and numbers


def described_spaces(position: Position | str) -> list[tuple[str, str]]:
    """Each occupied space with what stands on it, top row first."""
    grid, _size = read_grid(position)
    return [(space_name(at), stack_words(grid[at])) for at in _reading_order(grid)]


def space_name(at: tuple[int, int]) -> str:
    return f"{chr(97 + at[0])}{at[1] + 1}"


def stack_words(stack: Stack) -> str:
    piece = {
        (1, "F"): _("first player’s flat"),
        (2, "F"): _("second player’s flat"),
        (1, "S"): _("first player’s wall"),
        (2, "S"): _("second player’s wall"),
        (1, "C"): _("first player’s capstone"),
        (2, "C"): _("second player’s capstone"),
    }[stack.owners[-1], stack.top]
    if len(stack.owners) == 1:
        return piece
    names = {1: _("first"), 2: _("second")}
    below = join_with_commas(names[owner] for owner in reversed(stack.owners[:-1]))
    return _("stack of %(height)d, %(piece)s on top; below it, downwards: %(below)s") % {
        "height": len(stack.owners),
        "piece": piece,
        "below": below,
    }


def summary(grid: Grid, size: int, last: str | None, colour: str = "by_record") -> str:
    """A drawing in a few sentences. colour: the first player's, as in the ruleset."""
    flats = {1: 0, 2: 0}
    for stack in grid.values():
        flats[stack.owners[-1]] += stack.top == "F"
    text = _(
        "%(size)d by %(size)d. Flats on top: first player %(first)d, second player %(second)d."
    ) % {"size": size, "first": flats[1], "second": flats[2]}
    sentences = [
        text,
        str(MOVES_FIRST.get(colour, "")),
        _("Last move: %(move)s.") % {"move": last} if last else "",
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _reading_order(grid: Grid) -> list[tuple[int, int]]:
    return sorted(grid, key=lambda at: (-at[1], at[0]))


def _with_light_colours(drawn: str, colour: str) -> str:
    """The drawing with colours as attributes: the content policy forbids styles in files."""
    in_groups = 0

    def coloured(found: re.Match[str]) -> str:
        nonlocal in_groups
        if not found["names"]:
            in_groups += -1 if found[0].startswith("</") else 1
            return found[0]
        names = found["names"].split()
        rules = [rule for name, rule in _LIGHT.items() if name in names]
        if colour == "black" and in_groups:
            rules += [rule for name, rule in _OTHER_COLOUR.items() if name in names]
        values = dict(each.split(":") for rule in rules for each in rule.split(";"))
        return " ".join([found[0], *(f'{name}="{value}"' for name, value in values.items())])

    return _COLOURED.sub(coloured, drawn)


def light_style() -> str:
    """The style element of a drawing that a reader saves from a page."""
    usual = (f".{name}{{{rule}}}" for name, rule in _LIGHT.items())
    # Only in groups, which are pieces: the fault mark has a light disc outside of any group.
    other = (f".{BLACK_FIRST} g .{name}{{{rule}}}" for name, rule in _OTHER_COLOUR.items())
    return "<style>" + "".join([*usual, *other]) + "</style>"


def _ground(size: int) -> str:
    side, wood = SQUARE * size + 2 * FRAME, SQUARE * size
    dark = "".join(
        "M{} {}h100v100h-100z".format(*corner((file, rank), size))
        for rank in range(size)
        for file in range(size)
        if (file + rank) % 2 == 0
    )
    steps = [FRAME + SQUARE * i for i in range(size + 1)]
    lines = "".join(f"M{step} {FRAME}v{wood}M{FRAME} {step}h{wood}" for step in steps)
    names = "".join(
        f'<text x="{84 + SQUARE * i}" y="{side - 10}">{chr(97 + i)}</text>'
        f'<text x="17" y="{91 + SQUARE * (size - 1 - i)}">{i + 1}</text>'
        for i in range(size)
    )
    return (
        f'<rect class="b-frame" width="{side}" height="{side}" rx="10"/>'
        f'<rect class="b-wood" x="{FRAME}" y="{FRAME}" width="{wood}" height="{wood}"/>'
        f'<path class="b-wood2" d="{dark}"/><path class="b-line" d="{lines}"/>'
        f'<g class="b-coord">{names}</g>'
    )


def _stack_group(at: tuple[int, int], stack: Stack, size: int) -> str:
    x, y = corner(at, size)
    inner = stack_svg(stack.owners, stack.top, size)
    return f'<g transform="translate({x} {y})">{inner}</g>'
