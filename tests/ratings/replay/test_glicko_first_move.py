"""What moving first is worth, learned from game to game."""

import json
import random
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import recompute, services
from ratings.check import check_pool
from ratings.models import Pool
from ratings.replay import replay, start_of
from ratings.systems import Game, Rating, Seat, build, first_move_edge
from ratings.systems.elo import Elo
from ratings.systems.glicko import Glicko, rate_period
from tests.ratings.builders import corrected, make_players, play

LEARNS = Glicko(first_move_deviation=60.0)
START = date(2026, 1, 1)


def game(number: int, first: int, second: int, first_x2: int, setup: str = "5/4") -> Game:
    played_on = START + timedelta(number // 20)
    return Game(
        f"{number:06d}", played_on, (Seat(first, first_x2), Seat(second, 2 - first_x2)), setup
    )


def test_the_term_is_one_more_player_beside_the_first():
    """Both of one rating, certain of it: the term alone explains the result, as Glickman has it."""
    sure = Rating(1500.0, 1e-6, 9, START)
    system = Glicko(first_move=0.0, first_move_deviation=60.0, floor=0.0, growth=0.0)
    (first, second), term = system.rate_learning(
        (sure, sure), system.start_term(), game(0, 1, 2, 2)
    )
    assert (term.rating, term.deviation) == pytest.approx(rate_period(0.0, 60.0, [(0.0, 0.0, 1.0)]))
    assert (first.rating, second.rating) == pytest.approx((1500, 1500))


def test_without_a_doubt_it_is_the_plain_system():
    plain_system = replace(LEARNS, first_move_deviation=0.0)
    nearly = replace(LEARNS, first_move_deviation=1e-9)
    games = [game(n, 1 + n % 3, 4 + n % 2, n % 3) for n in range(60)]
    for plain, learned in zip(
        replay(games, plain_system).changes, replay(games, nearly).changes, strict=True
    ):
        assert learned.after == pytest.approx(plain.after)
        assert learned.deviation == pytest.approx(plain.deviation)


def test_each_size_and_komi_finds_its_own_worth():
    """Equals play two setups: 150 points are worth moving first in one, nothing in the other."""
    rng = random.Random(7)
    worth = {"5/0": 150.0, "6/4": 0.0}
    games = []
    for number in range(4000):
        setup = rng.choice(list(worth))
        won = rng.random() < 1 / (1 + 10 ** (-worth[setup] / 400))
        one, two = rng.sample(range(1, 21), 2)
        games.append(game(number, one, two, 2 * won, setup))
    terms = replay(games, LEARNS).end.state["terms"]
    for setup, true in worth.items():
        rating, deviation, played, _last = terms[setup]
        assert abs(rating - true) < 3.5 * deviation
        assert deviation < 12
        assert 1800 < played < 2200


@given(
    st.lists(
        st.tuples(
            st.integers(1, 4),
            st.integers(5, 8),
            st.integers(0, 2),
            st.sampled_from(["", "5/0", "6/4"]),
        ),
        max_size=25,
    ),
    st.integers(0, 25),
)
def test_from_any_checkpoint_it_is_the_same_to_the_bit(rows, at):
    games = [game(number, *row) for number, row in enumerate(rows)]
    full = replay(games, LEARNS, checkpoint_every=1)
    at = min(at, len(games))
    kept = full.checkpoints[at - 1] if at else start_of(LEARNS)
    start = replace(kept, state=json.loads(json.dumps(kept.state)))
    assert replay(games[at:], LEARNS, start=start, checkpoint_every=1).end == full.end


def test_the_hash_follows_the_setup():
    here, there = ([game(0, 1, 2, 2, setup)] for setup in ("5/0", "6/4"))
    assert replay(here, LEARNS).end.prefix_hash != replay(there, LEARNS).end.prefix_hash


def test_a_first_move_is_learned_unless_its_worth_is_said():
    assert build("glicko", {}) == Glicko() == Glicko(first_move=43.0, first_move_deviation=30.0)
    assert build("glicko", {"first_move": 50.0}) == Glicko(first_move=50.0, first_move_deviation=0)
    both = {"first_move": 50.0, "first_move_deviation": 20.0}
    assert build("glicko", both) == Glicko(first_move=50.0, first_move_deviation=20.0)


def test_the_edge_of_a_setup_and_of_no_setup_in_particular():
    """Of a setup that nobody played, where learning begins; of any, the mean by games."""
    terms = {"5/0": Rating(100.0, 9.0, 3), "6/4": Rating(20.0, 9.0, 1)}
    assert first_move_edge(LEARNS, terms, "5/0") == 100.0
    assert first_move_edge(LEARNS, terms, "7/0") == first_move_edge(LEARNS, {}, None) == 43.0
    assert first_move_edge(LEARNS, terms, None) == 80.0
    assert first_move_edge(Glicko(first_move_deviation=0), {}, "5/0") is None
    assert first_move_edge(Elo(), terms, "5/0") is None


@pytest.mark.django_db
def test_a_pool_learns_by_size_and_keeps_it_through_corrections(monkeypatch):
    """The first always wins on 5, the second on 6; an early result is turned round afterwards."""
    monkeypatch.setattr(recompute, "CHECKPOINT_EVERY", 4)
    pair = make_players("Ann", "Bob")
    games = [
        play(f"g{n:02d}", pair if n % 4 < 2 else pair[::-1], 1 - n % 2, day=n + 1, size=5 + n % 2)
        for n in range(24)
    ]
    Pool.objects.filter(slug="tak").update(parameters=LEARNS.parameters())
    pool = Pool.objects.get(slug="tak")
    recompute.replay_pool(pool.pk)
    terms = pool.checkpoints.latest("order_key").state["terms"]
    assert terms["5/0"][0] > 43 > terms["6/0"][0]
    services.post_result("game:g10", corrected(games[10], 0))
    recompute.replay_pool(pool.pk)
    pool.refresh_from_db()
    assert pool.checkpoints.latest("order_key").state["terms"]["5/0"][0] < terms["5/0"][0]
    assert check_pool(pool) == []
