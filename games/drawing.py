"""A Tak position as an SVG drawing and in words.

A square is 100 units, the frame 34; rows are drawn from the top down. The drawing holds
classes and no colours, so that dark pages and paper only change variables.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine.tak.position import Position
from engine.tak.tps import format_tps
from games.drawing_stones import stack_svg

FRAME = 34
SQUARE = 100
_STEPS = {"+": (0, 1), "-": (0, -1), ">": (1, 0), "<": (-1, 0)}
_TURNS = {"+": -90, "-": 90, ">": 0, "<": 180}

# The light theme, for a drawing saved as a file; tokens.css has the same values.
_LIGHT = {
    "b-frame": "fill:#55351C",
    "b-wood": "fill:#B2844C",
    "b-wood2": "fill:#A97B44",
    "b-line": "stroke:#72491F;stroke-width:1.5;fill:none",
    "b-coord": "fill:#F6E7C8;font:600 21px sans-serif;text-anchor:middle",
    "b-shade": "fill:#1a0e04;opacity:.28",
    "b-tile": "fill:#FFF5DE;stroke:#3A2618;stroke-width:2.4;stroke-linejoin:round",
    "b-tile-side": "fill:#E4CA98;stroke:#3A2618;stroke-width:1.6",
    "b-moon": "fill:#3B2A20;stroke:#170E08;stroke-width:2.4;stroke-linejoin:round",
    "b-moon-side": "fill:#22160E;stroke:#C4A682;stroke-width:1.2",
    "b-thin": "stroke-width:.5",
    "b-tile-in": "fill:none;stroke:#3A2618;stroke-width:1.6",
    "b-moon-in": "fill:none;stroke:#C4A682;stroke-width:2.4",
    "b-facet": "fill:#E4CA98;stroke:#3A2618;stroke-width:1.6",
    "b-high": "fill:#170E08;font:700 22px sans-serif;text-anchor:middle",
    "b-road": "stroke:#F2C75A;stroke-width:86;fill:none;stroke-linejoin:round",
    "b-road-edge": "stroke:#5A3A05;stroke-width:92;fill:none;stroke-linejoin:round",
    "b-last": "stroke:#6E1109;stroke-width:5.5;fill:none;stroke-linecap:square",
    "b-from": "stroke:#6E1109;stroke-width:4;fill:none;stroke-dasharray:1 8;stroke-linecap:round",
    "b-way": "fill:#6E1109;stroke:#B2844C;stroke-width:2",
    "b-fault": "stroke:#6E1109;stroke-width:6;fill:none",
    "b-hatch": "stroke:#6E1109;stroke-width:2.5;opacity:.8",
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
            kind = cell[-1] if cell[-1] in "SC" else "F"
            owners = tuple(int(piece) for piece in cell if piece in "12")
            grid[file, len(rows) - 1 - down] = Stack(owners, kind)
            file += 1
    return grid, len(rows)


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
    """Draw a position.

    `last`: the move that led to it, canonical PTN. `road`, `fault`: spaces, by name or by index
    (file + size * rank). `key` makes the ids of several drawings on a page differ.
    """
    grid, size = read_grid(position)
    side = SQUARE * size + 2 * FRAME
    name = escape(str(title) or _("Position"))
    parts = [
        f'<svg viewBox="0 0 {side} {side}" role="img" aria-labelledby="{key}-t {key}-d"'
        + (' xmlns="http://www.w3.org/2000/svg"' if standalone else "")
        + ">",
        f'<title id="{key}-t">{name}</title>',
        f'<desc id="{key}-d">{escape(_summary(grid, size, last))}</desc>',
        _style() if standalone else "",
        _ground(size),
        _road_svg([_place(space, size) for space in road], size),
        _hatch_svg(_place(fault, size), size) if fault is not None else "",
        _from_svg(last, size) if last else "",
        *(_stack_group(at, grid[at], size) for at in _reading_order(grid)),
        _last_svg(last, size) if last else "",
        _fault_svg(_place(fault, size), size) if fault is not None else "",
        "</svg>",
    ]
    return mark_safe("".join(parts))


def described_spaces(position: Position | str) -> list[tuple[str, str]]:
    """Each occupied space with what stands on it, top row first."""
    grid, _size = read_grid(position)
    return [(space_name(at), _words(grid[at])) for at in _reading_order(grid)]


def board_words(position: Position | str) -> list[str]:
    """The board in words, a line for each occupied space."""
    return [f"{space}: {words}" for space, words in described_spaces(position)]


def space_name(at: tuple[int, int]) -> str:
    return f"{chr(97 + at[0])}{at[1] + 1}"


def _words(stack: Stack) -> str:
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
    below = ", ".join(names[owner] for owner in reversed(stack.owners[:-1]))
    return _("stack of %(height)d, %(piece)s on top; below it, downwards: %(below)s") % {
        "height": len(stack.owners),
        "piece": piece,
        "below": below,
    }


def _summary(grid: Grid, size: int, last: str | None) -> str:
    flats = {1: 0, 2: 0}
    for stack in grid.values():
        flats[stack.owners[-1]] += stack.top == "F"
    text = _(
        "%(size)d by %(size)d. Flats on top: first player %(first)d, second player %(second)d."
    ) % {"size": size, "first": flats[1], "second": flats[2]}
    return text + (" " + _("Last move: %(move)s.") % {"move": last} if last else "")


def _reading_order(grid: Grid) -> list[tuple[int, int]]:
    return sorted(grid, key=lambda at: (-at[1], at[0]))


def _place(space: int | str, size: int) -> tuple[int, int]:
    if isinstance(space, int):
        return space % size, space // size
    return ord(space[0].lower()) - 97, int(space[1:]) - 1


def _corner(at: tuple[int, int], size: int) -> tuple[int, int]:
    """Top left corner of a space in units of the drawing."""
    return FRAME + SQUARE * at[0], FRAME + SQUARE * (size - 1 - at[1])


def _style() -> str:
    return "<style>" + "".join(f".{name}{{{rule}}}" for name, rule in _LIGHT.items()) + "</style>"


def _ground(size: int) -> str:
    side, wood = SQUARE * size + 2 * FRAME, SQUARE * size
    dark = "".join(
        "M{} {}h100v100h-100z".format(*_corner((file, rank), size))
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
    x, y = _corner(at, size)
    inner = stack_svg(stack.owners, stack.top, size)
    return f'<g transform="translate({x} {y})">{inner}</g>'


def _road_svg(spaces: Sequence[tuple[int, int]], size: int) -> str:
    way = _shortest_way(frozenset(spaces), size)
    if not way:
        return ""
    middles = [(x + 50, y + 50) for x, y in (_corner(at, size) for at in way)]
    low, high = FRAME - 6, FRAME + SQUARE * size + 6
    across = way[0][0] == 0 and way[-1][0] == size - 1
    if across:
        points = [(low, middles[0][1]), *middles, (high, middles[-1][1])]
    else:
        points = [(middles[0][0], high), *middles, (middles[-1][0], low)]
    d = "M" + "L".join(f"{x} {y}" for x, y in points)
    return f'<path class="b-road-edge" d="{d}"/><path class="b-road" d="{d}"/>'


def _shortest_way(spaces: frozenset[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """The shortest way through `spaces` from edge to opposite edge; west-east, then south-north."""
    found = []
    for axis in (0, 1):
        edge = sorted(at for at in spaces if at[axis] == 0)
        came: dict[tuple[int, int], tuple[int, int] | None] = dict.fromkeys(edge)
        queue = list(edge)
        for at in queue:  # the list grows while it is read: breadth first
            if at[axis] == size - 1:
                way = [at]
                while (before := came[way[-1]]) is not None:
                    way.append(before)
                found.append(way[::-1])
                break
            for step in _STEPS.values():
                there = (at[0] + step[0], at[1] + step[1])
                if there in spaces and there not in came:
                    came[there] = at
                    queue.append(there)
    return min(found, key=len, default=[])


def _read_move(move: str) -> tuple[tuple[int, int], str, int]:
    """The space named in a canonical move, its direction (empty: a placement) and its length."""
    text = move.rstrip("*'!?")
    sign = next((c for c in text if c in _STEPS), "")
    head, drops = text.split(sign) if sign else (text, "")
    rank = "".join(c for c in head if c.isdigit())[-1:]
    file = next(c for c in head if c in "abcdefgh")
    return _place(file + rank, 0), sign, (len(drops) or 1) if sign else 0


def _landed(move: str) -> list[tuple[int, int]]:
    start, sign, length = _read_move(move)
    if not sign:
        return [start]
    dx, dy = _STEPS[sign]
    return [(start[0] + dx * i, start[1] + dy * i) for i in range(1, length + 1)]


def _last_svg(move: str, size: int) -> str:
    corners = "".join(
        f"M{x + 5} {y + 22}V{y + 5}H{x + 22}M{x + 78} {y + 5}H{x + 95}V{y + 22}"
        f"M{x + 95} {y + 78}V{y + 95}H{x + 78}M{x + 22} {y + 95}H{x + 5}V{y + 78}"
        for x, y in (_corner(at, size) for at in _landed(move))
    )
    start, sign, _length = _read_move(move)
    arrow = ""
    if sign:
        x, y = _corner(start, size)
        dx, dy = _STEPS[sign]
        arrow = (
            f'<path class="b-way" transform="translate({x + 50 + 50 * dx} {y + 50 - 50 * dy})'
            f' rotate({_TURNS[sign]})" d="M-9 -13L11 0L-9 13Z"/>'
        )
    return f'<path class="b-last" d="{corners}"/>{arrow}'


def _from_svg(move: str, size: int) -> str:
    start, sign, _length = _read_move(move)
    if not sign:
        return ""
    x, y = _corner(start, size)
    return f'<path class="b-from" d="M{x + 8} {y + 8}h84v84h-84z"/>'


def _hatch_svg(at: tuple[int, int], size: int) -> str:
    x, y = _corner(at, size)
    rising = "".join(f"M{x} {y + step}L{x + step} {y}" for step in range(20, 101, 20))
    falling = "".join(f"M{x + step} {y + 100}L{x + 100} {y + step}" for step in range(20, 100, 20))
    return f'<path class="b-hatch" d="{rising}{falling}"/>'


def _fault_svg(at: tuple[int, int], size: int) -> str:
    x, y = _corner(at, size)
    return (
        f'<rect class="b-fault" x="{x + 3}" y="{y + 3}" width="94" height="94"/>'
        f'<circle class="b-tile" cx="{x + 88}" cy="{y + 12}" r="17"/>'
        f'<path class="b-fault" d="M{x + 81} {y + 5}l14 14m0 -14l-14 14"/>'
    )
