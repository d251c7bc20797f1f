"""Whole-history rating: Coulom's own program, another one in Python, and the posterior itself."""

import math
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from whr import WHR

from ratings.systems import Game
from ratings.systems.batch import predict
from ratings.systems.whr import NATURAL, Careers, WholeHistory, solve, variances
from tests.examples import examples
from tests.ratings.systems.rating_games import DAY_1, game_of_two, needs_vectors, vectors

RUBY = WholeHistory(initial=0.0, drift=math.sqrt(300), close=1e-6)
FINE = WholeHistory(close=1e-6)

played = st.lists(
    st.tuples(
        st.integers(0, 3), st.integers(1, 3), st.sampled_from([0.0, 0.5, 1.0]), st.integers(1, 90)
    ),
    min_size=1,
    max_size=25,
).map(
    lambda rows: [
        game_of_two(n, a, (a + b) % 4, score, day=day)
        for n, (a, b, score, day) in enumerate(sorted(rows, key=lambda row: row[3]))
    ]
)


@needs_vectors
def test_the_games_of_coulom_and_his_ruby_programs_test() -> None:
    """Ratings in whole points; the last column is the variance in natural units, times 100."""
    case = vectors()["whr_ruby"]
    ids = {"shusaku": 1, "shusai": 2}
    games = [
        game_of_two(n, ids[black], ids[white], float(winner == "B"), day=day)
        for n, (black, white, winner, day, _handicap) in enumerate(case["games"])
    ]
    histories = RUBY.histories(games)
    for name, days in case["after"].items():
        for rating, (day, elo, variance) in zip(histories[ids[name]], days, strict=True):
            assert rating.last_on == DAY_1 + timedelta(days=day - 1)
            assert rating.rating == pytest.approx(elo, abs=1)
            assert 100 * (rating.deviation / NATURAL) ** 2 == pytest.approx(variance, abs=1)


@examples(25)
@given(played)
def test_histories_agree_with_another_program(games: list[Game]) -> None:
    """whole-history-rating with the same prior; it has no half points, so draws stay out."""
    games = [game for game in games if game.seats[0].score_x2 != 1]
    if not games:
        return
    theirs = WHR({"w2": 48.0, "initial_prior_wins": 1.0, "hessian_damping": 1e-9})
    for game in games:
        first, second = (str(seat.player) for seat in game.seats)
        winner = "B" if game.seats[0].score_x2 == 2 else "W"
        theirs.create_game(first, second, winner, (game.played_on - DAY_1).days, 0)
    theirs.iterate(400)
    ours = replace(RUBY, drift=math.sqrt(48)).histories(games)
    for player, days in ours.items():
        their_days = theirs.player_by_name(str(player)).days
        for mine, other in zip(days, their_days, strict=True):
            assert mine.rating == pytest.approx(other.elo, abs=0.01)
            assert (mine.deviation / NATURAL) ** 2 == pytest.approx(other.uncertainty, rel=1e-3)


def log_posterior(system: WholeHistory, games: list[Game], strengths: dict[tuple, float]) -> float:
    """The paper's formulas, written out: games, Wiener steps, and the prior of the first day."""
    total = 0.0
    for game in games:
        first, second = (strengths[seat.player, game.played_on] for seat in game.seats)
        lead = first - second + system.first_move / NATURAL
        score = (game.seats[0].score_x2 or 0) / 2
        total += score * lead - math.log(1 + math.exp(lead))
    for player in {player for player, _ in strengths}:
        days = sorted(day for who, day in strengths if who == player)
        start = strengths[player, days[0]]
        total += system.prior_games * (start - 2 * math.log(1 + math.exp(start)))
        for a, b in pairwise(days):
            variance = (system.drift / NATURAL) ** 2 * (b - a).days
            total -= (strengths[player, b] - strengths[player, a]) ** 2 / (2 * variance)
    return total


@examples(40)
@given(played)
def test_no_other_history_is_more_probable(games: list[Game]) -> None:
    """The posterior has one top, so being better than all neighbours is being the best."""
    system = replace(FINE, first_move=50.0)
    found = {
        (player, day.last_on): (day.rating - system.initial) / NATURAL
        for player, days in system.histories(games).items()
        for day in days
    }
    best = log_posterior(system, games, found)
    for key in found:
        for step in (-0.01, 0.01):
            assert log_posterior(system, games, found | {key: found[key] + step}) < best
    for step in (-0.01, 0.01):
        everybody = {key: strength + step for key, strength in found.items()}
        assert log_posterior(system, games, everybody) < best


@given(st.lists(st.tuples(st.floats(0.01, 3), st.floats(0.1, 50)), min_size=1, max_size=8))
def test_the_tridiagonal_algebra(rows: list[tuple[float, float]]) -> None:
    links = [link for _, link in rows[1:]]
    diagonal = [own for own, _ in rows]
    for row, link in enumerate(links):
        diagonal[row] += link
        diagonal[row + 1] += link
    matrix = np.diag(diagonal) - np.diag(links, 1) - np.diag(links, -1)
    wanted = [float(n) for n in range(len(rows))]
    assert solve(diagonal, links, wanted) == pytest.approx(np.linalg.solve(matrix, wanted))
    assert variances(diagonal, links) == pytest.approx(np.diag(np.linalg.inv(matrix)))


@examples(20)
@given(played, st.randoms(use_true_random=False))
def test_order_within_a_day_does_not_matter(games: list[Game], random: Random) -> None:
    shuffled = sorted(random.sample(games, len(games)), key=lambda game: game.played_on)
    one, two = FINE.histories(games), FINE.histories(shuffled)
    assert {p: [d.rating for d in days] for p, days in one.items()} == {
        p: pytest.approx([d.rating for d in days], abs=1e-3) for p, days in two.items()
    }


