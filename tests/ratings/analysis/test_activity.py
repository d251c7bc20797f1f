"""Who stands in a leaderboard."""

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from ratings.analysis.activity import PlayerActivity, activity_threshold

TODAY = date(2026, 7, 1)


def club(recent: int, *, deviation: float = 80.0, players: int = 9) -> list[PlayerActivity]:
    return [PlayerActivity(100, recent, deviation, TODAY) for _ in range(players)]


def test_a_typical_player_of_forty_games_a_year_has_half_a_year():
    bounds = activity_threshold(club(40))
    assert (bounds.games, bounds.days, bounds.deviation, bounds.pace) == (4, 182, 120.0, 40)
    fits = PlayerActivity(4, 4, 120.0, TODAY - timedelta(days=182))
    assert bounds.includes(fits, TODAY)
    assert not bounds.includes(replace(fits, games=3), TODAY)
    assert not bounds.includes(replace(fits, deviation=120.1), TODAY)
    assert not bounds.includes(replace(fits, last_on=TODAY - timedelta(days=183)), TODAY)


def test_the_bounds_stay_between_their_ends():
    busy, slow, asleep = (
        activity_threshold(club(1000, deviation=30)),
        activity_threshold(club(2)),
        activity_threshold([]),
    )
    assert (busy.games, busy.days, busy.deviation) == (20, 90, 60.0)
    assert (slow.games, slow.days) == (3, 730)
    assert (asleep.games, asleep.days, asleep.deviation, asleep.pace) == (3, 730, 200.0, 0)


def test_who_played_nothing_this_year_makes_nobodys_bounds():
    assert activity_threshold(
        club(40) + club(0, deviation=300.0, players=99)
    ) == activity_threshold(club(40))


@given(st.integers(1, 2000), st.integers(1, 2000))
def test_a_busier_pool_asks_for_more_games_in_less_time(one, other):
    slow, busy = (activity_threshold(club(recent)) for recent in sorted((one, other)))
    assert busy.games >= slow.games
    assert busy.days <= slow.days


@given(st.integers(0, 300), st.lists(st.integers(1, 300), min_size=1), st.integers(20, 300))
def test_a_player_as_typical_as_any_is_listed(extra, games, deviation):
    """Whoever plays the typical number of games, the last of them today, is never left out."""
    everybody = [PlayerActivity(n + extra, n, min(float(deviation), 190.0), TODAY) for n in games]
    bounds = activity_threshold(everybody)
    typical = sorted(everybody, key=lambda one: one.recent)[len(everybody) // 2]
    if typical.games >= 3:
        assert bounds.includes(typical, TODAY)
