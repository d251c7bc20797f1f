"""A rating over time as a small SVG: the line is the rating, the band its deviation."""

from collections.abc import Callable, Sequence
from datetime import date
from html import escape
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.wording import join_with_commas

WIDTH, HEIGHT = 340, 185  # fits a phone unscaled
LEFT, RIGHT, TOP, BOTTOM = 34, 286, 22, 152  # room for the value at the right
START = LEFT + 8  # the first dot stands clear of the scale
MOST_DOTS = 12  # above this, dots are small and have no links


class RatingPoint(NamedTuple):
    day: date
    rating: float
    deviation: float
    url: str = ""  # the game that moved it
    opponent: str = ""


def draw_rating_graph(points: Sequence[RatingPoint]) -> SafeString | str:
    """Empty for fewer than two points."""
    if len(points) < 2:
        return ""
    low = min(point.rating - point.deviation for point in points)
    high = max(point.rating + point.deviation for point in points)
    step = next((s for s in (25, 50, 100, 200, 500) if (high - low) / s <= 5), 1000)
    low, high = low // step * step, -(-high // step) * step

    def y_of(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / max(high - low, 1), 1)

    xs = [round(START + (RIGHT - START) * i / (len(points) - 1), 1) for i in range(len(points))]
    line = [f"{x} {y_of(point.rating)}" for x, point in zip(xs, points, strict=True)]
    above = [f"{x} {y_of(p.rating + p.deviation)}" for x, p in zip(xs, points, strict=True)]
    below = [f"{x} {y_of(p.rating - p.deviation)}" for x, p in zip(xs, points, strict=True)]
    marks = [int(low + step * i) for i in range(int((high - low) / step) + 1)]
    rules = "".join(f'<path d="M{LEFT} {y_of(mark)}H{RIGHT}"/>' for mark in marks)
    scale = "".join(
        f'<text x="{LEFT - 6}" y="{y_of(mark) + 4}" text-anchor="end">{mark}</text>'
        for mark in marks
    )
    last = points[-1]
    return mark_safe(  # nosec  # numbers, and escaped words
        f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="group"'
        f' aria-label="{escape(_words(points))}">'
        f'<g class="grid">{rules}</g>{scale}'
        f'<path class="band" d="M{"L".join([*above, *reversed(below)])}Z"/>'
        f'<path class="line" d="M{"L".join(line)}"/>{_dots(points, xs, y_of)}'
        f'<text class="value" x="{RIGHT + 6}" y="{y_of(last.rating) + 5}">'
        f"{round(last.rating)}</text>{_days(points)}</svg>"
    )


def _words(points: Sequence[RatingPoint]) -> str:
    return _(
        "Rating from %(before)d on %(start)s to %(after)d on %(end)s, "
        "uncertain by %(deviation)d points either way."
    ) % {
        "before": round(points[0].rating),
        "start": date_format(points[0].day),
        "after": round(points[-1].rating),
        "end": date_format(points[-1].day),
        "deviation": round(points[-1].deviation),
    }


def _dots(
    points: Sequence[RatingPoint], xs: Sequence[float], y_of: Callable[[float], float]
) -> str:
    """A dot per game with its title; small ones if there are many."""
    few = len(points) <= MOST_DOTS
    dots = []
    for i, point in enumerate(points):
        last = i == len(points) - 1
        name = "dot end" if last else "dot" if few else "dot small"
        dot = (
            f'<circle class="{name}" cx="{xs[i]}" cy="{y_of(point.rating)}"'
            f' r="{4 if few or last else 1.5}"><title>{_title(point)}</title></circle>'
        )
        dots.append(_linked(point, dot) if point.url and (few or last) else dot)
    return "".join(dots)


def _title(point: RatingPoint) -> str:
    words = [date_format(point.day), point.opponent]
    about = join_with_commas(word for word in words if word)
    return escape(f"{about}: {round(point.rating)} ±{round(point.deviation)}")


def _linked(point: RatingPoint, dot: str) -> str:
    """A dot that links to the game."""
    return f'<a href="{escape(point.url)}" aria-label="{_title(point)}">{dot}</a>'


def _days(points: Sequence[RatingPoint]) -> str:
    first, last = (date_format(p.day) for p in (points[0], points[-1]))
    return (
        f'<text x="{LEFT}" y="{HEIGHT - 8}" text-anchor="start">{escape(first)}</text>'
        f'<text x="{RIGHT}" y="{HEIGHT - 8}" text-anchor="end">{escape(last)}</text>'
    )
