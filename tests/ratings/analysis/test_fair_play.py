"""Games for an arbiter to look at: what is flagged, and how seldom without cause."""

from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.analysis import forecast
from ratings.analysis.fair_play import (
    MAX_CHANCE,
    MESSAGES,
    PlayedGame,
    binomial_tail,
    find_flags,
    is_very_short,
    range_tail,
    same_pairs,
    short_losses,
    swings,
)
from ratings.replay import FoldState
from ratings.systems import Game, Seat
from ratings.systems.glicko import Glicko

DAY_1 = date(2026, 1, 1)


def played(first: int, second: int, score_x2: int, *, day: int = 0, **about: Any) -> PlayedGame:
    return PlayedGame(first, second, score_x2, DAY_1 + timedelta(days=day), **about)


def tail_of_scipy(least: int, trials: int, share: float) -> float:
    """The chance of so many of the trials or more; scipy takes seconds to import."""
    from scipy.stats import binom  # type: ignore[import-untyped]

    return float(binom.sf(least - 1, trials, share))


def lengths(loser: int, *plies: int) -> list[PlayedGame]:
    """Games of 5x5 that a player lost to player 0, so long."""
    return [played(loser, 0, 0, size=5, plies=length) for length in plies]


def test_a_game_is_very_short_up_to_two_moves_beyond_the_shortest_road():
    assert is_very_short(played(1, 2, 0, size=5, plies=14))
    assert not is_very_short(played(1, 2, 0, size=5, plies=15))
    assert not is_very_short(played(1, 2, 0))


# Twenty players who each lost ten games, one of them very short.
OTHERS_LOST = [game for loser in range(10, 30) for game in lengths(loser, 12, *[40] * 9)]


def test_who_loses_very_short_games_over_and_over_is_flagged():
    thrown = lengths(1, 9, 10, 10, 12, 11, 44)
    (flag,) = short_losses(OTHERS_LOST + thrown)
    assert (flag.code, flag.players) == ("short_losses", (1,))
    usual = (20 + 1) / (200 + 2)  # of the others' lost games, less sure of it by two
    assert flag.numbers == {"short": 5, "lost": 6, "usual": pytest.approx(usual)}
    assert flag.chance == pytest.approx(6 * usual**5 * (1 - usual) + usual**6)


@pytest.mark.parametrize(("short", "flags"), [(3, 0), (4, 1)])
def test_three_very_short_losses_may_happen_and_four_are_flagged(short, flags):
    assert len(short_losses(OTHERS_LOST + lengths(1, *[10] * short))) == flags


@pytest.mark.parametrize("about", [{"plies": None}, {"size": None}])
def test_lost_games_of_unknown_length_are_not_among_the_lost(about):
    unknown = [replace(game, **about) for game in lengths(1, *[10] * 30)]
    (flag,) = short_losses([*OTHERS_LOST, *lengths(1, *[10] * 5), *unknown])
    assert (flag.numbers["short"], flag.numbers["lost"]) == (5, 5)


def test_where_everybody_loses_short_games_nobody_is_flagged():
    assert short_losses([g for loser in range(1, 30) for g in lengths(loser, *[10] * 6)]) == []


def test_games_of_unknown_length_and_draws_say_nothing_of_losses():
    unknown = [played(1, 2, 0, size=5) for _ in range(50)]
    drawn = [played(1, 2, 1, size=5, plies=10) for _ in range(50)]
    assert short_losses(unknown + drawn) == []


def round_robin(players: range, *, days: int) -> list[PlayedGame]:
    """Everybody meets everybody once, a day each pair, then over again."""
    pairs = [(a, b) for a in players for b in players if a < b]
    return [played(*pairs[day % len(pairs)], 2, day=day) for day in range(days)]


def test_a_pair_that_meets_too_often_is_flagged():
    often = [played(1, 2, 2, day=300 + day) for day in range(20)]
    (flag,) = same_pairs(round_robin(range(1, 13), days=132) + often)
    assert (flag.code, set(flag.players)) == ("same_pair", {1, 2})
    assert flag.numbers["together"] == 22
    assert flag.numbers["days"] == 42


def meetings(together: int, apart: int) -> list[PlayedGame]:
    """Days on which 1 and 2 met each other, and on which each met somebody else, besides a club."""
    club = round_robin(range(3, 15), days=330)
    often = [played(1, 2, 2, day=400 + day) for day in range(together)]
    others = [
        played(player, 3 + day % 12, 2, day=500 + day) for day in range(apart) for player in (1, 2)
    ]
    return club + often + others


@pytest.mark.parametrize(
    ("together", "apart", "flags"), [(7, 0, 0), (8, 0, 1), (8, 16, 1), (8, 17, 0)]
)
def test_a_pair_is_flagged_from_eight_days_that_are_a_third_of_its_days(together, apart, flags):
    assert len(same_pairs(meetings(together, apart))) == flags


@pytest.mark.parametrize(("games", "flags"), [(14, 0), (15, 1)])
def test_a_swing_is_one_of_fifteen_games_at_least(games, flags):
    """Favourites who lose each game; the opponents play one each."""
    found = swings(expected_games([0] * games, expected=0.9))
    assert [flag.code for flag in found] == ["swing_down"] * flags


def test_a_long_match_on_one_day_is_one_meeting():
    match = [played(1, 2, 2, day=300) for _ in range(50)]
    assert same_pairs(round_robin(range(1, 13), days=132) + match) == []


