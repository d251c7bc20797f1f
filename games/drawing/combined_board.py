"""The combined board of Tak (TAK-10.4): four sizes on one surface, as an SVG drawing.

It is 5 by 5 large squares with a small diamond on each of their 36 corners. Odd sizes are played
on the squares, all 25 or the inner 9; even sizes on the diamonds, all 36 or the inner 16.
"""

from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

SIZES = (3, 4, 5, 6)
SQUARE = 100
MARGIN = 60  # around the squares, so that the outer diamonds are whole
DIAMOND = 27  # from the middle of a diamond to its corners
SIDE = 5 * SQUARE + 2 * MARGIN


@dataclass(frozen=True, slots=True)
class Spot:
    """A space of a game: the middle of a square or of a diamond, in units of the drawing."""

    x: int
    y: int
    diamond: bool


def spots(size: int) -> list[Spot]:
    """The spaces of a game of this size, row by row from the top.

    :raises ValueError: a size that the board does not have.
    """
    if size not in SIZES:
        raise ValueError(f"the combined board has sizes 3 to 6, not {size}")
    across = range(size)
    first = SIDE // 2 - SQUARE * (size - 1) // 2
    return [
        Spot(first + SQUARE * column, first + SQUARE * row, size % 2 == 0)
        for row in across
        for column in across
    ]


def combined_board_svg(size: int | None = None, *, key: str = "c") -> SafeString:
    """Draw the whole board; the spaces of the game of this size are lit."""
    title = (
        _("The combined board")
        if size is None
        else _("The combined board, with the %(size)d by %(size)d spaces lit") % {"size": size}
    )
    lit = spots(size) if size else []
    parts = [
        f'<svg viewBox="0 0 {SIDE} {SIDE}" role="img" aria-labelledby="{key}-t">',
        f'<title id="{key}-t">{escape(title)}</title>',
        f'<rect class="b-frame" width="{SIDE}" height="{SIDE}" rx="10"/>',
        f'<rect class="b-wood" x="12" y="12" width="{SIDE - 24}" height="{SIDE - 24}"/>',
        *(_square(spot, "b-wood2" if at % 2 else "b-wood") for at, spot in enumerate(spots(5))),
        *(_square(spot, "b-lit") for spot in lit if not spot.diamond),
        _lines(),
        *(_diamond(spot, "b-diamond") for spot in spots(6)),
        *(_diamond(spot, "b-lit") for spot in lit if spot.diamond),
        "</svg>",
    ]
    return mark_safe("".join(parts))  # nosec  # words are escaped above


def _square(spot: Spot, name: str) -> str:
    half = SQUARE // 2
    return (
        f'<rect class="{name}" x="{spot.x - half}" y="{spot.y - half}"'
        f' width="{SQUARE}" height="{SQUARE}"/>'
    )


def _diamond(spot: Spot, name: str) -> str:
    d = f"M{spot.x} {spot.y - DIAMOND}l{DIAMOND} {DIAMOND}l-{DIAMOND} {DIAMOND}"
    return f'<path class="{name}" d="{d}l-{DIAMOND} -{DIAMOND}Z"/>'


def _lines() -> str:
    steps = [MARGIN + SQUARE * at for at in range(6)]
    d = "".join(f"M{at} {MARGIN}v{5 * SQUARE}M{MARGIN} {at}h{5 * SQUARE}" for at in steps)
    return f'<path class="b-line" d="{d}"/>'
