"""The data of rating systems: rated games, seats and ratings. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Any, Protocol, TypeGuard


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's result. player: id, with merges resolved by the caller.

    posting: the caller's key, returned in the change. score_x2: 2 won, 1 drawn, 0 lost; None if
    only places count. place_x2: doubled place, 5 for a shared 2nd-3rd.
    """

    player: int
    score_x2: int | None = None
    place_x2: int | None = None
    posting: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A rated game. seats[0] moved first. order_key: unique; games are rated in its order.

    setup: the games that share one first-move advantage; for Tak size/half-komi.
    """

    order_key: str
    played_on: date
    seats: tuple[Seat, ...]
    setup: str = ""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating and its deviation, rating points, as of the last game.

    last_on: None before the first game.
    """

    rating: float
    deviation: float
    games: int = 0
    last_on: date | None = None

    def as_json(self) -> list[object]:
        last = self.last_on.isoformat() if self.last_on else None
        return [self.rating, self.deviation, self.games, last]

    @classmethod
    def from_json(cls, value: list[Any]) -> Rating:
        rating, deviation, games, last = value
        return cls(rating, deviation, games, date.fromisoformat(last) if last else None)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A game that is not rated. code: a key of `ratings.replay.MESSAGES`."""

    order_key: str
    code: str
    params: Mapping[str, int | str]


class System(Protocol):
    """A system that rates game by game: a frozen dataclass of parameters."""

    @property
    def code(self) -> str: ...

    def parameters(self) -> dict[str, float]:
        """The parameters that affect ratings; `type(self)(**parameters())` is equal."""
        ...

    def start(self) -> Rating:
        """A newcomer's rating."""
        ...

    def skip_reason(self, game: Game) -> Skipped | None:
        """Why this game is not rated, or None."""
        ...

    def rate(self, before: tuple[Rating, ...], game: Game) -> tuple[Rating, ...]:
        """Ratings of the seats after a game (not a skipped one), from those before it."""
        ...

    def expected_score(self, first: Rating, second: Rating, day: date) -> float | None:
        """Expected score, 0..1, of the first mover in a game of two; None: no prediction."""
        ...


class Learner(System, Protocol):
    """A `System` for two that also learns the first-move advantage of each setup."""

    def start_term(self) -> Rating: ...

    def rate_learning(
        self, before: tuple[Rating, ...], term: Rating, game: Game
    ) -> tuple[tuple[Rating, ...], Rating]:
        """`System.rate` that also takes and returns the `term`: the first-move advantage."""
        ...

    def expected_with_edge(self, edge: float, first: Rating, second: Rating, day: date) -> float:
        """`System.expected_score` with a first-move advantage of `edge` rating points."""
        ...


def is_learner(system: object) -> TypeGuard[Learner]:
    return bool(getattr(system, "learns", False))


class Predictor(Protocol):
    """The common part of `System` and `Batch`."""

    def expected_score(self, first: Rating, second: Rating, day: date) -> float | None: ...


def first_move_edge(system: object, terms: Mapping[str, Rating], setup: str | None) -> float | None:
    """The learned first-move advantage, rating points; None if the system does not learn.

    terms: the learned terms by setup. setup: None if unknown; then the result is the mean of the
    terms weighted by their games.
    """
    if not is_learner(system):
        return None
    if setup is not None:
        return (terms.get(setup) or system.start_term()).rating
    games = sum(term.games for term in terms.values())
    if not games:
        return system.start_term().rating
    return sum(term.rating * term.games for term in terms.values()) / games


def expected_score(
    system: Predictor, edge: float | None, first: Rating, second: Rating, day: date
) -> float | None:
    """Expected score of the first mover, 0..1. edge: see `first_move_edge`."""
    if edge is not None and is_learner(system):
        return system.expected_with_edge(edge, first, second, day)
    return system.expected_score(first, second, day)


def expected_scores(
    system: Predictor, edge: float | None, ratings: Sequence[Rating], day: date
) -> tuple[float | None, ...]:
    """The expected score of each seat, 0..1; None: no prediction.

    ratings: of the seats, the first mover first. At a table it is the expected share of opponents
    placed below: the mean of the expected scores against each.
    """
    if len(ratings) == 2:  # most games: a club's history is a million of these
        first = expected_score(system, edge, ratings[0], ratings[1], day)
        return first, None if first is None else 1 - first
    seats = range(len(ratings))
    chances = {
        (one, other): expected_score(system, edge, ratings[one], ratings[other], day)
        for one, other in combinations(seats, 2)
    }
    return tuple(
        _mean([_against(chances, seat, other) for other in seats if other != seat])
        for seat in seats
    )


def _against(
    chances: Mapping[tuple[int, int], float | None], seat: int, other: int
) -> float | None:
    """The expected score of a seat against another."""
    if seat < other:
        return chances[seat, other]
    chance = chances[other, seat]
    return None if chance is None else 1 - chance


def _mean(chances: Sequence[float | None]) -> float | None:
    known = [chance for chance in chances if chance is not None]
    return sum(known) / len(chances) if len(known) == len(chances) else None
