"""Elo game by game: the published arithmetic, FIDE's coefficients, and elote's Elo."""

import json
from datetime import timedelta

import pytest
from elote import EloCompetitor
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems import Rating
from ratings.systems.elo import Elo, EloRating
from tests.ratings.systems.rating_games import DAY_1, game_of_two

ratings = st.floats(1000, 2300)
scores = st.sampled_from([0.0, 0.5, 1.0])
CONSTANT = Elo(k_new=32.0, k=32.0, k_top=32.0, cap=10_000.0)


def rated(rating: float, games: int = 50, highest: float | None = None) -> EloRating:
    return EloRating(rating, 0.0, games, DAY_1, rating if highest is None else highest)


def after(system: Elo, first: EloRating, second: EloRating, score: float) -> list[float]:
    return [r.rating for r in system.rate((first, second), game_of_two(1, 1, 2, score))]


def test_a_win_between_equals_is_half_of_k() -> None:
    assert after(Elo(), rated(1500), rated(1500), 1) == [1510, 1490]
    assert after(Elo(), rated(1500), rated(1500), 0.5) == [1500, 1500]


def test_a_player_of_wikipedias_example() -> None:
    """1613 against 1609, 1477, 1388, 1586 and 1720 with 2½ points, K 32: 1601.

    Source: Wikipedia, "Elo rating system", Mathematical details (expected scores 0.51, 0.69,
    0.79, 0.54, 0.35; the printed 2.88). Rated one by one, from the same rating each time.
    """
    opponents = [(1609, 0.0), (1477, 0.5), (1388, 1.0), (1586, 1.0), (1720, 0.0)]
    moved = [after(CONSTANT, rated(1613), rated(r), s)[0] - 1613 for r, s in opponents]
    assert 1613 + sum(moved) == pytest.approx(1601, abs=0.5)


@given(ratings, ratings, scores)
def test_one_game_agrees_with_elote(first: float, second: float, score: float) -> None:
    one = EloCompetitor(first, k_factor=32)
    two = EloCompetitor(second, k_factor=32)
    if score == 0.5:
        one.tied(two)
    elif score == 1:
        one.beat(two)
    else:
        two.beat(one)
    ours = after(CONSTANT, rated(first), rated(second), score)
    assert ours == pytest.approx([one.rating, two.rating], abs=1e-9)


@given(ratings, ratings, scores)
def test_between_players_of_one_coefficient_nothing_is_lost(
    a: float, b: float, score: float
) -> None:
    assert sum(after(Elo(), rated(a), rated(b), score)) == pytest.approx(a + b)


@given(ratings, ratings)
def test_a_better_score_is_never_worth_less(a: float, b: float) -> None:
    lost, drawn, won = (after(Elo(), rated(a), rated(b), score)[0] for score in (0, 0.5, 1))
    assert lost < drawn < won


@given(ratings, ratings, scores)
def test_the_seats_are_alike(a: float, b: float, score: float) -> None:
    straight = after(Elo(), rated(a), rated(b), score)
    assert after(Elo(), rated(b), rated(a), 1 - score) == pytest.approx(straight[::-1])


@pytest.mark.parametrize(
    ("player", "k"),
    [
        (rated(1500, games=29), 40),
        (rated(1500, games=30), 20),
        (rated(2399, games=30), 20),
        (rated(2400, games=30), 10),
        (rated(2390, games=300, highest=2400), 10),
    ],
)
def test_the_coefficient_of_a_player(player: EloRating, k: float) -> None:
    """Source: FIDE B.02 8.3.3."""
    assert Elo().coefficient(player) == k


@pytest.mark.parametrize(
    ("own", "opponent", "counted"),
    [
        (2200, 1000, 400),
        (1800, 2482, -400),
        (2700, 2200, 500),
        (2200, 2700, -400),
        (2000, 1900, 100),
    ],
)
def test_the_400_rule(own: float, opponent: float, counted: float) -> None:
    """Source: FIDE B.02 8.3.1, with the change of 1 October 2025."""
    assert Elo().counted_difference(own, opponent) == counted


def test_a_player_who_reached_the_top_keeps_its_coefficient() -> None:
    champion, rival = rated(2395, games=100), rated(2395, games=100)
    (risen, _) = Elo().rate((champion, rival), game_of_two(1, 1, 2, 1))
    assert isinstance(risen, EloRating)
    assert risen.highest == risen.rating == 2405
    (fallen, _) = Elo().rate((risen, rival), game_of_two(2, 1, 2, 0))
    assert isinstance(fallen, EloRating)
    assert fallen.rating < 2405 == fallen.highest
    assert Elo().coefficient(fallen) == 10


def test_games_are_counted_and_what_is_known_survives_json() -> None:
    system = Elo(initial=1200.0)
    assert system.start() == EloRating(1200.0, 0.0, highest=1200.0)
    first, _second = system.rate((system.start(), system.start()), game_of_two(1, 1, 2, 1, day=3))
    assert (first.games, first.last_on) == (1, DAY_1 + timedelta(2))
    assert first.rating == 1220
    assert EloRating.from_json(json.loads(json.dumps(first.as_json()))) == first


def test_a_rating_of_another_system_is_not_taken() -> None:
    with pytest.raises(AssertionError):
        Elo().rate((Rating(1500, 0), Rating(1500, 0)), game_of_two(1, 1, 2, 1))


def test_parameters_make_the_same_system_again() -> None:
    system = Elo(k=16.0)
    assert Elo(**system.parameters()) == system
