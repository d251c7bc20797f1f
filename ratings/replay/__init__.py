"""Rated games into ratings, from the beginning or from any checkpoint. Pure.

Every `checkpoint_every` games the whole state is kept, with a hash over the system and all
games up to there. Replaying from a checkpoint whose past is unchanged gives the same floats,
bit for bit, as replaying everything: a checkpoint's state survives JSON exactly (Python writes
the shortest decimal that reads back as the same float).
"""

from collections.abc import Iterable
from typing import cast

from ratings.replay import folds, periods
from ratings.replay.folds import Standing, chance, final_ratings, rater, standing_of, start_of
from ratings.replay.state import (
    MESSAGES,
    Change,
    Checkpoint,
    Replay,
    game_hash,
    usable,
)
from ratings.systems import AnySystem, Game, System, is_periodic, is_whole


def replay(
    games: Iterable[Game],
    system: AnySystem,
    *,
    start: Checkpoint | None = None,
    checkpoint_every: int = 500,
) -> Replay:
    """Rate `games`, in ascending order_key, after those already in `start`.

    Checkpoints fall on the same games wherever a replay starts; a system that rates by periods
    has them at the end of one, a whole-history rating has none and takes no `start`.

    :raises ValueError: an order_key is not after the one before it.
    """
    if is_periodic(system):
        return periods.by_periods(games, system, start=start, checkpoint_every=checkpoint_every)
    if is_whole(system):
        return periods.whole(games, system)
    fold = cast("System", system)
    return folds.fold(games, fold, start=start, checkpoint_every=checkpoint_every)


__all__ = [
    "MESSAGES",
    "Change",
    "Checkpoint",
    "Replay",
    "Standing",
    "chance",
    "final_ratings",
    "game_hash",
    "rater",
    "replay",
    "standing_of",
    "start_of",
    "usable",
]
