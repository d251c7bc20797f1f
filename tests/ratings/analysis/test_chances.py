"""Chances of a game from an expected score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.analysis.chances import TAK_DRAWS, result_chances, share_of_draws


@given(st.floats(0, 1), st.floats(0, 0.5))
def test_chances_keep_the_expected_score(expected, draws):
    win, drawn, loss = result_chances(expected, draws)
    assert min(win, drawn, loss) >= -1e-12
    assert win + drawn + loss == pytest.approx(1)
    assert win + drawn / 2 == pytest.approx(expected)


def test_equals_draw_most():
    assert result_chances(0.5, 0.02) == pytest.approx((0.49, 0.02, 0.49))
    assert result_chances(0.9, 0.02)[1] == pytest.approx(0.0072)


def test_only_tak_with_a_komi_of_whole_points_has_draws():
    assert share_of_draws("tak", 0) == share_of_draws("tak", 4) == TAK_DRAWS
    assert share_of_draws("tak", 5) == share_of_draws("gamnon", 0) == 0
