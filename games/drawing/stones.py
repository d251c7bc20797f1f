"""The stones of one space, in units of a square of 100 by 100.

A stack is drawn slightly from the front: the face of the top stone, and below it one bar for each
stone from top to bottom. A wall or capstone on top has no bar; it is drawn on the face of the stone
below it.
"""

from dataclasses import dataclass
from math import atan2, degrees, hypot

WIDTH = 66
FOOT_LIMIT = 94


@dataclass(frozen=True, slots=True)
class Shape:
    """The layout of a stack in its square: left side, top, heights of face and bars."""

    x: int
    top: float
    face: int
    bar: float
    gap: int


def shape(stones: int, height: int, gap: int = 0) -> Shape:
    face = max(34, 56 - 5 * (stones - 1))
    bar = 9.0 if stones <= 5 else min(9.0, (90 - gap - face) / stones)
    foot = min(FOOT_LIMIT, 82 + 3 * (stones - 1))
    x = 17 if height <= 3 else 11 if height <= 9 else 6
    return Shape(x, foot - gap - bar * stones - face, face, bar, gap)


def stack_svg(owners: tuple[int, ...], top: str, carry: int) -> str:
    """The pieces of a space, bottom first; a gap separates the stones deeper than `carry`."""
    standing = top in "SC"
    stones = owners[:-1] if standing else owners
    if not stones:
        return _wall(owners[-1]) if top == "S" else _capstone(owners[-1])
    liftable = carry - standing  # how many of the bars may go along in one move
    gap = 4 if len(stones) > liftable else 0
    at = shape(len(stones), len(owners), gap)
    parts = [_shade(at, len(stones))]
    for i, owner in enumerate(reversed(stones)):
        y = at.top + at.face + at.bar * i + (gap if i >= liftable else 0)
        parts.append(_bar(owner, at.x, y, at.bar))
    parts.append(_face(stones[-1], at))
    if standing:
        parts.append(_standing(owners[-1], top, at))
    if len(owners) >= 4:
        parts.append(f'<text class="b-high" x="88" y="66">{len(owners)}</text>')
    return "".join(parts)


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _shade(at: Shape, stones: int) -> str:
    height = at.face + at.bar * stones + at.gap - 2
    return (
        f'<rect class="b-shade" x="{at.x + 4}" y="{_n(at.top + 6)}" width="66"'
        f' height="{_n(height)}" rx="6"/>'
    )


def _bar(owner: int, x: int, y: float, bar: float) -> str:
    high = bar - 1.2
    thin = " b-thin" if bar < 5.5 else ""
    if owner == 1:
        return (
            f'<rect class="b-tile-side{thin}" x="{x}" y="{_n(y + 0.6)}" width="66"'
            f' height="{_n(high)}"/>'
        )
    return (
        f'<rect class="b-moon-side{thin}" x="{x + 1}" y="{_n(y + 0.6)}" width="64"'
        f' height="{_n(high)}" rx="{_n(high / 2)}"/>'
    )


def _face(owner: int, at: Shape) -> str:
    if owner == 1:
        return (
            f'<rect class="b-tile" x="{at.x}" y="{_n(at.top)}" width="66"'
            f' height="{at.face}" rx="3"/>'
        )
    bottom, left, right = at.top + at.face, at.x, at.x + WIDTH
    round_ = min(33.0, at.face - 4.8)
    shoulder = at.top + round_
    return (
        f'<path class="b-moon" d="M{left} {_n(bottom)}V{_n(shoulder)}'
        f'A33 {_n(round_)} 0 0 1 {right} {_n(shoulder)}V{_n(bottom)}Z"/>'
        f'<path class="b-moon-in" d="M{left + 7} {_n(bottom - 6)}V{_n(shoulder)}'
        f'A26 {_n(round_ - 6)} 0 0 1 {right - 7} {_n(shoulder)}V{_n(bottom - 6)}Z"/>'
    )


def _standing(owner: int, top: str, at: Shape) -> str:
    middle = at.x + WIDTH / 2
    if top == "C":
        y = at.top + at.face / 2 - 3
        return _cap(owner, middle, y, min(25.0, at.face / 2 + 3))
    wide, high = 56, max(at.face - 16, 12)
    turn, half = -degrees(atan2(high, wide)), hypot(wide, high) / 2 + 4
    return _plank(owner, middle, at.top + at.face / 2 - 4, turn, half)


def _wall(owner: int) -> str:
    shade = '<g class="b-shade"><path d="M26 88L92 22L96 32L34 92Z"/></g>'
    return shade + _plank(owner, 49, 47, -45, 41)


def _plank(owner: int, x: float, y: float, turn: float, half: float) -> str:
    left, width = _n(-half), _n(2 * half)
    if owner == 1:
        body = (
            f'<path class="b-tile-side" d="M{left} 0H{_n(half)}V18.5H{left}Z"/>'
            f'<rect class="b-tile" x="{left}" y="-9.5" width="{width}" height="19"/>'
        )
    else:
        body = (
            f'<rect class="b-moon-side" x="{left}" y="-9.5" width="{width}" height="28" rx="9.5"/>'
            f'<rect class="b-moon" x="{left}" y="-9.5" width="{width}" height="19" rx="9.5"/>'
            f'<path class="b-moon-in" d="M{_n(11 - half)} 0H{_n(half - 11)}"/>'
        )
    return f'<g transform="translate({_n(x)} {_n(y)}) rotate({_n(turn)})">{body}</g>'


def _capstone(owner: int) -> str:
    shade = '<g class="b-shade"><ellipse cx="54" cy="58" rx="36" ry="34"/></g>'
    return shade + _cap(owner, 50, 50, 34)


def _cap(owner: int, x: float, y: float, r: float) -> str:
    """A pyramid for the first player, a ringed dome for the second, of radius `r`."""
    if owner == 2:
        return "".join(
            f'<circle class="{name}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"/>'
            for name, radius in (("b-moon", r), ("b-moon-in", r * 0.66), ("b-moon-in", r / 4))
        )
    half, small = r * 0.92, r / 4
    left, right, up, down = _n(x - half), _n(x + half), _n(y - half), _n(y + half)
    return (
        f'<rect class="b-tile" x="{left}" y="{up}" width="{_n(2 * half)}" height="{_n(2 * half)}"/>'
        f'<path class="b-facet" d="M{left} {down}L{_n(x)} {_n(y)}L{right} {down}Z"/>'
        f'<path class="b-tile-in" d="M{left} {up}L{right} {down}M{right} {up}L{left} {down}"/>'
        f'<rect class="b-tile" x="{_n(x - small)}" y="{_n(y - small)}" width="{_n(2 * small)}"'
        f' height="{_n(2 * small)}"/>'
    )
