"""Glicko-2 against Glickman's printed example, lichess' own tests, elote and glicko2."""

import math
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from elote import Glicko2Competitor
from glicko2 import Player as Glicko2Player
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.glicko2 import (
    Glicko2,
    Glicko2Rating,
    expected,
    rate_period,
    volatility_after,
    weight,
)
from tests.ratings.systems.rating_games import DAY_1, game_of_two, needs_vectors, vectors

OPPONENTS = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
scores = st.sampled_from([0.0, 0.5, 1.0])
ratings = st.floats(800, 2400)
deviations = st.floats(30, 340)
opponents = st.lists(st.tuples(ratings, deviations, scores), min_size=1, max_size=8)


def rated(rating: float, deviation: float, volatility: float = 0.06) -> Glicko2Rating:
    return Glicko2Rating(rating, deviation, 3, DAY_1, volatility)


def test_glickmans_worked_example() -> None:
    """Source: glicko.net/glicko/glicko2.pdf. It prints 1464.06, made from rounded steps."""
    assert [weight(rd / 173.7178) for _, rd, _ in OPPONENTS] == pytest.approx(
        [0.9955, 0.9531, 0.7242], abs=5e-5
    )
    assert [expected(1500, r, rd) for r, rd, _ in OPPONENTS] == pytest.approx(
        [0.639, 0.432, 0.303], abs=5e-4
    )
    rating, deviation, volatility = rate_period(rated(1500, 200), OPPONENTS, tau=0.5)
    assert rating == pytest.approx(1464.06, abs=0.02)
    assert rating == pytest.approx(1464.0507, abs=1e-4)  # the same, unrounded
    assert deviation == pytest.approx(151.52, abs=0.005)
    assert volatility == pytest.approx(0.05999, abs=1e-5)


def test_who_does_not_play_becomes_less_certain() -> None:
    """Source: the same, step 6: sqrt(φ² + σ²)."""
    rating, deviation, volatility = rate_period(rated(1500, 200), [], tau=0.5)
    assert (rating, volatility) == (1500, 0.06)
    assert deviation == pytest.approx(200.27141669877065)


@needs_vectors
def test_shared_vectors() -> None:
    known = vectors()
    example = known["glicko2_glickman_example"]
    games = [(o["r"], o["rd"], o["score"]) for o in example["opponents"]]
    exact = example["full_precision"]
    assert rate_period(rated(1500, 200), games, tau=example["tau"]) == pytest.approx(
        (exact["rating"], exact["rd"], exact["sigma"]), rel=1e-9
    )
    single = known["glicko2_single_game_win_equal"]
    for side, score in (("winner", 1.0), ("loser", 0.0)):
        after = rate_period(rated(1500, 350), [(1500, 350, score)], tau=0.5)
        assert after == pytest.approx(
            tuple(single[side][name] for name in ("rating", "rd", "sigma")), rel=1e-9
        )


@needs_vectors
def test_lichess_tests() -> None:
    """They rate a game with no time gone by, and give their own tolerances."""
    for case in vectors()["lichess_glicko2"]["cases"]:
        score = {"1-0": 1.0, "1/2": 0.5, "0-1": 0.0}[case["res"]]
        for own, other, won in (("w", "b", score), ("b", "w", 1 - score)):
            opponent = (*case[other][:2], won)
            after = rate_period(rated(*case[own]), [opponent], tau=0.75, periods=0)
            for value, wanted, tolerance in zip(
                after, case[f"{own}_after"], case["tol"], strict=True
            ):
                assert value == pytest.approx(wanted, abs=tolerance)


@given(ratings, deviations, ratings, deviations, scores)
def test_one_game_agrees_with_elote(
    first: float, first_rd: float, second: float, second_rd: float, score: float
) -> None:
    now = datetime(2026, 11, 21, tzinfo=UTC)
    one = Glicko2Competitor(first, first_rd, initial_time=now)
    two = Glicko2Competitor(second, second_rd, initial_time=now)
    if score == 0.5:
        one.tied(two, match_time=now)
    elif score == 1.0:
        one.beat(two, match_time=now)
    else:
        two.beat(one, match_time=now)
    game = game_of_two(1, 1, 2, score)
    ours = Glicko2().rate({1: rated(first, first_rd), 2: rated(second, second_rd)}, [game])
    for mine, theirs in ((ours[1], one), (ours[2], two)):
        assert mine.rating == pytest.approx(theirs.rating, abs=1e-6)
        assert mine.deviation == pytest.approx(min(350, theirs.rd), abs=1e-6)
        assert mine.volatility == pytest.approx(theirs.volatility, abs=1e-9)


