"""The tavern's stakes: the score of the winner is turned into coins. Source: TAK-8.1, 8.3, 7.10."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tak.tavern import max_score_payment, pay_score
from engine.tak.wagers import End, WagerRules, net_gains

TAVERN = WagerRules(scheme="tavern")


def test_the_loser_pays_the_board_and_the_unplayed_pieces():
    """25 points for a 5 by 5 board and one for each of 4 pieces left: 29 coins."""
    assert net_gains(pay_score(TAVERN, End(1, 4), size=5)) == {"first": 29, "second": -29}
    assert net_gains(pay_score(TAVERN, End(2, 4), size=4)) == {"first": -20, "second": 20}


def test_the_event_says_how_many_coins_a_point_is():
    rules = WagerRules(scheme="tavern", point_coins=3)
    assert net_gains(pay_score(rules, End(1, 4), size=5))["first"] == 3 * 29


def test_a_win_without_the_capstone_costs_twice_where_the_event_says_so():
    rules = WagerRules(scheme="tavern", point_coins=2, capless_stake_factor=2)
    assert net_gains(pay_score(rules, End(2, 4, capless=True), size=5))["second"] == 2 * 2 * 29
    assert net_gains(pay_score(rules, End(2, 4), size=5))["second"] == 2 * 29
    assert net_gains(pay_score(TAVERN, End(2, 4, capless=True), size=5))["second"] == 29


def test_a_draw_moves_nothing():
    assert pay_score(TAVERN, End(None), size=5) == []


@given(
    winner=st.sampled_from([1, 2, None]),
    unplayed=st.integers(0, 22),
    capless=st.booleans(),
    coins=st.integers(1, 1000),
    factor=st.integers(1, 10),
    size=st.integers(3, 8),
)
def test_nets_are_even_and_never_more_than_was_covered(
    winner, unplayed, capless, coins, factor, size
):
    rules = WagerRules(scheme="tavern", point_coins=coins, capless_stake_factor=factor)
    moved = net_gains(pay_score(rules, End(winner, unplayed, capless), size=size))
    most = max_score_payment(rules, size=size, pieces=22, capstones=1)
    assert sum(moved.values()) == 0
    assert all(abs(net) <= most for net in moved.values())


@pytest.mark.parametrize(("capstones", "most"), [(1, 3 * 47), (0, 47)])
def test_a_board_without_capstones_has_no_such_custom(capstones, most):
    rules = WagerRules(scheme="tavern", capless_stake_factor=3)
    assert max_score_payment(rules, size=5, pieces=22, capstones=capstones) == most
