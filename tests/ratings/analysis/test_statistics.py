"""Histograms, tallies, and what moving first is worth."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.analysis.statistics import (
    MAX_BINS,
    Bin,
    Tally,
    first_move,
    histogram,
    rating_difference,
    tallies,
    tally_of,
    wilson,
)

values = st.floats(-500, 4000).map(lambda value: round(value, 6))
counts = st.integers(0, 40)


def test_ratings_fall_into_bins_of_a_round_width():
    rated = [(1480.0, False), (1500.0, False), (1519.9, True), (1570.0, False)]
    assert histogram(rated) == [
        Bin(1480, 1490, 1, 0), Bin(1490, 1500, 0, 0), Bin(1500, 1510, 1, 0),
        Bin(1510, 1520, 0, 1), Bin(1520, 1530, 0, 0), Bin(1530, 1540, 0, 0),
        Bin(1540, 1550, 0, 0), Bin(1550, 1560, 0, 0), Bin(1560, 1570, 0, 0),
        Bin(1570, 1580, 1, 0),
    ]  # fmt: skip
    assert histogram([]) == []


@given(st.lists(st.tuples(values, st.booleans()), min_size=1))
def test_every_rating_is_in_one_bin_and_the_bins_join_up(rated):
    bins = histogram(rated)
    assert len(bins) <= MAX_BINS
    assert all(a.high == b.low for a, b in itertools.pairwise(bins))
    for one in bins:
        inside = [provisional for value, provisional in rated if one.low <= value < one.high]
        assert (one.settled, one.provisional) == (inside.count(False), inside.count(True))
    assert sum(one.players for one in bins) == len(rated)
    assert bins[0].players
    assert bins[-1].players


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718),
    ],
)  # fmt: skip
def test_wilson_gives_newcombes_numbers(won, games, low, high):
    """R. Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3."""
    found = wilson(won / games, games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.slow
@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_agrees_with_scipy(won_of):
    from scipy.stats import binomtest  # type: ignore[import-untyped]  # takes seconds

    won, games = won_of
    theirs = binomtest(won, games).proportion_ci(0.95, method="wilson")
    ours = wilson(won / games, games)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_a_share_is_worth_points_as_odds_say():
    assert rating_difference(0.5) == 0
    assert rating_difference(10 / 11) == pytest.approx(400)  # odds of 10 to 1
    assert rating_difference(0.0) is None
    assert rating_difference(1.0) is None


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from([0, 1, 2]))))
def test_tallies_lose_no_game_and_no_point(rows):
    found = tallies((key, tally_of(score)) for key, score in rows)
    for key in "ab":
        scores = [score for one, score in rows if one == key]
        tally = found.get(key, Tally())
        assert (tally.games, tally.score_x2) == (len(scores), sum(scores))


def unknown(_setup: object) -> None:
    """No system counts anything for the first move."""


def test_the_first_move_by_size_and_komi_and_over_all():
    rows = [
        ((6, 4), Tally(won=5, drawn=2, lost=3)),
        ((5, 0), Tally(won=9, lost=1)),
        ((5, 0), Tally(won=3, lost=7)),
    ]
    five, six, every = first_move(rows, lambda setup: 43.0 if setup == (5, 0) else 12.0)
    assert (five.size, five.half_komi, five.tally, five.term) == (5, 0, Tally(12, 0, 8), 43.0)
    assert five.share == 0.6
    assert five.worth == pytest.approx(400 * math.log10(1.5))
    assert (six.share, six.term) == (0.6, 12.0)
    assert five.interval.low < 0.5 < five.interval.high  # twenty games prove nothing
    assert (every.size, every.tally, every.term) == (None, Tally(17, 2, 11), None)


def test_a_single_size_needs_no_sum():
    assert len(first_move([((5, 0), Tally(won=1))], unknown)) == 1
    assert first_move([], unknown) == []
