"""The marks on a drawn board: road, last move, fault.

A square is 100 units, the frame 34; rows are drawn from the top down.
"""

from collections.abc import Iterable, Sequence

from engine.tak.moves import Slide, parse_move
from engine.tak.position import rays

FRAME = 34
SQUARE = 100
_STEPS = {"+": (0, 1), "-": (0, -1), ">": (1, 0), "<": (-1, 0)}
_TURNS = {"+": -90, "-": 90, ">": 0, "<": 180}


def marks_svg(
    size: int,
    *,
    last: str | None = None,
    road: Iterable[int | str] = (),
    fault: int | str | None = None,
) -> tuple[str, str]:
    """The SVG under the pieces and the SVG over them.

    `last`: the move that led here, canonical PTN. `road`, `fault`: spaces, by name or by index
    (file + size * rank).
    """
    under = [_road_svg([_place(space, size) for space in road], size)]
    over = []
    if last:
        over.append(_last_svg(last, size))
    if fault is not None:
        at = _place(fault, size)
        under.append(_hatch_svg(at, size))
        over.append(_fault_svg(at, size))
    if last:
        under.append(_from_svg(last, size))
    return "".join(under), "".join(over)


def _place(space: int | str, size: int) -> tuple[int, int]:
    if isinstance(space, int):
        return space % size, space // size
    return ord(space[0].lower()) - 97, int(space[1:]) - 1


def corner(at: tuple[int, int], size: int) -> tuple[int, int]:
    """Top left corner of a space in units of the drawing."""
    return FRAME + SQUARE * at[0], FRAME + SQUARE * (size - 1 - at[1])


def _road_svg(spaces: Sequence[tuple[int, int]], size: int) -> str:
    way = _shortest_way(frozenset(spaces), size)
    if not way:
        return ""
    middles = [(x + 50, y + 50) for x, y in (corner(at, size) for at in way)]
    low, high = FRAME - 6, FRAME + SQUARE * size + 6
    across = way[0][0] == 0 and way[-1][0] == size - 1
    if across:
        points = [(low, middles[0][1]), *middles, (high, middles[-1][1])]
    else:
        points = [(middles[0][0], high), *middles, (middles[-1][0], low)]
    d = "M" + "L".join(f"{x} {y}" for x, y in points)
    return f'<path class="b-road-edge" d="{d}"/><path class="b-road" d="{d}"/>'


def _shortest_way(spaces: frozenset[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """The shortest path through `spaces` between opposite edges; west-east, then south-north."""
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


def _read_move(move: str, size: int) -> tuple[tuple[int, int], list[tuple[int, int]], str]:
    """The space that a move names, those it lands on, and its direction; "" for a placement."""
    parsed, _marks = parse_move(move, size)
    start = _place(parsed.square, size)
    if not isinstance(parsed, Slide):
        return start, [start], ""
    path = dict(rays(size)[parsed.square])[parsed.direction]
    return start, [_place(square, size) for square in path[: len(parsed.drops)]], parsed.direction


def _last_svg(move: str, size: int) -> str:
    start, landed, sign = _read_move(move, size)
    corners = "".join(
        f"M{x + 5} {y + 22}V{y + 5}H{x + 22}M{x + 78} {y + 5}H{x + 95}V{y + 22}"
        f"M{x + 95} {y + 78}V{y + 95}H{x + 78}M{x + 22} {y + 95}H{x + 5}V{y + 78}"
        for x, y in (corner(at, size) for at in landed)
    )
    arrow = ""
    if sign:
        x, y = corner(start, size)
        dx, dy = _STEPS[sign]
        arrow = (
            f'<path class="b-way" transform="translate({x + 50 + 50 * dx} {y + 50 - 50 * dy})'
            f' rotate({_TURNS[sign]})" d="M-9 -13L11 0L-9 13Z"/>'
        )
    return f'<path class="b-last" d="{corners}"/>{arrow}'


def _from_svg(move: str, size: int) -> str:
    start, _landed, sign = _read_move(move, size)
    if not sign:
        return ""
    x, y = corner(start, size)
    return f'<path class="b-from" d="M{x + 8} {y + 8}h84v84h-84z"/>'


def _hatch_svg(at: tuple[int, int], size: int) -> str:
    x, y = corner(at, size)
    rising = "".join(f"M{x} {y + step}L{x + step} {y}" for step in range(20, 101, 20))
    falling = "".join(f"M{x + step} {y + 100}L{x + 100} {y + step}" for step in range(20, 100, 20))
    return f'<path class="b-hatch" d="{rising}{falling}"/>'


def _fault_svg(at: tuple[int, int], size: int) -> str:
    x, y = corner(at, size)
    return (
        f'<rect class="b-fault" x="{x + 3}" y="{y + 3}" width="94" height="94"/>'
        f'<circle class="b-tile" cx="{x + 88}" cy="{y + 12}" r="17"/>'
        f'<path class="b-fault" d="M{x + 81} {y + 5}l14 14m0 -14l-14 14"/>'
    )
