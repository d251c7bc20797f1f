"""Periods lie on a fixed grid, none is left out, and a forecast knows only earlier lists."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems import Game, Rating, Skipped
from ratings.systems.batch import (
    RatingList,
    by_period,
    end_of_days,
    end_of_month,
    predict,
    rated_games,
)
from ratings.systems.pairs import two_player_skip_reason
from tests.ratings.systems.rating_games import game_of_two


class Counting:
    """Rates everybody by the number of games they have played, month by month."""

    code = "counting"

    def parameters(self) -> dict[str, float]:
        return {}

    def start(self) -> Rating:
        return Rating(0, 0)

    def skip_reason(self, game: Game) -> Skipped | None:
        return two_player_skip_reason(game)

    def lists(self, games: Iterable[Game]) -> Iterator[RatingList]:
        played: dict[int, Rating] = {}
        for end, month in by_period(rated_games(self, games), end_of_month):
            for game in month:
                for seat in game.seats:
                    old = played.get(seat.player) or self.start()
                    played[seat.player] = Rating(old.rating + 1, 0)
            yield RatingList(end, dict(played))

    def expected_score(self, first: Rating, second: Rating, day: date) -> float:
        return first.rating


def test_periods_without_games_are_there_too() -> None:
    games = [
        game_of_two(1, 1, 2, 1, day=1),
        game_of_two(2, 1, 2, 0, day=31),
        game_of_two(3, 1, 2, 0, day=32),
        game_of_two(4, 2, 1, 0, day=100),
    ]
    months = [
        (end, [g.order_key[-1] for g in played]) for end, played in by_period(games, end_of_month)
    ]
    assert months == [
        (date(2026, 2, 1), ["1", "2"]),
        (date(2026, 3, 1), ["3"]),
        (date(2026, 4, 1), []),
        (date(2026, 5, 1), ["4"]),
    ]
    assert list(by_period([], end_of_month)) == []


def test_days_must_not_go_back() -> None:
    games = [game_of_two(1, 1, 2, 1, day=5), game_of_two(2, 1, 2, 1, day=4)]
    with pytest.raises(ValueError, match="was played before"):
        list(by_period(games, end_of_month))


@given(st.dates(date(1900, 1, 1), date(2200, 1, 1)), st.integers(1, 400))
def test_a_period_of_days_holds_its_day_and_ends_where_the_next_begins(
    day: date, length: int
) -> None:
    end = end_of_days(day, length)
    assert day < end <= day + timedelta(days=length)
    assert end_of_days(end - timedelta(days=length), length) == end
    assert end_of_days(end, length) == end + timedelta(days=length)


def test_a_month_ends_on_the_first_of_the_next() -> None:
    assert end_of_month(date(2026, 1, 31)) == date(2026, 2, 1)
    assert end_of_month(date(2026, 12, 1)) == date(2027, 1, 1)
    assert end_of_month(date(2028, 2, 29)) == date(2028, 3, 1)


def test_each_game_is_predicted_from_the_list_before_it() -> None:
    """The "chance" here is how many games player 1 had in the newest list."""
    days = [1, 31, 32, 40, 91]
    games = [game_of_two(n, 1, 2, 1, day=day) for n, day in enumerate(days)]
    games.insert(2, game_of_two(9, 3, 3, 1, day=31))  # refused: predicted by nobody
    told = [(game.order_key[:5], chance) for game, chance in predict(Counting(), games)]
    assert told == [("00001", 0), ("00031", 0), ("00032", 2), ("00040", 2), ("00091", 4)]
