"""Systems that rate one game after another. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

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
    Rating,
    Skipped,
    System,
    expected_score,
    expected_scores,
    first_move_edge,
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
            current = state.system_on(system, game.played_on)
            edge = first_move_edge(system, state.terms, game.setup)  # before `rate` updates it
            before, after = rate(game)
            expected = expected_scores(current, edge, before, game.played_on)
            changes += _changes(game, before, after, expected)
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


def rater(system: System, state: FoldState) -> Callable[[Game], tuple[Ratings, Ratings]]:
    """A function that rates one game (not a skipped one) and updates `state`.

    It returns the ratings of the seats before and after the game.
    """
    players, newcomer = state.players, system.start()

    def rate_next(game: Game) -> tuple[Ratings, Ratings]:
        current, new = system, newcomer
        if state.learned:
            current, new = state.learned.system_on(game.played_on), state.learned.newcomer
        before = tuple([players.get(seat.player, new) for seat in game.seats])
        after = _rate(current, state, before, game)
        for seat, rated in zip(game.seats, after, strict=True):
            players[seat.player] = rated
        return before, after

    return rate_next


def _rate(system: System, state: FoldState, before: Ratings, game: Game) -> Ratings:
    """Rate one game and learn from it."""
    edge = first_move_edge(system, state.terms, game.setup)
    if is_learner(system):
        term = state.terms.get(game.setup) or system.start_term()
        after, state.terms[game.setup] = system.rate_learning(before, term, game)
    else:
        after = system.rate(before, game)
    if state.learned:
        state.learned.observe(game, before, edge, after)
    return after


def chance(system: System, state: FoldState, game: Game) -> float | None:
    """Expected score of the first mover in the next game of two; None: no prediction."""
    current = state.system_on(system, game.played_on)
    newcomer = current.start()
    first, second = (state.players.get(seat.player, newcomer) for seat in game.seats)
    edge = first_move_edge(current, state.terms, game.setup)
    return expected_score(current, edge, first, second, game.played_on)


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
