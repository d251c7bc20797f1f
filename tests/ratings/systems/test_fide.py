"""FIDE's monthly lists: its tables, first ratings, changes and what is published."""

import math
from datetime import date
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems import Game
from ratings.systems.elo import EloRating
from ratings.systems.fide import (
    DIFFERENCE_FOR_PERCENT,
    LARGEST_DIFFERENCE,
    Fide,
    Result,
    expected_percent,
    first_rating,
    performance_difference,
    rating_change,
)
from tests.ratings.systems.rating_games import DAY_1, game_of_two, needs_vectors, vectors


def results(*met: tuple[float, float]) -> list[Result]:
    return [Result(opponent, round(2 * score), DAY_1) for opponent, score in met]


def player(rating: float, games: int = 100, highest: float = 0.0) -> EloRating:
    return EloRating(rating, 0.0, games, DAY_1, max(highest, rating))


@needs_vectors
def test_both_tables() -> None:
    known = vectors()
    bounds = known["fide_expected_score_table_8_1_2"][
        "upper_bound_of_abs_diff_to_expected_of_higher"
    ]
    lowest = 0
    for bound, expected in bounds:
        assert expected_percent(lowest) == expected_percent(bound) == round(100 * expected)
        assert expected_percent(-bound) == (100 - round(100 * expected) if bound > 3 else 50)
        lowest = bound + 1
    below_half = known["fide_dp_table_1_4_9"]["dp_for_percent_0_to_50"]
    assert [performance_difference(percent) for percent in range(51)] == below_half


def test_the_table_is_the_normal_curve_rounded() -> None:
    """Source: A. Elo used a normal distribution of deviation 2000/7 of the difference."""

    def chance(difference: float) -> float:
        return (1 + math.erf(difference / (2000 / 7 * math.sqrt(2)))) / 2

    assert len(LARGEST_DIFFERENCE) == 50
    assert len(DIFFERENCE_FOR_PERCENT) == 51
    for difference in range(735):
        assert expected_percent(difference) / 100 == pytest.approx(chance(difference), abs=0.0066)
    for percent in range(1, 100):
        shown = chance(performance_difference(percent))
        assert shown == pytest.approx(percent / 100, abs=0.0015)


# Where the printed tables of B.02 are not the normal curve, rounded: 8.1.1 to the nearest whole
# number of points, 8.1.2 down from half a percent more.
DIFFERENCES_AS_PRINTED = {
    53: 21, 58: 57, 66: 117, 67: 125, 68: 133, 69: 141, 70: 149, 72: 166, 78: 220, 89: 351,
    96: 501, 97: 538, 98: 589, 99: 677, 100: 800,
}  # fmt: skip
LARGEST_AS_PRINTED = {57: 53, 88: 344, 89: 357, 91: 391, 98: 619}


def test_the_tables_are_the_curve_to_the_point_but_for_these() -> None:
    curve = NormalDist(0, 2000 / 7).inv_cdf
    differences = {percent: round(curve(percent / 100)) for percent in range(50, 100)}
    assert dict(enumerate(DIFFERENCE_FOR_PERCENT, 50)) == differences | DIFFERENCES_AS_PRINTED
    largest = {percent: int(curve(percent / 100 + 0.005)) for percent in range(50, 100)}
    assert dict(enumerate(LARGEST_DIFFERENCE, 50)) == largest | LARGEST_AS_PRINTED


@needs_vectors
def test_the_400_rule_as_cited() -> None:
    for case in vectors()["fide_rules"]["cases"]:
        one, two = player(case["player"]), player(case["opponent"])
        assert Fide().expected_score(one, two, DAY_1) == case["expected"]


@pytest.mark.parametrize(
    ("met", "rating"),
    [
        ([(1901.4, 1), (1901.4, 1), (1901.4, 1), (1901.4, 0), (1901.4, 0)], 1922),
        ([(1800, 1)] * 5, 2109),
        ([(1801, 1)] * 5, 2110),
        ([(2500, 1)] * 5, 2200),
    ],
)
def test_a_first_rating(met: list[tuple[float, float]], rating: int) -> None:
    """Sources: five games, 3 points, opponents' ratings 9507 in all, published as 1922 by FIDE;
    five wins against 1800: p = 6/7 = .86, dp 309; against 1801 the average is 1800.71 and the
    nearest whole number 2110; never above 2200 (B.02 8.2).
    """
    assert first_rating(results(*met)) == rating