@examples(20)
@given(played)
def test_colours_and_results_mirror(games: list[Game]) -> None:
    """Turning every result round mirrors all ratings at the initial one."""
    turned = [
        game_of_two(
            n,
            g.seats[0].player,
            g.seats[1].player,
            1 - (g.seats[0].score_x2 or 0) / 2,
            day=(g.played_on - DAY_1).days + 1,
        )
        for n, g in enumerate(games)
    ]
    one, two = FINE.histories(games), FINE.histories(turned)
    for player, days in one.items():
        mirrored = [3000 - day.rating for day in two[player]]
        assert [day.rating for day in days] == pytest.approx(mirrored, abs=1e-3)


def test_a_later_win_lifts_the_past_too() -> None:
    """What sets it apart from a filter: the history before changes, less the further back."""
    before = [game_of_two(n, 1, 2, n % 2, day=1 + 10 * n) for n in range(6)]
    won = [game_of_two(10 + n, 1, 2, 1, day=70) for n in range(5)]
    old = FINE.histories(before)[1]
    new = FINE.histories([*before, *won])[1]
    lifts = [b.rating - a.rating for a, b in zip(old, new, strict=False)]
    assert all(lift > 0 for lift in lifts)
    assert lifts == sorted(lifts)


def test_extreme_games_come_to_rest() -> None:
    """Source: forty games that make the Ruby program's Newton steps diverge (its own test)."""
    games = [game_of_two(n, 1, 2, 1, day=1) for n in range(20)]
    games += [game_of_two(20 + n, 1, 2, 0, day=180) for n in range(20)]
    histories = replace(RUBY, first_move=600.0).histories(games)
    assert [days[0].rating > days[1].rating for days in histories.values()] == [True, False]
    assert all(abs(day.rating) < 3000 for days in histories.values() for day in days)


def test_what_never_rests_is_taken_as_it_is_found() -> None:
    """Nobody ever moves less than 0: the number of rounds alone ends it."""
    game = [game_of_two(1, 1, 2, 1)]
    endless, settled = replace(FINE, close=0.0).histories(game), FINE.histories(game)
    assert endless[1][0].rating == pytest.approx(settled[1][0].rating)


def test_a_start_that_is_far_off_is_found_back_from() -> None:
    careers = Careers(FINE)
    for n in range(30):
        careers.add(game_of_two(n, 1, 2, n % 3 == 0, day=1 + n // 3))
    for days in careers.days.values():
        for number, day in enumerate(days):
            day.strength = 40.0 * (-1) ** number
    careers.settle()
    fresh = FINE.histories([game_of_two(n, 1, 2, n % 3 == 0, day=1 + n // 3) for n in range(30)])
    assert careers.histories()[1][0].rating == pytest.approx(fresh[1][0].rating, abs=1e-3)


def test_lists_are_what_was_known_then() -> None:
    games = [game_of_two(n, 1 + n % 3, 1 + (n + 1) % 3, n % 2, day=1 + 5 * n) for n in range(24)]
    lists = list(FINE.lists(games))
    for known in lists:
        so_far = [game for game in games if game.played_on < known.opens_on]
        for player, days in FINE.histories(so_far).items():
            assert known.ratings[player].rating == pytest.approx(days[-1].rating, abs=1e-3)
            assert known.ratings[player].games == days[-1].games
    assert lists[-1].ratings.keys() == {1, 2, 3}


def test_a_forecast_is_drawn_towards_one_half_by_the_years() -> None:
    games = [game_of_two(n, 1, 2, 1, day=1) for n in range(10)]
    (known,) = FINE.lists(games)
    one, two = known.ratings[1], known.ratings[2]
    soon, late = (FINE.expected_score(one, two, DAY_1 + timedelta(days=d)) for d in (1, 3000))
    assert 0.5 < late < soon < 1
    assert one.games == two.games == 10
    day = DAY_1 + timedelta(days=3000)
    for pair in ((replace(one, last_on=day), two), (one, replace(two, last_on=day))):
        assert late < FINE.expected_score(*pair, day) < soon, "one of them has played since"
    assert FINE.expected_score(FINE.start(), FINE.start(), DAY_1) == 0.5
    assert FINE.start().deviation == pytest.approx(NATURAL * math.sqrt(2))


def test_forecasts_of_a_drifting_club_beat_a_coin() -> None:
    """Twenty players of known strengths, 1,500 games: log-loss well under ln 2."""
    random = Random(20261121)
    strengths = [random.gauss(1500, 200) for _ in range(20)]
    games = []
    for n in range(1500):
        a, b = random.sample(range(20), 2)
        won = random.random() < 1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400))
        games.append(game_of_two(n, a, b, float(won), day=1 + n // 8))
    system = WholeHistory(drift=1.0)
    told = list(predict(system, games))[500:]
    losses = [
        -math.log(chance if game.seats[0].score_x2 == 2 else 1 - chance) for game, chance in told
    ]
    truth = [
        -math.log(1 / (1 + 10 ** (-(strengths[w] - strengths[x]) / 400)))
        for game, _ in told
        for w, x in [
            (s[0].player, s[1].player)
            for s in [sorted(game.seats, key=lambda seat: -(seat.score_x2 or 0))]
        ]
    ]
    assert len(told) == 1000
    assert sum(truth) / 1000 < sum(losses) / 1000 < sum(truth) / 1000 + 0.03


def test_parameters_make_the_same_system_again() -> None:
    assert WholeHistory(**RUBY.parameters()) == RUBY
