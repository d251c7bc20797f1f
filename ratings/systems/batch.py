"""Systems that rate a whole period at once, and the lists they publish.

A fold (`ledger.System`) rates one game after another and can go on from a checkpoint. A batch
looks at all games of a period together, so that their order within it does not matter, and is
rebuilt when a result of the past changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Protocol, TypeGuard

from ratings.systems.ledger import Game, Rating, Skipped


@dataclass(frozen=True, slots=True)
class RatingList:
    """Ratings by player id as a day opens, from the games of the days before it."""

    opens_on: date
    ratings: Mapping[int, Rating]


class Batch(Protocol):
    """A frozen dataclass of parameters that makes rating lists of all games."""

    @property
    def code(self) -> str: ...

    def parameters(self) -> dict[str, float]:
        """What the lists depend on besides the games; `type(self)(**parameters())` is equal."""
        ...

    def start(self) -> Rating:
        """The rating of somebody who has not played."""
        ...

    def refuse(self, game: Game) -> Skipped | None:
        """Why this game cannot be rated, or None."""
        ...

    def lists(self, games: Iterable[Game]) -> Iterator[RatingList]:
        """The list after each period, from the first game's to the last one's, none left out.

        games: in ascending order of days; games that are refused are passed over.

        :raises ValueError: a game was played before the one in front of it.
        """
        ...

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        """Expected score, 0..1, of who moves first in a game on a day."""
        ...


class Periodic(Batch, Protocol):
    """A batch that needs, of all periods before, only what the last one carries over."""

    @property
    def rates_newcomers(self) -> bool:
        """Whether `start()` counts as the rating that a newcomer's first games change."""
        ...

    def end_of(self, day: date) -> date:
        """The first day after the period that holds a day."""
        ...

    def begin(self) -> Any:
        """What is carried into the first period."""
        ...

    def after(self, carried: Any, games: Sequence[Game], end: date) -> Any:
        """What a period with these games, none of them refused, carries over."""
        ...

    def listed(self, carried: Any) -> Mapping[int, Rating]:
        """The list that a period ends with."""
        ...

    def as_json(self, carried: Any) -> Any:
        """JSON values; `from_json` gives the very same back, to the bit."""
        ...

    def from_json(self, value: Any) -> Any: ...


class WholeBatch(Batch, Protocol):
    """A batch in which every game changes every day: always rated from the first game on."""

    def histories(self, games: Iterable[Game]) -> dict[int, tuple[Rating, ...]]:
        """Each player's rating on every day they played, ascending by day."""
        ...


def is_periodic(system: object) -> TypeGuard[Periodic]:
    return is_batch(system) and hasattr(system, "begin")


def is_whole(system: object) -> TypeGuard[WholeBatch]:
    return is_batch(system) and hasattr(system, "histories")


def is_batch(system: object) -> TypeGuard[Batch]:
    """Whether a system makes lists by period, and is no fold."""
    return hasattr(system, "lists")


def rated_games(system: Batch, games: Iterable[Game]) -> list[Game]:
    return [game for game in games if system.refuse(game) is None]


def by_period(
    games: Iterable[Game], end_of: Callable[[date], date], *, opens_on: date | None = None
) -> Iterator[tuple[date, list[Game]]]:
    """The first day after each period and the period's games; periods without games included.

    end_of: the first day after the period that holds a day. opens_on: the day that the first
    period begins with; without it the one of the first game.

    :raises ValueError: a game was played before the one in front of it.
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
    """The first day after the period of `length` days holding a day; the first is day 1 of year 1.

    Periods lie the same way whatever was played, so that a game found later moves none of them.
    """
    return day + timedelta(days=length - (day.toordinal() - 1) % length)


def end_of_month(day: date) -> date:
    """The first day of the month after a day's."""
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1)


def foretell(system: Batch, games: Sequence[Game]) -> Iterator[tuple[Game, float]]:
    """Each rated game with its expected score, 0..1, from the last list before it."""
    for game, (first, second) in known_before(system, games):
        yield game, system.expected_score(first, second, game.played_on)


def known_before(system: Batch, games: Sequence[Game]) -> Iterator[tuple[Game, tuple[Rating, ...]]]:
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
