"""Statistics of a pool: rating distribution and first-move advantage."""

from django.db.models import Count

from ratings import counting
from ratings.analysis import statistics
from ratings.analysis.statistics import Bin, FirstMove, Setup
from ratings.models import Pool, Posting
from ratings.selectors.ledger import setup_of
from ratings.selectors.pool_systems import system_of
from ratings.selectors.pools import is_provisional, ratings_of
from ratings.selectors.replayed import learned_state
from ratings.systems import first_move_edge


def distribution(pool: Pool) -> list[Bin]:
    """The histogram of a pool's ratings. One query."""
    rows = ratings_of(pool).values_list("rating", "deviation")
    return statistics.histogram((rating, is_provisional(deviation)) for rating, deviation in rows)


def first_move_statistics(pool: Pool) -> list[FirstMove]:
    """The results of the first movers in all games of two that a pool counts."""
    rows = (
        Posting.objects.filter(
            counting.counted_filter(pool.counts, prefix="rated_game__"),
            rated_game__voided_at__isnull=True,
            order=1,
            score_x2__isnull=False,
        )
        .order_by("rated_game__size", "rated_game__half_komi", "score_x2")
        .values_list("rated_game__size", "rated_game__half_komi", "score_x2")
        .annotate(Count("pk"))
    )
    system, terms = system_of(pool), learned_state(pool).terms

    def term_of(setup: Setup) -> float | None:
        edge = first_move_edge(system, terms, setup_of(*setup))
        return getattr(system, "first_move", None) if edge is None else edge

    return statistics.first_move(
        (
            ((size, half_komi), statistics.tally_of(score, games))
            for size, half_komi, score, games in rows
        ),
        term_of,
    )
