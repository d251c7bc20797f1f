"""Systems that rate all games of a period together, and the lists they produce.

A `ledger.System` rates game by game and can continue from a checkpoint. In a batch the order of
games within a period does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Protocol, TypeGuard

from ratings.systems.ledger import Game, Rating, Skipped


@dataclass(frozen=True, slots=True)
class RatingList:
    """Ratings by player id at the start of a day, from the games of the days before it."""

    opens_on: date
    ratings: Mapping[int, Rating]


class Batch(Protocol):
    """A frozen dataclass of parameters that makes rating lists from all games."""

    @property
    def code(self) -> str: ...

    def parameters(self) -> dict[str, float]:
        """The parameters that affect the lists; `type(self)(**parameters())` is equal."""
        ...

    def start(self) -> Rating:
        """A newcomer's rating."""
        ...

    def skip_reason(self, game: Game) -> Skipped | None:
        """Why this game is not rated, or None."""
        ...

    def lists(self, games: Iterable[Game]) -> Iterator[RatingList]:
        """The list after each period, from the first game's to the last one's.

        games: in ascending order of days; skipped games are ignored.

        :raises ValueError: a game was played before the previous one.
        """
        ...

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        """Expected score, 0..1, of the first mover in a game on a day."""
        ...


class Periodic(Batch, Protocol):
    """A batch that carries a state from each period to the next."""

    @property
    def rates_newcomers(self) -> bool:
        """Whether a newcomer's first change starts from `start()`."""
        ...

    def end_of(self, day: date) -> date:
        """The first day after the period that holds a day."""
        ...

    def begin(self) -> Any:
        """The state before the first period."""
        ...

    def after(self, carried: Any, games: Sequence[Game], end: date) -> Any:
        """The state after a period with these games (without skipped ones)."""
        ...

    def listed(self, carried: Any) -> Mapping[int, Rating]:
        """The list in a state."""
        ...

    def as_json(self, carried: Any) -> object:
        """JSON values from which `from_json` restores the state bit for bit."""
        ...

    def from_json(self, value: Any) -> Any: ...


class WholeBatch(Batch, Protocol):
    """A batch in which every game affects every day, so all games are always rated again."""

    def histories(self, games: Iterable[Game]) -> dict[int, tuple[Rating, ...]]:
        """Each player's rating on every day they played, ascending by day."""
        ...


def is_periodic(system: object) -> TypeGuard[Periodic]:
    return is_batch(system) and hasattr(system, "begin")


def is_whole_history(system: object) -> TypeGuard[WholeBatch]:
    return is_batch(system) and hasattr(system, "histories")


def is_batch(system: object) -> TypeGuard[Batch]:
    """Whether a system rates by periods."""
    return hasattr(system, "lists")


def rated_games(system: Batch, games: Iterable[Game]) -> list[Game]:
    return [game for game in games if system.skip_reason(game) is None]


def by_period(
    games: Iterable[Game], end_of: Callable[[date], date], *, opens_on: date | None = None
) -> Iterator[tuple[date, list[Game]]]:
    """The first day after each period with the period's games, including empty periods.

    end_of: the first day after the period that contains a day. opens_on: the first day of the first
    period; None: the day of the first game.

    :raises ValueError: a game was played before the previous one.
    """
    played: list[Game] = []
    end: date | None = None
    for game in games:
        if end is None and opens_on is not None:
            end = end_of(opens_on)
        if played and game.played_on < played[-1].played_on:
            raise ValueError(f"{game.order_key!r} was played before {played[-1].order_key!r}")
        if end is None:
            end = end_of(game.played_on)
        while game.played_on >= end:
            yield end, played
            played, end = [], end_of(end)
        played.append(game)
    if end is not None:
        yield end, played


def lists_by_period(system: Periodic, games: Iterable[Game]) -> Iterator[RatingList]:
    """See `Batch.lists`."""
    carried = system.begin()
    for end, played in by_period(rated_games(system, games), system.end_of):
        carried = system.after(carried, played, end)
        yield RatingList(end, system.listed(carried))


def end_of_days(day: date, length: int) -> date:
    """The first day after the period of `length` days that contains a day.

    Periods are counted from day 1 of year 1, so they do not depend on the games.
    """
    return day + timedelta(days=length - (day.toordinal() - 1) % length)


def end_of_month(day: date) -> date:
    """The first day of the month after a day's."""
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1)


def predict(system: Batch, games: Sequence[Game]) -> Iterator[tuple[Game, float]]:
    """Each rated game with its expected score, 0..1, by the last list before it."""
    for game, (first, second) in games_with_ratings(system, games):
        yield game, system.expected_score(first, second, game.played_on)


def games_with_ratings(
    system: Batch, games: Sequence[Game]
) -> Iterator[tuple[Game, tuple[Rating, ...]]]:
    """Each rated game with the ratings of its seats in the last list before it."""
    rated = rated_games(system, games)
    waiting = iter(rated)
    game = next(waiting, None)
    known: Mapping[int, Rating] = {}
    for following in system.lists(rated):
        while game and game.played_on < following.opens_on:
            yield game, tuple(known.get(seat.player) or system.start() for seat in game.seats)
            game = next(waiting, None)
        known = following.ratings