@given(opponents)
def test_a_period_agrees_with_the_package_glicko2_but_for_its_volatility(
    games: list[tuple[float, float, float]],
) -> None:
    """That package takes the rating for the deviation in step 5, so volatility is set apart."""
    theirs = Glicko2Player(rating=1500, rd=200, vol=0.06)
    theirs.update_player(*(list(column) for column in zip(*games, strict=True)))
    ours = rate_period(rated(1500, 200), games, tau=0.5)
    assert ours[0] == pytest.approx(theirs.rating, abs=0.5)
    assert ours[1] == pytest.approx(theirs.rd, abs=0.5)


@given(opponents, st.randoms(use_true_random=False))
def test_order_within_a_period_does_not_matter(games, random) -> None:
    shuffled = random.sample(games, len(games))
    assert rate_period(rated(1500, 200), shuffled, tau=0.5) == rate_period(
        rated(1500, 200), games, tau=0.5
    )


@given(ratings, deviations, opponents)
def test_more_points_are_never_worth_less(
    rating: float, deviation: float, games: list[tuple[float, float, float]]
) -> None:
    """With volatility all but fixed; a surprise may otherwise widen the deviation."""
    opponent, opponent_rd, score = games[0]
    better = [(opponent, opponent_rd, min(1.0, score + 0.5)), *games[1:]]
    worse = rate_period(rated(rating, deviation), games, tau=0.01)
    assert rate_period(rated(rating, deviation), better, tau=0.01)[0] >= worse[0] - 1e-6


@given(ratings, ratings, deviations)
def test_equals_in_certainty_win_what_the_other_loses(a: float, b: float, rd: float) -> None:
    after = Glicko2(tau=0.2).rate({1: rated(a, rd), 2: rated(b, rd)}, [game_of_two(1, 1, 2, 1)])
    assert after[1].rating - a == pytest.approx(b - after[2].rating, abs=1e-6)


def test_the_volatility_equation_is_solved() -> None:
    """Step 5 finds the zero of f; checked by bisection."""
    phi, v, delta, sigma, tau = 0.5, 1.2, 6.0, 0.06, 0.9

    def f(x: float) -> float:
        spread = phi**2 + v + math.exp(x)
        return (
            math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - math.log(sigma**2)) / tau**2
        )

    low, high = math.log(sigma**2) - 20, math.log(sigma**2) + 20
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    found = volatility_after(sigma, phi=phi, v=v, delta=delta, tau=tau)
    assert found == pytest.approx(math.exp(low / 2), rel=1e-6)


def test_lists_period_by_period() -> None:
    """Three periods: a win, nothing, a win of the other; a newcomer starts when first seen.

    The grid of 30 days has a border after day 4 and one after day 34.
    """
    games = [
        game_of_two(1, 1, 2, 1, day=1),
        game_of_two(2, 3, 3, 1, day=2),
        game_of_two(3, 1, 3, 0, day=35),
    ]
    system = Glicko2(period_days=30)
    first, idle, last = system.lists(games)
    assert set(first.ratings) == {1, 2} == set(idle.ratings)
    assert first.ratings[1].rating > 1500 > first.ratings[2].rating
    assert idle.ratings[1].rating == first.ratings[1].rating
    assert idle.ratings[1].deviation > first.ratings[1].deviation
    assert (last.opens_on - first.opens_on).days == 60
    assert last.ratings[3].rating > 1500
    assert [last.ratings[n].games for n in (1, 2, 3)] == [2, 1, 1]
    assert last.ratings[2].last_on == DAY_1


def test_no_deviation_grows_beyond_a_newcomers() -> None:
    system = Glicko2(initial_deviation=200.0, initial_volatility=0.5)
    ratings_after = {1: rated(1500, 199, 0.5)}
    assert system.rate(ratings_after, [])[1].deviation == 200.0


def test_the_first_move_shifts_what_is_expected() -> None:
    level = Glicko2(first_move=60.0)
    one, two = rated(1500, 50), rated(1560, 50)
    assert level.expected_score(one, two, DAY_1) == pytest.approx(0.5)
    drawn = level.rate({1: one, 2: two}, [game_of_two(1, 1, 2, 0.5)])
    assert [drawn[n].rating for n in (1, 2)] == pytest.approx([1500, 1560])
    swapped = replace(level, first_move=-60.0).rate({1: two, 2: one}, [game_of_two(1, 1, 2, 0)])
    straight = level.rate({1: one, 2: two}, [game_of_two(1, 1, 2, 1)])
    assert swapped[2].rating == pytest.approx(straight[1].rating)


def test_parameters_make_the_same_system_again() -> None:
    system = Glicko2(tau=0.3, period_days=7)
    assert Glicko2(**system.parameters()) == system