def test_where_there_is_nobody_else_to_meet_nobody_is_flagged():
    assert same_pairs([played(1, 2, 2, day=day) for day in range(100)]) == []
    assert same_pairs(round_robin(range(1, 5), days=400)) == []


def expected_games(scores: list[int], expected: float = 0.5) -> list[PlayedGame]:
    """Games of player 1, each on a day of its own, against somebody else each time."""
    return [
        played(1, 100 + day, score, day=day, expected=expected) for day, score in enumerate(scores)
    ]


def test_a_fall_and_a_rise_are_flagged_with_their_days():
    """Twenty games lost on end where each was even: 10 points over √(60/4) is a range of 2.6;
    thirty of sixty is one of 3.9."""
    even = [2, 0] * 20
    assert swings(expected_games(even + [0] * 20)) == []
    (flag,) = swings(expected_games([2, 0] * 15 + [0] * 30))
    assert (flag.code, flag.players) == ("swing_down", (1,))
    assert flag.numbers == {
        "games": 60, "swing": 15.5, "start": "2026-01-30", "end": "2026-03-01",
    }  # fmt: skip
    (flag,) = swings(expected_games([0, 2] * 15 + [2] * 30))
    assert flag.code == "swing_up"


def test_few_games_and_games_without_a_prediction_are_no_swing():
    assert swings(expected_games([0] * 14)) == []
    assert swings([replace(game, expected=None) for game in expected_games([0] * 60)]) == []


def test_results_as_predicted_are_seldom_flagged():
    """False alarms by simulation: games decided by the very chances that were predicted.

    1,000 players of 15 to 200 games; the bound promises at most one on average: six or more
    would be seen once in a thousand runs.
    """
    rng = Random(7)
    alarms = 0
    for _player in range(1000):
        games = []
        for day in range(rng.randint(15, 200)):
            chance = rng.uniform(0.05, 0.95)
            score = 2 if rng.random() < chance else 0
            games.append(played(1, 10_000 + day, score, day=day, expected=chance))
        alarms += len(swings(games))
    assert alarms < 6


def club_of(skills: list[float], games: int, *, thrown: range | None = None) -> list[PlayedGame]:
    """A club season as Glicko sees it, drawn from true skills; 0 throws games for a while."""
    rng, system = Random(11), Glicko(first_move=0.0, first_move_deviation=0.0)
    pairs = []
    for number in range(games):
        first, second = rng.sample(range(len(skills)), 2)
        chance = 1 / (1 + 10 ** ((skills[second] - skills[first]) / 400))
        won = rng.random() < chance
        if thrown and number in thrown and 0 in (first, second):
            won = second == 0
        seats = (Seat(first, 2 * won), Seat(second, 2 - 2 * won))
        day = DAY_1 + timedelta(days=number // 20)
        pairs.append(Game(f"{number:06}", day, seats))
    found = []
    for game, (a, b), _edge in forecast.games_with_ratings(system, pairs, FoldState()):
        settled = a.deviation < 110 and b.deviation < 110
        expected = system.expected_score(a, b, game.played_on) if settled else None
        one, other = game.seats
        found.append(
            PlayedGame(one.player, other.player, one.score_x2 or 0, game.played_on, expected)
        )
    return found


def test_an_honest_club_has_no_flags_and_a_thrower_has_one():
    skills = [Random(n).gauss(1500, 150) for n in range(40)]
    assert find_flags(club_of(skills, 4000)) == []
    (flag,) = find_flags(club_of(skills, 4000, thrown=range(2000, 2800)))
    assert (flag.code, flag.players) == ("swing_down", (0,))


@pytest.mark.slow
@given(st.integers(0, 300), st.floats(0, 1, allow_subnormal=False), st.integers(-2, 310))
def test_the_binomial_tail_agrees_with_scipy(trials, share, least):
    theirs = tail_of_scipy(least, trials, share)
    assert binomial_tail(trials, share, least) == pytest.approx(theirs, rel=1e-8, abs=1e-12)


def test_the_range_of_a_brownian_motion():
    """Feller 1951: the mean of the range, the integral of its tail, is √(8/π) = 1.5958."""
    steps = [0.01 * k for k in range(1000)]
    assert sum(map(range_tail, steps)) * 0.01 - 0.005 == pytest.approx(1.5958, abs=5e-4)
    assert range_tail(3.66) == pytest.approx(MAX_CHANCE, abs=2e-5)


def test_the_range_tail_agrees_with_random_walks():
    rng, walks, steps = Random(3), 600, 400
    beyond = {1.5: 0, 2.0: 0, 2.5: 0}
    for _walk in range(walks):
        at = low = high = 0
        for _step in range(steps):
            at += 1 if rng.random() < 0.5 else -1
            low, high = min(low, at), max(high, at)
        for reach in beyond:
            beyond[reach] += (high - low + 1) / steps**0.5 > reach
    for reach, count in beyond.items():
        assert count / walks == pytest.approx(range_tail(reach), abs=0.07)


def test_every_flag_has_a_sentence_of_its_numbers():
    scores = expected_games([2, 0] * 15 + [0] * 30)
    often = [played(1, 2, 2, day=300 + day) for day in range(20)]
    found = [
        *find_flags(scores + [replace(g, expected=None) for g in often]),
        *short_losses([*lengths(1, *[9] * 6), *lengths(2, *[40] * 90)]),
    ]
    assert found
    for flag in found:
        names = dict(zip(("player", "opponent"), map(str, flag.players), strict=False))
        assert "{" not in MESSAGES[flag.code].format(chance=flag.chance, **names, **flag.numbers)
