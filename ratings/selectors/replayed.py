"""Replays of a pool's games for reading: ratings before a game or at the start of a day."""

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
from ratings.systems import Rating, System, expected_scores, is_batch
from ratings.systems.batch import games_with_ratings


def games_in_range(pool: Pool, first: str, last: str = AFTER_ALL) -> Iterator[GameWithRatings]:
    """The games between two order keys, inclusive, with the ratings before each.

    Earlier games from the checkpoint on are included; a system by periods starts from the first
    game.
    """
    system = system_of(pool)
    if is_batch(system):
        rated = games_with_ratings(system, list(ledger(pool.counts, last=last)))
        return (
            GameWithRatings(game, before, expected_scores(system, None, before, game.played_on))
            for game, before in rated
        )
    return _folded(pool, cast("System", system), first, last)[1]


def ratings_as_day_opens(pool: Pool, system: System, day: date) -> Mapping[int, Rating]:
    """Ratings by player at the start of a day, replayed from the checkpoint before it."""
    key = day.isoformat()  # comes after every key of the days before
    standing, games = _folded(pool, system, key, key)
    deque(games, maxlen=0)
    return standing.players


def _folded(
    pool: Pool, system: System, first: str, last: str
) -> tuple[FoldState, Iterator[GameWithRatings]]:
    """The state at the last checkpoint before `first`, and the games up to `last`.

    Iterating over the games updates the state. Two queries.
    """
    holds = first if pool.dirty_from is None else min(first, pool.dirty_from)
    start = checkpoint_before(pool_id=pool.pk, epoch=pool.epoch, key=holds)
    standing = replay.restore_state(system, start)
    games = ledger(pool.counts, after=start.order_key if start else "", last=last)
    return standing, forecast.games_with_ratings(system, games, standing)


def learned_state(pool: Pool) -> FoldState:
    """What the current list has learned, without its players. One query."""
    system = system_of(pool)
    if is_batch(system):
        return FoldState()
    row = Checkpoint.objects.filter(pool=pool, epoch=pool.epoch, order_key=AFTER_ALL).first()
    start = replay.Checkpoint(row.order_key, row.prefix_hash, row.state) if row else None
    return replay.restore_state(cast("System", system), start)
