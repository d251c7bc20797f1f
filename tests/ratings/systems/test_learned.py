"""The deviation of newcomers and the growth, learned from the history and from nothing later."""

import json
import math
from dataclasses import replace
from datetime import date, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.rated.history import Club, history
from bench.ratings_bench import as_game, by_glicko, seen
from ratings import replay
from ratings.analysis import forecast
from ratings.replay import FoldState, restore_state, start_of
from ratings.replay import replay as replay_all
from ratings.systems import Game, Rating, build, learned
from ratings.systems.glicko import Glicko
from ratings.systems.learned import Learned
from tests.ratings.systems.rating_games import game_of_two

CLUB = Club(players=400, games=20_000, clubs=8)
FAST = replace(CLUB, drift=12.0)
NARROW = replace(CLUB, spread=110.0, club_spread=30.0, drift=3.0)
WIDE = replace(CLUB, spread=300.0)
FIXED = {"learn_initial_deviation": 0.0, "learn_growth": 0.0}

rows = st.lists(
    st.tuples(
        st.integers(1, 4), st.integers(5, 8), st.sampled_from([0, 0.5, 1]), st.integers(0, 9)
    ),
    max_size=40,
)


def games_of(club: Club, seed: int = 5) -> list[Game]:
    return [as_game(number, one) for number, one in enumerate(seen(history(seed, club)))]


def from_rows(rows: list[tuple[int, int, float, int]]) -> list[Game]:
    """Games of four against four; the last number of a row is the days since the one before."""
    games, day = [], 1
    for number, (first, second, score, pause) in enumerate(rows):
        day += pause
        games.append(game_of_two(number, first, second, score, day=day))
    return games


def rated(games: list[Game], system: Glicko | None = None) -> FoldState:
    system = system or Glicko()
    state = restore_state(system, None)
    rate = replay.rater(system, state)
    for game in games:
        rate(game)
    return state


def found_by(club: Club, seed: int = 5) -> Learned:
    found = rated(games_of(club, seed)).learned
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("club", "seed"), [(CLUB, 5), (FAST, 6), (NARROW, 7)])
def test_the_drift_of_a_history_is_found(club, seed):
    assert found_by(club, seed).system.growth == pytest.approx(club.drift, rel=0.25)


@pytest.mark.slow
@pytest.mark.parametrize(("club", "seed"), [(CLUB, 5), (WIDE, 6), (NARROW, 7)])
def test_the_spread_of_newcomers_is_found(club, seed):
    spread = math.hypot(club.spread, club.club_spread)
    found = found_by(club, seed)
    assert math.sqrt(found.squares / found.players) == pytest.approx(spread, rel=0.2)
    assert found.system.initial_deviation == pytest.approx(spread * math.sqrt(1.4), rel=0.2)


@given(rows.filter(bool), st.data())
def test_no_game_changes_a_prediction_before_it(rows, data):
    at = data.draw(st.integers(0, len(rows) - 1))
    first, second, score, pause = rows[at]
    other = [*rows[:at], (first, second, 1 - score if score != 0.5 else 1, pause), *rows[at + 1 :]]
    one, two = (replay_all(from_rows(there), Glicko()).changes for there in (rows, other))
    upto = 2 * (at + 1)
    assert [seat.expected for seat in one[:upto]] == [seat.expected for seat in two[:upto]]
    assert one[: 2 * at] == two[: 2 * at]


@given(rows, st.integers(0, 40))
def test_from_any_checkpoint_it_is_the_same_to_the_bit(rows, at):
    games = from_rows(rows)
    full = replay_all(games, Glicko(), checkpoint_every=1)
    at = min(at, len(games))
    kept = full.checkpoints[at - 1] if at else start_of(Glicko())
    start = replace(kept, state=json.loads(json.dumps(kept.state)))
    again = replay_all(games[at:], Glicko(), start=start, checkpoint_every=1)
    assert again.end == full.end
    assert again.changes == full.changes[2 * at :]


@given(rows)
def test_on_the_first_day_it_is_the_system_with_fixed_parameters(rows):
    games = from_rows([(first, second, score, 0) for first, second, score, _pause in rows])
    fixed = replace(Glicko(), **FIXED)
    assert replay_all(games, Glicko()).changes == replay_all(games, fixed).changes


