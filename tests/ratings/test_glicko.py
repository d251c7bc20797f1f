import json
import math
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from elote import GlickoCompetitor
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems import SYSTEMS, Game, Rating, Seat
from ratings.systems.glicko import Glicko, expected, rate_period, weight
from tests.paths import SHARED

DATA = SHARED / "data" / "ratings"
DAY = date(2026, 11, 21)
PLAIN = Glicko(first_move=0.0, floor=0.0)

ratings = st.floats(800, 2400)
deviations = st.floats(30, 300)
scores_x2 = st.sampled_from([0, 1, 2])


def game(first_x2: int | None, second_x2: int | None, day: date = DAY) -> Game:
    return Game("a", day, (Seat(1, first_x2), Seat(2, second_x2)))


def test_glickmans_worked_example() -> None:
    """Source: The Glicko system, glicko.net/glicko/glicko.pdf: 1464 and 151.4 in one period."""
    opponents = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
    assert [weight(rd) for _, rd, _ in opponents] == pytest.approx(
        [0.9955, 0.9531, 0.7242], abs=5e-5
    )
    assert [expected(1500, r, rd) for r, rd, _ in opponents] == pytest.approx(
        [0.639, 0.432, 0.303], abs=5e-4
    )
    rating, deviation = rate_period(1500, 200, opponents)
    assert rating == pytest.approx(1464, abs=0.5)
    assert rating == pytest.approx(1464.1064627569112, abs=1e-9)  # the same, unrounded
    assert deviation == pytest.approx(151.4, abs=0.05)


@pytest.mark.skipif(not DATA.exists(), reason="no shared data beside the checkout")
def test_shared_vectors() -> None:
    vectors = json.loads((DATA / "rating_vectors.json").read_text())
    example = vectors["glicko1_glickman_example"]
    opponents = [(o["r"], o["rd"], o["score"]) for o in example["opponents"]]
    rated = rate_period(example["player"]["r"], example["player"]["rd"], opponents)
    exact = example["full_precision"]
    assert rated == pytest.approx((exact["rating"], exact["rd"]), abs=1e-9)
    (r1, rd1), (r2, rd2) = (vectors["glicko_win_expectancy"][side] for side in "ab")
    wanted = vectors["glicko_win_expectancy"]["E"]
    assert expected(r1, r2, math.hypot(rd1, rd2)) == pytest.approx(wanted, abs=1e-9)
    growing = replace(PLAIN, growth=vectors["glicko1_rd_growth"]["c"], initial_deviation=350.0)
    idle = Rating(1500, 50, 1, DAY)
    assert growing.deviation_on(idle, DAY + timedelta(100)) == pytest.approx(350)


@given(ratings, deviations, ratings, deviations, scores_x2)
def test_one_game_agrees_with_elote(
    first: float, first_rd: float, second: float, second_rd: float, score_x2: int
) -> None:
    """elote rounds ln(10)/400 to 0.0057565, hence the tolerance."""
    now = datetime(2026, 11, 21, tzinfo=UTC)
    theirs = GlickoCompetitor(first, first_rd, now), GlickoCompetitor(second, second_rd, now)
    if score_x2 == 1:
        theirs[0].tied(theirs[1], match_time=now)
    elif score_x2 == 2:
        theirs[0].beat(theirs[1], match_time=now)
    else:
        theirs[1].beat(theirs[0], match_time=now)
    before = Rating(first, first_rd, 3, DAY), Rating(second, second_rd, 3, DAY)
    ours = PLAIN.rate(before, game(score_x2, 2 - score_x2))
    for mine, other in zip(ours, theirs, strict=True):
        assert mine.rating == pytest.approx(other.rating, abs=0.01)
        assert mine.deviation == pytest.approx(other.rd, abs=0.01)


@given(ratings, deviations, ratings, deviations, scores_x2)
def test_sides_are_alike_but_for_the_first_move(
    a: float, a_rd: float, b: float, b_rd: float, score_x2: int
) -> None:
    """Changing the seats and the sign of the first-move term changes nothing."""
    one, two = Rating(a, a_rd, 1, DAY), Rating(b, b_rd, 1, DAY)
    there = Glicko().rate((one, two), game(score_x2, 2 - score_x2))
    back = Glicko(first_move=-43.0).rate((two, one), game(2 - score_x2, score_x2))
    assert [r.rating for r in there] == pytest.approx([r.rating for r in reversed(back)])


@given(ratings, deviations, ratings, deviations)
def test_a_win_never_costs_and_every_game_tells_something(
    a: float, a_rd: float, b: float, b_rd: float
) -> None:
    before = Rating(a, a_rd, 1, DAY), Rating(b, b_rd, 1, DAY)
    winner, loser = Glicko().rate(before, game(2, 0))
    assert winner.rating >= a
    assert loser.rating <= b
    assert winner.deviation <= a_rd
    assert loser.deviation <= b_rd


def test_the_one_who_moves_first_is_expected_to_win() -> None:
    new = Glicko().start()
    assert new == Rating(1500.0, 300.0)
    first, second = Glicko().rate((new, new), game(1, 1))
    assert first.rating < 1500 < second.rating
    level = Glicko().rate((new, replace(new, rating=1543.0)), game(1, 1))
    assert [r.rating for r in level] == pytest.approx([1500, 1543])


def test_deviation_grows_with_the_days_up_to_a_newcomers() -> None:
    system, settled = Glicko(), Rating(1600, 50, 40, DAY)
    assert system.deviation_on(settled, DAY) == 50
    month = system.deviation_on(settled, DAY + timedelta(30))
    assert month == pytest.approx(math.sqrt(50**2 + 30 * 6.92**2))
    assert system.deviation_on(settled, DAY + timedelta(1826)) == pytest.approx(300, abs=0.1)
    assert system.deviation_on(settled, DAY + timedelta(9999)) == 300
    assert system.deviation_on(system.start(), DAY) == 300


def test_a_game_counts_and_a_deviation_has_a_floor() -> None:
    pair = Rating(1500, 30, 7, DAY), Rating(1500, 31, 0, DAY)
    later = DAY + timedelta(1)
    first, second = Glicko(growth=0.0).rate(pair, game(2, 0, later))
    assert (first.deviation, first.games, first.last_on) == (30, 8, later)
    assert second.games == 1
    assert 30 <= second.deviation < 31


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ((Seat(1, 2),), "not_two_players"),
        ((Seat(1, 2), Seat(2, 0), Seat(3, 0)), "not_two_players"),
        ((Seat(1, 2), Seat(2, None)), "score_missing"),
        ((Seat(1, 2), Seat(2, 2)), "scores_do_not_add_up"),
        ((Seat(1, 3), Seat(2, -1)), "scores_do_not_add_up"),
        ((Seat(1, 0), Seat(2, 0)), "scores_do_not_add_up"),
    ],
)
def test_games_it_cannot_rate(seats: tuple[Seat, ...], code: str) -> None:
    refused = Glicko().skip_reason(Game("k", DAY, seats))
    assert refused is not None
    assert refused.code == code
    assert Glicko().skip_reason(game(1, 1)) is None


def test_parameters_make_the_same_system_again() -> None:
    system = Glicko(growth=5.5)
    assert SYSTEMS["glicko"](**json.loads(json.dumps(system.parameters()))) == system
