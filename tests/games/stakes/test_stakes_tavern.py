"""The tavern's stakes in the books: the loser pays the winner's score. TAK-8.1, 8.3, 7.10."""

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from games import services
from games.models import SlotBids, WagerAccount, WagerTransfer
from games.outcomes import StakesReserveMissing
from games.stakes import bidding, winnings
from tests.api.world import client_of
from tests.builders import acting, slot_at
from tests.examples import examples
from tests.flows.records import FIRST_BY_ROAD
from tests.games.stakes.staked_table import DRAW, LEFT, Table
from tournaments.actor import SYSTEM
from tournaments.models import Player

# FIRST_BY_ROAD on 5x5: 25 for the board, 17 pieces left, and no capstone placed.
SCORE = 25 + LEFT
MOST = 25 + 22


def tavern(**changed):
    return Table(scheme="tavern", **changed)


def test_the_loser_pays_the_score_in_coins():
    table = tavern()
    first_seat = slot_at(table.round).first_seat
    game = table.send(FIRST_BY_ROAD)
    assert slot_at(table.round).first_seat == first_seat, "the lot says who begins, not coins"
    assert table.balances() == [-MOST, -MOST], "held until the game counts"
    table.assert_even()
    table.confirm(game)
    assert table.balances() == [SCORE, -SCORE]
    steps = WagerTransfer.objects.filter(live=True).order_by("step")
    assert list(steps.values_list("step", "amount")) == [("board", 25), ("unplayed", LEFT)]
    assert table.house() == 0
    table.assert_even()


def test_coins_a_point_and_twice_for_a_win_without_the_capstone():
    table = tavern(point_coins=3, capless_stake_factor=2, limit=5000)
    table.play()
    assert table.balances() == [2 * 3 * SCORE, -2 * 3 * SCORE]
    capless = WagerTransfer.objects.get(live=True, step="capless")
    assert capless.amount == 3 * SCORE
    table.assert_even()


@pytest.mark.parametrize(
    ("capstones", "result", "factor"), [(1, "R-0", 2), (0, "R-0", 1), (1, "1-0", 1)]
)
def test_a_claim_tells_by_the_reserve_whether_the_capstone_was_placed(capstones, result, factor):
    table = tavern(capless_stake_factor=2)
    left = {"first": {"stones": 4, "capstones": capstones}}
    table.confirm(table.send(claim={"result": result, "reserves": left}))
    paid = factor * (25 + 4 + capstones)
    assert table.balances() == [paid, -paid]
    table.assert_even()


def test_a_draw_moves_nothing_and_a_forfeit_gives_everything_back():
    table = tavern()
    table.confirm(table.send(claim=DRAW))
    assert table.balances() == [0, 0]
    table.assert_even()
    table.send(FIRST_BY_ROAD, number=2)
    table.rule(kind="forfeit", winner=1, number=2)
    assert table.balances() == [0, 0]
    assert table.books() == []
    table.assert_even()


def test_void_correct_and_rule_again():
    table = tavern()
    game = table.play()
    books, balances = table.books(), table.balances()
    table.void(game)
    assert table.balances() == [-MOST, -MOST]
    table.assert_even()
    table.play()
    assert (table.books(), table.balances()) == (books, balances)
    table.rule(kind="adjudicated", result="0-R", reserves={"second": {"stones": 4}})
    assert table.balances() == [-29, 29]
    table.assert_even()


def test_a_forfeit_that_was_wrong_is_played_for_coins_after_all():
    table = tavern()
    table.rule(kind="forfeit", winner=2)
    services.enter_result(
        actor=acting(table.organiser),
        pairing_id=table.pairing.pk,
        number=1,
        claim={"result": "R-0", "reserves": {"first": {"stones": 4}}},
        reason="they had played",
    )
    assert table.balances() == [29, -29]
    table.assert_even()


def test_a_claim_without_reserves_is_refused():
    table = tavern()
    with pytest.raises(StakesReserveMissing):
        table.send(claim={"result": "R-0"})
    assert not SlotBids.objects.exists()


def test_there_are_no_bids():
    table = tavern()
    with pytest.raises(bidding.NoBids):
        table.bid((5, 3))
    with pytest.raises(bidding.NoBids):
        table.send(FIRST_BY_ROAD, bids=[(5, 3)])
    table.play(FIRST_BY_ROAD, Bids="3-5", Ante="10")  # tags of another scheme say nothing here
    assert table.balances() == [SCORE, -SCORE]
    book = winnings.books_of_pairing(table.pairing.pk, SYSTEM)[0]
    assert (book["state"], book["bids"]) == ("settled", [])
    refused = client_of(table.one.user.username).post(
        f"/api/v1/pairings/{table.pairing.pk}/bids/", {"number": 2, "bids": [[3, 5]]}, format="json"
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "no_bids")


def test_who_may_not_stake_plays_for_nothing():
    table = tavern(min_age=18)
    services.enter_result(
        actor=acting(table.organiser),
        pairing_id=table.pairing.pk,
        number=1,
        claim={"result": "R-0"},
    )
    assert not WagerTransfer.objects.exists()
    Player.objects.update(birth_year=1990)
    table.play(number=2)
    assert table.balances() == [-SCORE, SCORE]  # in game 2 the other begins
    table.rule(kind="adjudicated", result="0-R")  # of game 1, which stays for nothing
    assert table.balances() == [-SCORE, SCORE]
    table.assert_even()


def test_who_has_not_the_coins_plays_for_nothing():
    table = tavern(limit=MOST + SCORE - 1)
    table.play()
    table.play(number=2)
    assert table.balances() == [SCORE, -SCORE]
    assert WagerAccount.objects.filter(overdrawn=True).count() == 0
    table.assert_even()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@examples(
    10,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    results=st.lists(
        st.tuples(
            st.sampled_from(["R-0", "0-R", "F-0", "0-F", "1-0", "1/2-1/2"]),
            st.integers(0, 21),
            st.integers(0, 1),
        ),
        min_size=2,
        max_size=2,
    ),
    coins=st.integers(1, 5),
    factor=st.integers(1, 3),
    again=st.sampled_from(["0-R", "1/2-1/2", "forfeit"]),
)
def test_nets_are_even_and_a_ruling_taken_back_gives_the_same_books(results, coins, factor, again):
    table = tavern(point_coins=coins, capless_stake_factor=factor, limit=10_000)
    claims = []
    for number, (result, stones, capstones) in enumerate(results, start=1):
        left = {"stones": stones, "capstones": capstones}
        claims.append({"result": result, "reserves": {"first": left, "second": left}})
        table.confirm(table.send(claim=claims[-1], number=number))
        table.assert_even()
        assert sum(table.balances()) == 0
    books, balances = table.books(), table.balances()
    outcome = {"kind": "adjudicated", "result": again}
    if again == "forfeit":
        outcome = {"kind": "forfeit", "winner": 2}
    table.rule(**outcome)
    table.assert_even()
    table.rule(kind="adjudicated", **claims[0])
    table.assert_even()
    # The ruling names no game, so only the games of the transfers may differ.
    assert (table.books(), table.balances()) == (books, balances)