def test_each_day_is_rated_as_by_the_system_with_the_values_fixed():
    games = games_of(replace(CLUB, games=600, players=30, clubs=1, days=90))
    state = restore_state(Glicko(), None)
    rate = replay.rater(Glicko(), state)
    for game in games:
        assert state.learned is not None
        fixed = state.learned.system_on(game.played_on)
        term = state.terms.get("") or fixed.start_term()
        before, after, _expected = rate(game)
        assert (fixed.learn_growth, fixed.learn_initial_deviation) == (0, 0)
        assert fixed.rate_learning(before, term, game)[0] == after
    assert fixed.growth != 6.92
    assert fixed.initial_deviation != 300


def test_the_gradient_is_the_derivative_of_the_log_likelihood():
    """The growth hardly moves beside so much information, so its movement is the gradient."""
    games = games_of(replace(CLUB, games=3_000, players=60, clubs=1, days=600))
    much = 1e9
    state = restore_state(replace(Glicko(), learn_initial_deviation=0.0, growth=5.0), None)
    assert state.learned is not None
    state.learned.information = much
    rate = replay.rater(state.learned.rules, state)
    for game in games:
        rate(game)
    found = much * math.log(state.learned.system.growth / 5.0)

    def likelihood(growth: float) -> float:
        quality = forecast.evaluate(Glicko(growth=growth), games, part=1)
        return -(quality.log_loss or 0) * len(games)

    wanted = (likelihood(5.01) - likelihood(4.99)) / math.log(5.01 / 4.99)
    assert found == pytest.approx(wanted, rel=0.25)


def test_after_a_pause_that_makes_the_deviation_whole_again_the_growth_has_no_influence():
    games = [game_of_two(n, 1, 2, 1, day=day) for n, day in enumerate((1, 60, 40_000))]
    for upto, has_influence in ((1, False), (2, True), (3, False)):
        found = rated(games[:upto]).learned
        assert found is not None
        assert [one.variance_slope > 0 for one in found.traces.values()] == [has_influence] * 2


def test_a_list_that_sets_a_parameter_learns_what_it_names_only():
    assert (Glicko().learn_growth, Glicko().learn_initial_deviation) == (1, 1)
    nothing = build("glicko", {"initial": 1400.0})
    assert nothing == Glicko(initial=1400.0, first_move_deviation=0.0, **FIXED)
    one = build("glicko", {"growth": 5.0, "learn_growth": 1})
    assert one == Glicko(growth=5.0, first_move_deviation=0.0, **(FIXED | {"learn_growth": 1.0}))
    assert build("glicko", {"growth": 6.92}) != Glicko()
    assert learned.begin(nothing) is None


@given(rows, st.sampled_from([10.0, 1000.0]), st.sampled_from([0.0, 200.0]))
def test_what_is_learned_stays_within_the_bounds(rows, deviation, growth):
    system = Glicko(
        initial_deviation=deviation, growth=growth, floor=10.0,
        learn_growth=1.0, learn_initial_deviation=1.0,
    )  # fmt: skip
    state = rated(from_rows(rows * 3)[:60], system)
    assert state.learned is not None
    now = state.learned.system_on(date(2030, 1, 1))
    assert 10 <= now.initial_deviation <= 1000
    assert 0.1 <= now.growth <= 200 or now.growth == growth == 0
    assert all(math.isfinite(one.rating) for one in state.players.values())


def test_a_newcomer_begins_with_the_deviation_of_the_day():
    games = games_of(replace(NARROW, games=3_000, players=60, clubs=2, days=300))
    state = rated(games)
    assert state.learned is not None
    later = games[-1].played_on + timedelta(1)
    assert state.learned.system_on(later).initial_deviation < 250
    before, _after, _expected = replay.rater(Glicko(), state)(
        replace(game_of_two(0, 998, 999, 1), played_on=later)
    )
    assert before == (Rating(1500.0, state.learned.system.initial_deviation),) * 2


@pytest.mark.slow
@pytest.mark.parametrize(("club", "seed"), [(CLUB, 11), (FAST, 12), (WIDE, 13), (NARROW, 14)])
def test_it_is_as_good_as_parameters_fitted_by_hand(club, seed):
    """The best of a grid is chosen on the very games that judge."""
    games = seen(history(seed, club))
    by_hand = min(
        by_glicko(Glicko(initial_deviation=deviation, growth=growth, **FIXED), games).log_loss
        for deviation, growth in product((130, 200, 300, 400), (2.0, 4.0, 7.0, 12.0))
    )
    assert by_glicko(Glicko(), games).log_loss <= by_hand + 0.0005