def test_a_rating_change_by_hand() -> None:
    """2000 meets 2000, 2100 and 1700 with K 20: PD .50, .36 and .85; two points: +0.29, +6."""
    assert rating_change(player(2000), results((2000, 1), (2100, 1), (1700, 0))) == 6
    assert rating_change(player(2000), []) == 0


def test_a_half_is_rounded_away_from_zero() -> None:
    """Source: B.02 8.3.4. K 10, PD .75 and .50, then .25 and .50: +2.5 and -2.5."""
    top = player(2400)
    assert rating_change(top, results((2210, 1))) == 3
    assert rating_change(top, results((2590, 0))) == -3


def test_many_games_lower_the_coefficient() -> None:
    """Source: B.02 8.3.3: 39 games at K 20 are rated with K 17."""
    assert rating_change(player(2000), results(*[(2000, 1)] * 39)) == round(17 * 19.5 + 0.1)
    assert rating_change(player(2000), results(*[(2000, 1)] * 35)) == 20 * 35 / 2


@given(st.lists(st.tuples(st.integers(1400, 2600), st.sampled_from([0.0, 0.5, 1.0])), max_size=9))
def test_winning_one_more_point_never_costs(met: list[tuple[float, float]]) -> None:
    better = [(opponent, min(1.0, score + 0.5)) for opponent, score in met]
    assert rating_change(player(2000), results(*better)) >= rating_change(
        player(2000), results(*met)
    )


@given(st.integers(-900, 900))
def test_the_two_expectations_share_one_point(difference: int) -> None:
    total = expected_percent(difference) + expected_percent(-difference)
    assert total == 100


def a_round_robin(players: int, *, day: int, first: int = 1) -> list[Game]:
    """Everybody beats those with higher ids."""
    ids = range(first, first + players)
    pairings = [(a, b) for a in ids for b in ids if a < b]
    return [game_of_two(1000 * day + n, a, b, 1, day=day) for n, (a, b) in enumerate(pairings)]


def test_a_club_begins_and_goes_on() -> None:
    """Six play all: opponents count as 1800; five points of five show 2109, three 1850."""
    january, february = Fide().lists(
        [
            *a_round_robin(6, day=10),
            game_of_two(1, 1, 2, 0, day=40),
            game_of_two(2, 3, 9, 1, day=41),
        ]
    )
    assert january.opens_on == date(2026, 2, 1)
    assert {p: r.rating for p, r in january.ratings.items()} == {
        1: 2109,
        2: 1800 + performance_difference(71),
        3: 1850,
        4: 1750,
        5: 1800 - performance_difference(71),
    }, "the one without a point is not rated"
    change = rating_change(player(2109, games=5), results((january.ratings[2].rating, 0)))
    assert february.ratings[1].rating == 2109 + change
    assert february.ratings[1].games == 6
    assert february.ratings[3] == january.ratings[3], "a game against an unrated player"
    assert 9 not in february.ratings


def test_results_wait_for_the_fifth_for_26_months() -> None:
    founders = a_round_robin(6, day=10)
    first_four = [
        game_of_two(10 + n, 20, opponent, 0.5, day=40) for n, opponent in enumerate((1, 2, 3, 4))
    ]
    early = [*founders, *first_four, game_of_two(30, 20, 5, 0.5, day=40 + 25 * 30)]
    late = [*founders, *first_four, game_of_two(30, 20, 5, 0.5, day=40 + 27 * 30)]
    (*_, early_list) = Fide().lists(early)
    (*_, late_list) = Fide().lists(late)
    assert early_list.ratings[20].games == 5
    assert 20 not in late_list.ratings


def test_who_falls_below_the_floor_is_unrated() -> None:
    games = a_round_robin(6, day=10)
    losses = [
        game_of_two(10 * month + n, 5, opponent, 0, day=10 + 31 * month)
        for month in range(1, 30)
        for n, opponent in enumerate((1, 2, 3, 4))
    ]
    published = list(Fide().lists([*games, *losses]))
    assert all(r.rating >= 1400 for known in published for r in known.ratings.values())
    assert 5 in published[0].ratings
    assert 5 not in published[-1].ratings


@given(st.randoms(use_true_random=False))
def test_order_within_a_month_does_not_matter(random) -> None:
    month = a_round_robin(6, day=10)
    shuffled = random.sample(month, len(month))
    assert [known.ratings for known in Fide().lists(shuffled)] == [
        known.ratings for known in Fide().lists(month)
    ]


def test_parameters_make_the_same_system_again() -> None:
    assert Fide(**Fide(founding=1500.0).parameters()) == Fide(founding=1500.0)
