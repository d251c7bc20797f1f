"""Games of a pool with what its list knew of the players before each."""

from collections import deque
from collections.abc import Iterator, Mapping
from datetime import date
from typing import cast

from ratings import replay
from ratings.analysis import forecast
from ratings.analysis.forecast import GameWithRatings
from ratings.analysis.order_key import AFTER_ALL
from ratings.models import Checkpoint, Pool
from ratings.replay import FoldState
from ratings.selectors.ledger import checkpoint_before, ledger
from ratings.selectors.pool_systems import system_of
from ratings.systems import Rating, System, is_batch
from ratings.systems.batch import games_with_ratings


def games_in_range(pool: Pool, first: str, last: str = AFTER_ALL) -> Iterator[GameWithRatings]:
    """The games between two order keys, both included, with what was known before each.

    Earlier games come too, from the checkpoint before; a system by periods starts over.
    """
    system = system_of(pool)
    if is_batch(system):
        rated = games_with_ratings(system, list(ledger(pool.counts, last=last)))
        return (GameWithRatings(game, before) for game, before in rated)
    return _folded(pool, cast("System", system), first, last)[1]


def ratings_as_day_opens(pool: Pool, system: System, day: date) -> Mapping[int, Rating]:
    """Ratings by player of a fold as a day opens, folded from the checkpoint before it."""
    key = day.isoformat()  # comes after every key of the days before
    standing, games = _folded(pool, system, key, key)
    deque(games, maxlen=0)
    return standing.players


def _folded(
    pool: Pool, system: System, first: str, last: str
) -> tuple[FoldState, Iterator[GameWithRatings]]:
    """The standing at the last checkpoint before `first`, and the games up to `last`.

    Who goes through the games rates them into the standing. Two queries.
    """
    holds = first if pool.dirty_from is None else min(first, pool.dirty_from)
    start = checkpoint_before(pool_id=pool.pk, epoch=pool.epoch, key=holds)
    standing = replay.restore_state(system, start)
    games = ledger(pool.counts, after=start.order_key if start else "", last=last)
    return standing, forecast.games_with_ratings(system, games, standing)


def learned_terms(pool: Pool) -> dict[str, Rating]:
    """What the first move is worth in the list as it stands, by `Game.setup`. One query.

    Empty where the system does not learn it.
    """
    row = Checkpoint.objects.filter(pool=pool, epoch=pool.epoch, order_key=AFTER_ALL).first()
    terms = row.state["terms"] if row else {}
    return {setup: Rating.from_json(term) for setup, term in terms.items()}
