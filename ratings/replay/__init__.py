"""Rated games into ratings, from the beginning or from any checkpoint. Pure.

Every `checkpoint_every` games the whole state is kept, with a hash over the system and all games
so far. A replay from a checkpoint gives the same floats, bit for bit, as a full replay if the
games before it are unchanged: Python's JSON floats read back exactly.
"""

from collections.abc import Iterable
from typing import cast

from ratings.replay import folds, periods
from ratings.replay.folds import FoldState, final_ratings, rater, restore_state, start_of
from ratings.replay.state import (
    MESSAGES,
    Checkpoint,
    Replay,
    SeatChange,
    game_hash,
)
from ratings.systems import AnySystem, Game, System, is_periodic, is_whole_history


def replay(
    games: Iterable[Game],
    system: AnySystem,
    *,
    start: Checkpoint | None = None,
    checkpoint_every: int = 500,
) -> Replay:
    """Rate `games`, in ascending order_key, after those already in `start`.

    Checkpoints fall on the same games wherever a replay starts. A system that rates by periods
    has them at the end of a period; a whole-history rating has none and takes no `start`.

    :raises ValueError: an order_key is not after the one before it.
    """
    if is_periodic(system):
        return periods.replay_periods(games, system, start=start, checkpoint_every=checkpoint_every)
    if is_whole_history(system):
        return periods.replay_whole_history(games, system)
    fold = cast("System", system)
    return folds.replay_games(games, fold, start=start, checkpoint_every=checkpoint_every)
