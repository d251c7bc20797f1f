"""A histogram as a small SVG. Provisional players are hatched, so it reads without colour."""

from collections.abc import Sequence
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.analysis.statistics import Bin

WIDTH, HEIGHT = 340, 170  # as the rating graph
LEFT, RIGHT, TOP, BOTTOM = 8, 332, 20, 146
GAP = 2
MOST_LABELS = 6  # of the scale below


def draw_histogram(bins: Sequence[Bin]) -> SafeString | str:
    """Bars of players by rating; empty without players."""
    most = max((one.players for one in bins), default=0)
    if not most:
        return ""
    width = (RIGHT - LEFT) / len(bins)
    bars = "".join(_bar(one, LEFT + i * width, width, most) for i, one in enumerate(bins))
    every = -(-len(bins) // MOST_LABELS)
    scale = "".join(
        f'<text x="{LEFT + i * width:.1f}" y="{HEIGHT - 8}" text-anchor="start">{one.low}</text>'
        for i, one in enumerate(bins)
        if i % every == 0
    )
    return mark_safe(  # nosec  # numbers, and escaped words
        f'<svg class="graph bars" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(_words(bins))}">'
        '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)"><path d="M0 0V6"/></pattern></defs>'
        f'<path class="axis" d="M{LEFT} {BOTTOM}H{RIGHT}"/>{bars}{scale}</svg>'
    )


def _bar(one: Bin, x: float, width: float, most: int) -> str:
    """Settled players, provisional ones on top, and the number above."""
    if not one.players:
        return ""
    unit = (BOTTOM - TOP) / most
    settled, whole = BOTTOM - unit * one.settled, BOTTOM - unit * one.players
    left, wide, middle = x + GAP / 2, max(width - GAP, 1), x + width / 2
    parts = [
        f"<title>{escape(_line(one))}</title>",
        _rect("settled", left, wide, (settled, BOTTOM)) if one.settled else "",
        _rect("unsure", left, wide, (whole, settled)) if one.provisional else "",
        f'<text x="{middle:.1f}" y="{whole - 4:.1f}" text-anchor="middle">{one.players}</text>',
    ]
    return f"<g>{''.join(parts)}</g>"


def _rect(kind: str, x: float, width: float, span: tuple[float, float]) -> str:
    """span: top and bottom."""
    top, foot = span
    return (
        f'<rect class="{kind}" x="{x:.1f}" y="{top:.1f}" width="{width:.1f}"'
        f' height="{foot - top:.1f}"/>'
    )


def _line(one: Bin) -> str:
    players = ngettext("%(n)d player", "%(n)d players", one.players) % {"n": one.players}
    return f"{one.low}–{one.last}: {players}"


def _words(bins: Sequence[Bin]) -> str:
    return _("Players by rating, from %(low)d to %(high)d; the numbers are in the table below.") % {
        "low": bins[0].low,
        "high": bins[-1].last,
    }
