"""What a rating system sees and keeps: rated games and the ratings of players. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Any, Protocol, TypeGuard


@dataclass(frozen=True, slots=True)
class Seat:
    """One posting: player (its id, merges resolved by the caller), and how the game went.

    posting: the caller's key of this posting, handed back in the change it causes.
    score_x2: 2 won, 1 drawn, 0 lost; None where only places count. place_x2: doubled place,
    5 for a shared 2nd-3rd.
    """

    player: int
    score_x2: int | None = None
    place_x2: int | None = None
    posting: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A rated game. seats[0] moved first. order_key: unique; games are folded in its order.

    setup: games of one setup are worth the same to who moves first; for Tak size/half-komi.
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

    def as_json(self) -> list[Any]:
        last = self.last_on.isoformat() if self.last_on else None
        return [self.rating, self.deviation, self.games, last]

    @classmethod
    def from_json(cls, value: list[Any]) -> Rating:
        rating, deviation, games, last = value
        return cls(rating, deviation, games, date.fromisoformat(last) if last else None)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A game that is not rated, and why: a code of `ratings.replay.MESSAGES`."""

    order_key: str
    code: str
    params: Mapping[str, int | str]


class System(Protocol):
    """A fold: a frozen dataclass of parameters that rates one game after another."""

    @property
    def code(self) -> str: ...

    def parameters(self) -> dict[str, float]:
        """What the ratings depend on besides the games; `type(self)(**parameters())` is equal."""
        ...

    def start(self) -> Rating:
        """The rating of somebody who has not played."""
        ...

    def refuse(self, game: Game) -> Skipped | None:
        """Why this game cannot be rated, or None."""
        ...

    def rate(self, before: tuple[Rating, ...], game: Game) -> tuple[Rating, ...]:
        """Ratings of the seats after a game that is not refused, from those before it."""
        ...

    def expected_score(self, first: Rating, second: Rating, day: date) -> float | None:
        """Expected score, 0..1, of who moves first in a game of two; None: it foretells none."""
        ...


class Learner(System, Protocol):
    """A fold for two that learns, beside the ratings, what moving first is worth in a setup."""

    def start_term(self) -> Rating: ...

    def rate_learning(
        self, before: tuple[Rating, ...], term: Rating, game: Game
    ) -> tuple[tuple[Rating, ...], Rating]:
        """See `System.rate`; `term` is what moving first is worth, and comes back changed."""
        ...

    def expected_knowing(self, edge: float, first: Rating, second: Rating, day: date) -> float:
        """See `System.expected_score`; moving first is worth `edge` rating points."""
        ...


def is_learner(system: object) -> TypeGuard[Learner]:
    return bool(getattr(system, "learns", False))


class Foreteller(Protocol):
    """What folds and batches have in common here."""

    def expected_score(self, first: Rating, second: Rating, day: date) -> float | None: ...


def edge_of(system: object, terms: Mapping[str, Rating], setup: str | None) -> float | None:
    """What a system that learns counts for the first move, rating points; None: it does not learn.

    terms: what it has learned, by setup. setup: None where it is not known; then it is the mean
    of the terms by their games.
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
    system: Foreteller, edge: float | None, first: Rating, second: Rating, day: date
) -> float | None:
    """Expected score of who moves first, 0..1, by what the system has learned (see `edge_of`)."""
    if edge is not None and is_learner(system):
        return system.expected_knowing(edge, first, second, day)
    return system.expected_score(first, second, day)


def expected_scores(
    system: Foreteller, edge: float | None, ratings: Sequence[Rating], day: date
) -> tuple[float | None, ...]:
    """What each seat of a game is expected to score, 0..1; None: the system foretells nothing.

    ratings: of the seats, who moves first in front. Of a table it is the share of the others that
    a seat leaves behind: the mean of what is expected against each of them.
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
        _mean([_turned(chances, seat, other) for other in seats if other != seat]) for seat in seats
    )


def _turned(chances: Mapping[tuple[int, int], float | None], seat: int, other: int) -> float | None:
    """What a seat is expected to score against another."""
    if seat < other:
        return chances[seat, other]
    chance = chances[other, seat]
    return None if chance is None else 1 - chance


def _mean(chances: Sequence[float | None]) -> float | None:
    told = [chance for chance in chances if chance is not None]
    return sum(told) / len(chances) if len(told) == len(chances) else None
