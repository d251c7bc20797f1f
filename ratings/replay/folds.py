"""Systems that rate one game after another. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple, TypeVar, cast

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
    AnySystem,
    Game,
    Glicko,
    Learned,
    Learner,
    Rating,
    Skipped,
    System,
    expected_scores,
    is_learner,
    learned,
)

MANY_PLAYERS = 500  # larger pools keep fewer checkpoints

Ratings = tuple[Rating, ...]
Given = TypeVar("Given", bound=AnySystem)


@dataclass(slots=True)
class FoldState:
    """The ratings by player, updated game by game.

    terms: the first-move advantage by setup; empty unless the system learns it. learned: the other
    parameters that the system learns; None: it learns none.
    """

    players: dict[int, Rating] = field(default_factory=dict)
    terms: dict[str, Rating] = field(default_factory=dict)
    learned: Learned | None = None

    def system_on(self, system: Given, day: date) -> Given | Glicko:
        """The system with what the list has learned by a day."""
        return self.learned.system_on(day) if self.learned else system


def start_of(system: System) -> Checkpoint:
    """The checkpoint before any game.

    The state of every checkpoint: {"games": number, "players": {id: [rating, deviation, games,
    last day]}}. A system that learns adds "terms", in the same shape by setup, and "learned".
    """
    return Checkpoint("", opening_hash(system), _state_json(system, 0, restore_state(system, None)))


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
            changes += _changes(game, rate(game))
        if _is_due(count, len(state.players), checkpoint_every):
            checkpoints.append(Checkpoint(key, digest, _state_json(system, count, state)))
    end = Checkpoint(key, digest, _state_json(system, count, state))
    return Replay(tuple(changes), tuple(skipped), state.players, tuple(checkpoints), end)


def final_ratings(games: Iterable[Game], system: System) -> dict[int, Rating]:
    """The ratings after the last game. Memory grows with the players, not with the games."""
    state = restore_state(system, None)
    rate = rater(system, state)
    for game in games:
        if skip_reason(system, game) is None:
            rate(game)
    return state.players


def restore_state(system: System, checkpoint: Checkpoint | None) -> FoldState:
    """The state at a checkpoint; None: before any game."""
    if checkpoint is None:
        return FoldState(learned=learned.begin(system))
    from_json, document = type(system.start()).from_json, checkpoint.state
    return FoldState(
        {int(key): from_json(value) for key, value in document.get("players", {}).items()},
        {key: Rating.from_json(value) for key, value in document.get("terms", {}).items()},
        learned.from_json(system, document.get("learned")),
    )


class Rated(NamedTuple):
    """The ratings of the seats before and after a game, and the expected scores before it.

    expected: 0..1; None for a seat: no prediction.
    """

    before: Ratings
    after: Ratings
    expected: tuple[float | None, ...]


def rater(system: System, state: FoldState) -> Callable[[Game], Rated]:
    """A function that rates one game (not a skipped one) and updates `state`."""
    players, terms, learning = state.players, state.terms, state.learned
    start_term = system.start_term() if is_learner(system) else None

    def rate_next(game: Game) -> Rated:
        day = game.played_on
        current: System = learning.system_on(day) if learning else system
        before = tuple([players.get(seat.player) or current.start() for seat in game.seats])
        term = terms.get(game.setup, start_term) if start_term else None
        edge = term.rating if term else None
        expected = expected_scores(current, edge, before, day)
        if term:
            after, terms[game.setup] = cast("Learner", current).rate_learning(before, term, game)
        else:
            after = current.rate(before, game)
        if learning:
            learning.observe(game, before, after, edge=edge, chance=expected[0])
        for seat, rated in zip(game.seats, after, strict=True):
            players[seat.player] = rated
        return Rated(before, after, expected)

    return rate_next


def _is_due(count: int, players: int, every: int) -> bool:
    """Whether to keep a checkpoint after this many games; larger pools keep fewer.

    The total size of all checkpoints then grows with the games, not with games times players.
    """
    return count % every == 0 and count // every % max(1, players // MANY_PLAYERS) == 0


def _state_json(system: System, count: int, state: FoldState) -> dict[str, object]:
    document: dict[str, object] = {"games": count, "players": _as_json(state.players)}
    if is_learner(system):
        document["terms"] = _as_json(state.terms)
    if state.learned:
        document["learned"] = state.learned.as_json()
    return document


def _as_json(ratings: Mapping[Any, Rating]) -> dict[str, object]:
    return {str(key): ratings[key].as_json() for key in sorted(ratings)}


def _changes(game: Game, rated: Rated) -> list[SeatChange]:
    key = game.order_key
    seats = zip(game.seats, *rated, strict=True)
    return [
        SeatChange(
            key, at, seat.posting, seat.player, old.rating, new.rating, new.deviation, chance
        )
        for at, (seat, old, new, chance) in enumerate(seats, 1)
    ]
