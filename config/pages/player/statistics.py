"""Statistics of a rating list: the distribution, and the value of the first move."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.player.charts import draw_histogram
from config.pages.player.ratings import pool_context
from ratings import selectors
from ratings.analysis.statistics import FirstMove


class FirstMoveRow(NamedTuple):
    """A size and komi (in flats); share of the first player and its interval, in per cent."""

    size: int | None
    komi: float
    statistic: FirstMove
    share: float
    low: float
    high: float


def pool_statistics(request: HttpRequest, slug: str) -> HttpResponse:
    pool = selectors.pool_by_slug(slug)
    bins = selectors.distribution(pool)
    context = {
        "bins": bins,
        "chart": draw_histogram(bins),
        "rows": [_first_move_row(row) for row in selectors.first_move_statistics(pool)],
    }
    return render(
        request,
        "pages/player/pool_statistics.html",
        pool_context(request, pool, "statistics") | context,
    )


def _first_move_row(row: FirstMove) -> FirstMoveRow:
    return FirstMoveRow(
        size=row.size,
        komi=(row.half_komi or 0) / 2,
        statistic=row,
        share=100 * row.share,
        low=100 * row.interval.low,
        high=100 * row.interval.high,
    )
