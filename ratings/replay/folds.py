"""Systems that rate one game after another. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ratings.replay.state import (
    Change,
    Checkpoint,
    Replay,
    check_order,
    game_hash,
    opening_hash,
    refused,
)
from ratings.systems import (
    Game,
    Learner,
    Rating,
    Skipped,
    System,
    edge_of,
    expected_score,
    expected_scores,
    is_learner,
)

MANY_PLAYERS = 500  # above it states are kept less often

Ratings = tuple[Rating, ...]


@dataclass(slots=True)
class Standing:
    """What a fold carries from game to game: the ratings by player.

    terms: by setup, what moving first is worth; empty unless the system learns it.
    """

    players: dict[int, Rating] = field(default_factory=dict)
    terms: dict[str, Rating] = field(default_factory=dict)


def start_of(system: System) -> Checkpoint:
    """The checkpoint before any game.

    Its state, and that of every later one: {"games": games folded, "players": {id: [rating,
    deviation, games, last day]}}, and where the system learns "terms": likewise by setup.
    """
    return Checkpoint("", opening_hash(system), _state(system, 0, Standing()))


def fold(
    games: Iterable[Game], system: System, *, start: Checkpoint | None, checkpoint_every: int
) -> Replay:
    """See `ratings.replay.replay`."""
    start = start or start_of(system)
    standing = standing_of(system, start)
    rate = rater(system, standing)
    count, key, digest = int(start.state["games"]), start.order_key, start.prefix_hash
    changes: list[Change] = []
    skipped: list[Skipped] = []
    checkpoints: list[Checkpoint] = []
    for game in games:
        check_order(game, after=key)
        count, key, digest = count + 1, game.order_key, game_hash(digest, game)
        why = refused(system, game)
        if why:
            skipped.append(why)
        else:
            edge = edge_of(system, standing.terms, game.setup)  # as the game found it
            before, after = rate(game)
            told = expected_scores(system, edge, before, game.played_on)
            changes += _changes(game, before, after, told)
        if _is_due(count, len(standing.players), checkpoint_every):
            checkpoints.append(Checkpoint(key, digest, _state(system, count, standing)))
    end = Checkpoint(key, digest, _state(system, count, standing))
    return Replay(tuple(changes), tuple(skipped), standing.players, tuple(checkpoints), end)


def final_ratings(games: Iterable[Game], system: System) -> dict[int, Rating]:
    """The ratings after the last game, and nothing else: memory grows with the players only."""
    standing = Standing()
    rate = rater(system, standing)
    for game in games:
        if refused(system, game) is None:
            rate(game)
    return standing.players


def standing_of(system: System, checkpoint: Checkpoint | None) -> Standing:
    """What a checkpoint holds; None: the one before any game."""
    if checkpoint is None:
        return Standing()
    restore, state = type(system.start()).from_json, checkpoint.state
    return Standing(
        {int(key): restore(value) for key, value in state["players"].items()},
        {key: Rating.from_json(value) for key, value in state.get("terms", {}).items()},
    )


def rater(system: System, standing: Standing) -> Callable[[Game], tuple[Ratings, Ratings]]:
    """A function that rates one game, none that is refused, and writes into `standing`.

    It gives the ratings of the seats before and after.
    """
    players, newcomer = standing.players, system.start()
    rate = _learning(system, standing.terms) if is_learner(system) else system.rate

    def rate_next(game: Game) -> tuple[Ratings, Ratings]:
        before = tuple([players.get(seat.player, newcomer) for seat in game.seats])
        after = rate(before, game)
        for seat, new in zip(game.seats, after, strict=True):
            players[seat.player] = new
        return before, after

    return rate_next


def chance(system: System, standing: Standing, game: Game) -> float | None:
    """Expected score of who moves first in a game of two that comes next; None: not foretold."""
    newcomer = system.start()
    first, second = (standing.players.get(seat.player, newcomer) for seat in game.seats)
    edge = edge_of(system, standing.terms, game.setup)
    return expected_score(system, edge, first, second, game.played_on)


def _learning(system: Learner, terms: dict[str, Rating]) -> Callable[[Ratings, Game], Ratings]:
    """`system.rate`, with the terms of `terms` and into them."""

    def rate(before: Ratings, game: Game) -> Ratings:
        term = terms.get(game.setup) or system.start_term()
        after, terms[game.setup] = system.rate_learning(before, term, game)
        return after

    return rate


def _is_due(count: int, players: int, every: int) -> bool:
    """Whether the state is kept after this many games: the larger it is, the less often.

    So all checkpoints together grow with the games, not with games times players.
    """
    return count % every == 0 and count // every % max(1, players // MANY_PLAYERS) == 0


def _state(system: System, count: int, standing: Standing) -> dict[str, Any]:
    state: dict[str, Any] = {"games": count, "players": _as_json(standing.players)}
    if is_learner(system):
        state["terms"] = _as_json(standing.terms)
    return state


def _as_json(ratings: Mapping[Any, Rating]) -> dict[str, Any]:
    return {str(key): ratings[key].as_json() for key in sorted(ratings)}


def _changes(
    game: Game, before: Ratings, after: Ratings, told: tuple[float | None, ...]
) -> list[Change]:
    key = game.order_key
    seats = zip(game.seats, before, after, told, strict=True)
    return [
        Change(key, at, seat.posting, seat.player, old.rating, new.rating, new.deviation, chance)
        for at, (seat, old, new, chance) in enumerate(seats, 1)
    ]
