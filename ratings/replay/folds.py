"""Systems that rate one game after another. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ratings.replay.state import (
    Checkpoint,
    Replay,
    SeatChange,
    check_order,
    game_hash,
    opening_hash,
    skip_reason,
)
from ratings.systems import (
    Game,
    Learner,
    Rating,
    Skipped,
    System,
    expected_score,
    expected_scores,
    first_move_edge,
    is_learner,
)

MANY_PLAYERS = 500  # larger pools keep fewer checkpoints

Ratings = tuple[Rating, ...]


@dataclass(slots=True)
class FoldState:
    """The ratings by player, updated game by game.

    terms: the first-move advantage by setup; empty unless the system learns it.
    """

    players: dict[int, Rating] = field(default_factory=dict)
    terms: dict[str, Rating] = field(default_factory=dict)


def start_of(system: System) -> Checkpoint:
    """The checkpoint before any game.

    The state of every checkpoint: {"games": number, "players": {id: [rating, deviation, games,
    last day]}}. A system that learns adds "terms", in the same shape by setup.
    """
    return Checkpoint("", opening_hash(system), _state_json(system, 0, FoldState()))


def replay_games(
    games: Iterable[Game], system: System, *, start: Checkpoint | None, checkpoint_every: int
) -> Replay:
    """See `ratings.replay.replay`."""
    start = start or start_of(system)
    state = restore_state(system, start)
    rate = rater(system, state)
    count, key, digest = int(start.state["games"]), start.order_key, start.prefix_hash
    changes: list[SeatChange] = []
    skipped: list[Skipped] = []
    checkpoints: list[Checkpoint] = []
    for game in games:
        check_order(game, after=key)
        count, key, digest = count + 1, game.order_key, game_hash(digest, game)
        why = skip_reason(system, game)
        if why:
            skipped.append(why)
        else:
            edge = first_move_edge(system, state.terms, game.setup)  # before `rate` updates it
            before, after = rate(game)
            expected = expected_scores(system, edge, before, game.played_on)
            changes += _changes(game, before, after, expected)
        if _is_due(count, len(state.players), checkpoint_every):
            checkpoints.append(Checkpoint(key, digest, _state_json(system, count, state)))
    end = Checkpoint(key, digest, _state_json(system, count, state))
    return Replay(tuple(changes), tuple(skipped), state.players, tuple(checkpoints), end)


def final_ratings(games: Iterable[Game], system: System) -> dict[int, Rating]:
    """The ratings after the last game. Memory grows with the players, not with the games."""
    state = FoldState()
    rate = rater(system, state)
    for game in games:
        if skip_reason(system, game) is None:
            rate(game)
    return state.players


def restore_state(system: System, checkpoint: Checkpoint | None) -> FoldState:
    """The state at a checkpoint; None: before any game."""
    if checkpoint is None:
        return FoldState()
    from_json, document = type(system.start()).from_json, checkpoint.state
    return FoldState(
        {int(key): from_json(value) for key, value in document["players"].items()},
        {key: Rating.from_json(value) for key, value in document.get("terms", {}).items()},
    )


def rater(system: System, state: FoldState) -> Callable[[Game], tuple[Ratings, Ratings]]:
    """A function that rates one game (not a skipped one) and updates `state`.

    It returns the ratings of the seats before and after the game.
    """
    players, newcomer = state.players, system.start()
    rate = _learning(system, state.terms) if is_learner(system) else system.rate

    def rate_next(game: Game) -> tuple[Ratings, Ratings]:
        before = tuple([players.get(seat.player, newcomer) for seat in game.seats])
        after = rate(before, game)
        for seat, new in zip(game.seats, after, strict=True):
            players[seat.player] = new
        return before, after

    return rate_next


def chance(system: System, state: FoldState, game: Game) -> float | None:
    """Expected score of the first mover in the next game of two; None: no prediction."""
    newcomer = system.start()
    first, second = (state.players.get(seat.player, newcomer) for seat in game.seats)
    edge = first_move_edge(system, state.terms, game.setup)
    return expected_score(system, edge, first, second, game.played_on)


def _learning(system: Learner, terms: dict[str, Rating]) -> Callable[[Ratings, Game], Ratings]:
    """`system.rate` that also reads and updates `terms`."""

    def rate(before: Ratings, game: Game) -> Ratings:
        term = terms.get(game.setup) or system.start_term()
        after, terms[game.setup] = system.rate_learning(before, term, game)
        return after

    return rate


def _is_due(count: int, players: int, every: int) -> bool:
    """Whether to keep a checkpoint after this many games; larger pools keep fewer.

    The total size of all checkpoints then grows with the games, not with games times players.
    """
    return count % every == 0 and count // every % max(1, players // MANY_PLAYERS) == 0


def _state_json(system: System, count: int, state: FoldState) -> dict[str, object]:
    document: dict[str, object] = {"games": count, "players": _as_json(state.players)}
    if is_learner(system):
        document["terms"] = _as_json(state.terms)
    return document


def _as_json(ratings: Mapping[Any, Rating]) -> dict[str, object]:
    return {str(key): ratings[key].as_json() for key in sorted(ratings)}


def _changes(
    game: Game, before: Ratings, after: Ratings, expected: tuple[float | None, ...]
) -> list[SeatChange]:
    key = game.order_key
    seats = zip(game.seats, before, after, expected, strict=True)
    return [
        SeatChange(
            key, at, seat.posting, seat.player, old.rating, new.rating, new.deviation, chance
        )
        for at, (seat, old, new, chance) in enumerate(seats, 1)
    ]
