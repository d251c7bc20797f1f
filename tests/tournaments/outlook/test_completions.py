"""What is counted in the ways in which a stage can end."""

from fractions import Fraction

import pytest

from tournaments.outlook.completions import Completions, chances_of_game, standard_error
from tournaments.outlook.open_games import OpenGame


@pytest.fixture
def found():
    """Three ways, the first as likely as the others together: entry 1 is third, second to third
    with another, first."""
    made = Completions((), (1,), is_exact=True)
    for places, weight in (((3, 3), 0.5), ((2, 3), 0.25), ((1, 1), 0.25)):
        made.add((), {1: places}, weight)
    return made


def test_a_shared_place_counts_by_halves(found):
    assert found.place_chances(1) == {1: 0.25, 2: 0.125, 3: 0.625}
    assert found.place_ways(1) == {1: 1, 2: Fraction(1, 2), 3: Fraction(3, 2)}
    assert found.extremes(1) == (1, 3)


@pytest.mark.parametrize(("place", "chance"), [(1, 0.25), (2, 0.375), (3, 1.0), (4, 1.0)])
def test_a_place_or_a_better_one(found, place, chance):
    """Of a place that an entry is two below, nothing is taken away."""
    assert found.reach_chance(1, place) == pytest.approx(chance)


def test_among_some_ways(found):
    assert found.reach_chance(1, 1, [False, True, True]) == pytest.approx(0.5)
    assert found.reach_chance(1, 1, [False, False, False]) == 0.0


def test_the_error_of_a_share_of_a_sample():
    """√(p(1 - p)/n); of none or all as if half a way were otherwise."""
    assert standard_error(0.5, 100) == pytest.approx(0.05)
    for share in (0.0, 1.0):
        assert standard_error(share, 100) == pytest.approx(0.00705, abs=1e-5)
    assert standard_error(0.3, 0) == 0.5


def _favoured(first, second):
    """Moving first is good, and 1 is better than 2."""
    return {(1, 2): (0.7, 0.1, 0.2), (2, 1): (0.5, 0.1, 0.4)}[first, second]


@pytest.mark.parametrize(("first_seat", "chances"), [(1, (0.7, 0.1, 0.2)), (2, (0.4, 0.1, 0.5))])
def test_chances_are_by_seat_whoever_moves_first(first_seat, chances):
    game = OpenGame(0, 1, (1, 2), first_seat, 3, 1)
    assert tuple(chances_of_game(game, _favoured)) == chances
