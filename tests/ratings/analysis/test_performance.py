"""Performance ratings: FIDE B.02 8.1.1 gives the points above the opponents for a score."""

import pytest

from ratings.analysis.forecast import GameWithRatings
from ratings.analysis.performance import performances
from ratings.systems import Rating
from tests.ratings.systems.rating_games import game_of_two, table


def before(*ratings):
    return tuple(Rating(rating, 80) for rating in ratings)


def played(*scores, opponents=1600.0):
    """Games of player 1, rated 1500, against 2, 3, ...; chances of 0.4 each."""
    return [
        GameWithRatings(game_of_two(at, 1, at + 1, score), before(1500, opponents), (0.4, 0.6))
        for at, score in enumerate(scores, start=1)
    ]


def test_three_of_four_is_193_points_above_the_opponents():
    games = played(1, 1, 0.5, 0.5)
    one = performances(games)[1]
    assert [one.games, one.scored, one.opponents / one.games] == [4, 3, 1600]
    assert one.expected == pytest.approx(1.6)
    assert one.rating == 1793
    assert performances(games)[2].rating == 1500 - 800


@pytest.mark.parametrize(
    ("scores", "above"), [((1,) + 7 * (0,), -322), ((1,), 800), ((0, 1), 0), ((0.5, 0, 0), -273)]
)
def test_the_percentage_is_rounded_a_half_upwards(scores, above):
    """One of eight are 13 of 100, as one of 7.5; a half of three are 17."""
    assert performances(played(*scores))[1].rating == 1600 + above


def test_a_table_is_one_game_against_the_average_of_the_others():
    """Second of three: one of two is placed below."""
    game = GameWithRatings(table(1, 1, 2, 3), before(1700, 1500, 1300), (0.7, 0.5, 0.3))
    found = performances([game])
    assert [found[n].scored for n in (1, 2, 3)] == [1, 0.5, 0]
    assert [found[n].opponents for n in (1, 2, 3)] == [1400, 1500, 1600]
    assert [found[n].rating for n in (1, 2, 3)] == [2200, 1500, 800]


def test_a_system_without_forecasts_expects_nothing():
    known, other = played(1, 0)
    unknown = other._replace(expected=(None, None))
    for games in ([known, unknown], [unknown, known]):
        assert performances(games)[1].expected is None
