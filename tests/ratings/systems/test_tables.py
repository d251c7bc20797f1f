"""Tables by pairs: two players are Glicko, the weight is Fisher's information, and it is honest."""

import math
from datetime import date, timedelta
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import replay
from ratings.systems import Game, Rating, Seat
from ratings.systems.glicko import Glicko, rate_period
from ratings.systems.tables import MESSAGES, Tables, pair_weight, rate_table
from tests.ratings.systems.rating_games import DAY_1, game_of_two, table

known = st.builds(Rating, st.floats(900, 2100), st.floats(30, 300))
seated = st.lists(known, min_size=2, max_size=6)


def test_a_table_of_three_by_hand() -> None:
    """Three newcomers: g = 0.7242 (deviation 300), all expect 1/2, each pair counts 7/9.

    1/d² = 7/9 · 2 · q² · g² / 4 = 6.759e-6, so RD² = 1/(1/90000 + 6.759e-6) = 236.56², and the
    winner gains q · 236.56² · 7/9 · g = 181.45; the one in the middle gains nothing.
    """
    new = Tables().start()
    first, middle, last = Tables().rate((new, new, new), table(1, 1, 2, 3))
    assert first.rating - 1500 == pytest.approx(181.45, abs=0.01)
    assert middle.rating == 1500
    assert last.rating == pytest.approx(3000 - first.rating)
    assert first.deviation == pytest.approx(236.56, abs=0.01)


@given(known, known, st.sampled_from([0.0, 0.5, 1.0]))
def test_a_table_of_two_is_a_game_of_glicko(a: Rating, b: Rating, score: float) -> None:
    placed = {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}[score]
    ours = Tables().rate((a, b), table(1, *placed))
    theirs = Glicko(first_move=0.0).rate((a, b), game_of_two(1, 1, 2, score))
    for mine, other in zip(ours, theirs, strict=True):
        assert (mine.rating, mine.deviation) == pytest.approx((other.rating, other.deviation))


@given(st.lists(st.tuples(st.floats(900, 2100), st.floats(30, 300), st.just(0.5)), min_size=1))
def test_full_weight_is_a_glicko_period(opponents: list[tuple[float, float, float]]) -> None:
    assert rate_table(1500, 200, opponents, weight=1) == pytest.approx(
        rate_period(1500, 200, opponents)
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_weight_is_what_a_ranking_tells(seats: int) -> None:
    """Fisher's information of a ranking of equals, by going through all rankings.

    The slope of a Plackett-Luce ranking in one player's strength is 1 (0 for the last one),
    less 1/k for every choice among k players that the player still took part in.
    """
    slopes = []
    for ranking in permutations(range(seats)):
        place = ranking.index(0)
        took_part = [seats - choice for choice in range(min(place + 1, seats - 1))]
        slopes.append((place < seats - 1) - sum(1 / left for left in took_part))
    assert sum(slopes) == pytest.approx(0)
    information = sum(slope**2 for slope in slopes) / len(slopes)
    separate_games = (seats - 1) / 4
    assert pair_weight(seats) == pytest.approx(information / separate_games)


@given(seated, st.randoms(use_true_random=False))
def test_the_order_of_seats_does_not_matter(before: list[Rating], random: Random) -> None:
    placed = [random.randint(1, 4) for _ in before]
    order = random.sample(range(len(before)), len(before))
    straight = Tables().rate(tuple(before), table(1, *placed))
    mixed = Tables().rate(
        tuple(before[seat] for seat in order), table(1, *(placed[seat] for seat in order))
    )
    assert mixed == tuple(straight[seat] for seat in order), "to the bit"


@given(seated)
def test_a_better_place_is_never_worth_less(before: list[Rating]) -> None:
    others = range(2, 2 * len(before), 2)
    gained = [
        Tables().rate(tuple(before), table(1, own, *others))[0].rating
        for own in range(1, 2 * len(before), 2)
    ]
    assert gained == sorted(gained, reverse=True)


@given(st.floats(900, 2100), st.floats(31, 300), st.integers(2, 6))
def test_equals_win_what_the_others_lose(rating: float, deviation: float, seats: int) -> None:
    same = Rating(rating, deviation)
    after = Tables().rate((same,) * seats, table(1, *range(1, seats + 1)))
    assert math.fsum(r.rating for r in after) == pytest.approx(seats * rating)
    shared = Tables().rate((same,) * seats, table(1, *[1] * seats))
    assert [r.rating for r in shared] == pytest.approx([rating] * seats)


def test_deviations_are_honest() -> None:
    """3,000 tables of four by Plackett-Luce: errors are as large as the deviations say.

    Without the weight of pairs they would be about 1.25 deviations, sqrt(1/0.639).
    """
    random = Random(7)
    true = [random.gauss(1500, 200) for _ in range(60)]
    system = Tables(initial_deviation=200.0, growth=0.0, floor=1.0)
    games = []
    for number in range(3000):
        seats = random.sample(range(60), 4)
        luck = {player: true[player] + gumbel(random) for player in seats}
        order = sorted(seats, key=lambda player: -luck[player])
        placed = [1 + order.index(player) for player in seats]
        games.append(table(number, *placed, players=seats))
    after = replay.replay(games, system).players
    middle = sum(after[p].rating - true[p] for p in range(60)) / 60  # only differences are told
    errors = [(after[p].rating - true[p] - middle) / after[p].deviation for p in range(60)]
    assert 0.75 < math.sqrt(sum(e**2 for e in errors) / 60) < 1.2


def gumbel(random: Random) -> float:
    """Luck under which the order of sums is Plackett-Luce, 400 points being 10:1."""
    return -400 / math.log(10) * math.log(-math.log(random.random()))


def test_deviations_grow_and_have_a_floor() -> None:
    system = Tables()
    settled = Rating(1500, 30, 9, DAY_1)
    later = DAY_1 + timedelta(100)
    assert system.deviation_on(settled, later) == pytest.approx(math.hypot(30, 69.2))
    assert system.deviation_on(settled, DAY_1 + timedelta(99_999)) == 300
    after = system.rate((settled,) * 4, table(1, 1, 2, 3, 4))
    assert {r.deviation for r in after} == {30.0}
    assert {(r.games, r.last_on) for r in after} == {(10, DAY_1)}


def test_an_expected_place() -> None:
    strong, weak = Rating(1700, 50, 9, DAY_1), Rating(1500, 50, 9, DAY_1)
    there = Tables().expected_score(strong, weak, DAY_1)
    assert there == pytest.approx(0.7546, abs=1e-4)  # by hand: g(70.7) = 0.97573
    assert Tables().expected_score(weak, strong, DAY_1) == pytest.approx(1 - there)


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ((Seat(1, None, 2),), "not_a_table"),
        (tuple(Seat(n, None, 2) for n in range(15)), "not_a_table"),
        ((Seat(1, None, 2), Seat(2, 0)), "place_missing"),
    ],
)
def test_tables_it_cannot_rate(seats: tuple[Seat, ...], code: str) -> None:
    refused = Tables().skip_reason(Game("k", date(2026, 1, 1), seats))
    assert refused is not None
    assert refused.code == code
    assert MESSAGES[code].format(**refused.params)
    assert Tables().skip_reason(table(1, 1, 2, 3)) is None


def test_parameters_make_the_same_system_again() -> None:
    assert Tables(**Tables(growth=3.0).parameters()) == Tables(growth=3.0)
