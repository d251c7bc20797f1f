"""The books of stakes: escrow while a game runs, settled once, reversed and never edited."""

import pytest
from django.db import IntegrityError, transaction

from games import services
from games.models import WagerAccount, WagerTransfer
from games.stakes import bidding
from tests.builders import acting, slot_at
from tests.flows.records import FIRST_BY_ROAD
from tests.games.stakes.staked_table import CALLED, COVER, DRAW, LEFT, Table
from tournaments.models import JournalLine

# The coins of one game


def test_bids_hold_ante_bid_and_cover_and_say_who_begins(table):
    table.bid((3, 5))
    assert slot_at(table.round).first_seat == 2
    assert table.balances() == [-10 - COVER, -15 - COVER]
    assert table.house() == 25 + 2 * COVER
    table.assert_even()


def test_a_confirmed_game_is_settled(table):
    table.bid((5, 3))
    game = table.send(CALLED)
    before = table.books()
    assert table.house() == 25 + 2 * COVER
    table.confirm(game)
    assert table.balances() == [10 + 2 + LEFT, -10 - 2 - LEFT]
    assert table.house() == 0
    assert before != table.books()
    table.assert_even()


def test_a_claim_pays_the_pot_and_what_it_says_was_left():
    table = Table()
    table.bid((3, 5))
    game = table.send(by=table.two, claim={"result": "F-0", "reserves": {"first": {"stones": 4}}})
    table.confirm(game, by=table.one)
    assert table.balances() == [-10 - 4, 10 + 4]  # no record, no calls
    table.assert_even()


def test_repeating_and_confirming_again_moves_nothing(table):
    table.bid((5, 3))
    table.bid((5, 3))
    game = table.play()
    seen = WagerTransfer.objects.count()
    table.confirm(game)
    assert table.send(FIRST_BY_ROAD).pk == game.pk
    assert WagerTransfer.objects.count() == seen
    assert JournalLine.objects.filter(action="stakes.bid").count() == 1


def test_a_game_without_bids_is_for_nothing(table):
    table.play()
    assert not WagerTransfer.objects.exists()
    table.assert_even()


@pytest.mark.parametrize(
    "outcome", [{"kind": "forfeit", "winner": 1}, {"kind": "double_forfeit"}, {"kind": "cancelled"}]
)
def test_what_was_not_played_gives_the_stakes_back(table, outcome):
    table.bid((5, 3))
    table.rule(**outcome)
    assert table.balances() == [0, 0]
    assert table.books() == []
    table.assert_even()


def test_an_adjudicated_game_without_a_record_pays_the_pot(table):
    table.bid((5, 3))
    table.rule(kind="adjudicated", result="0-1")
    assert table.balances() == [-15, 15]
    table.assert_even()


def test_the_desk_settles_too_and_may_be_corrected(table):
    table.bid((5, 3))
    desk = {"actor": acting(table.organiser), "pairing_id": table.pairing.pk, "number": 1}
    services.enter_result(**desk, claim={"result": "R-0", "reserves": {"first": {"stones": 4}}})
    assert table.balances() == [10 + 4, -10 - 4]
    other = {"result": "0-R", "reserves": {"second": {"stones": 0}}}
    services.enter_result(**desk, claim=other, reason="misread")
    assert table.balances() == [-15, 15]
    table.assert_even()


def test_a_record_that_comes_later_brings_its_calls(table):
    table.bid((5, 3))
    services.enter_result(
        actor=acting(table.organiser),
        pairing_id=table.pairing.pk,
        number=1,
        claim={"result": "R-0", "reserves": {"first": {"stones": 16, "capstones": 1}}},
    )
    table.send(CALLED)
    assert table.balances() == [10 + 2 + LEFT, -10 - 2 - LEFT]
    table.assert_even()


def test_a_postponed_game_keeps_its_stakes(table):
    table.bid((5, 3))
    held = table.books()
    table.rule(kind="postponed")
    assert table.books() == held
    table.assert_even()


# Corrections


def test_a_void_puts_the_coins_back_into_escrow_and_the_same_game_pays_the_same(table):
    table.bid((5, 3))
    held, balances = table.books(), table.balances()
    game = table.play(CALLED)
    settled, paid = table.books(), table.balances()
    table.void(game)
    assert (table.books(), table.balances()) == (held, balances)
    table.assert_even()
    again = table.play(CALLED)
    assert again.pk != game.pk
    assert (table.books(), table.balances()) == (settled, paid)
    table.assert_even()


def test_a_ruling_turned_round_and_back_leaves_the_same_books(table):
    table.bid((5, 3))
    table.play(CALLED)
    books, balances = table.books(), table.balances()
    table.rule(kind="adjudicated", result="0-R")
    assert table.balances() == [-15, 15]
    table.assert_even()
    table.rule(kind="adjudicated", result="1-0")
    table.rule(kind="forfeit", winner=2)
    assert table.balances() == [0, 0]
    table.send(CALLED)  # evidence against the forfeit
    table.rule(kind="adjudicated", result="R-0")
    assert (table.books(), table.balances()) == (books, balances)
    table.assert_even()


def test_a_reversal_may_overdraw_an_account_which_bars_new_stakes():
    table = Table(games=3, entries=2, limit=60)
    table.bid((5, 3))
    game = table.play()  # one has 27, two owes 27
    table.bid((55, 0), number=2)  # one stakes all there is on the next
    assert table.balances() == [27 - 65 - COVER, -27 - 10 - COVER]
    table.void(game)
    overdrawn = WagerAccount.objects.get(event=table.event, entry__player=table.one)
    assert overdrawn.overdrawn
    assert overdrawn.balance == -65 - COVER - 15 - COVER
    table.assert_even()
    with pytest.raises(bidding.AccountOverdrawn):
        table.bid((1, 0), number=3)
    table.play(number=1)
    overdrawn.refresh_from_db()
    assert not overdrawn.overdrawn


def test_two_live_transfers_of_one_step_are_refused_by_the_database(table):
    table.bid((5, 3))
    row = WagerTransfer.objects.get(step="bid")
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


# Draws


def test_a_draw_splits_the_pot(table):
    table.bid((5, 3))
    game = table.send(claim=DRAW)
    table.confirm(game)
    assert table.balances() == [-15 + 13, -10 + 12]
    table.assert_even()


def test_a_drawn_pot_is_played_for_in_the_next_game():
    table = Table(gamble_draw="carry_over")
    table.bid((5, 3))
    table.confirm(table.send(claim=DRAW))
    assert table.house("carry") == 25
    assert table.balances() == [-15, -10]
    table.assert_even()
    table.bid((0, 4), number=2, first=2)
    table.play(number=2, by=table.one)
    # Two paid 4 to begin, and wins both pots and 17 coins.
    assert table.house("carry") == 0
    assert table.balances() == [-15 - 10 - LEFT, -10 - 14 + 25 + 24 + LEFT]
    table.assert_even()


def test_the_first_game_ruled_again_takes_the_carried_pot_out_of_the_second():
    table = Table(gamble_draw="carry_over")
    table.bid((5, 3))
    table.confirm(table.send(claim=DRAW))
    table.bid((0, 4), number=2)
    table.confirm(table.send(claim=DRAW, number=2))
    books = table.books()
    assert table.house("carry") == 0  # no game is left to carry it to
    table.rule(kind="adjudicated", result="1-0")
    assert table.balances() == [-15 + 25 - 10 + 12, -10 - 14 + 12]
    table.assert_even()
    table.rule(kind="adjudicated", result="1/2-1/2")
    assert table.books() == books
    table.assert_even()


def test_a_pot_waits_for_no_game_that_will_not_be_played():
    table = Table(gamble_draw="carry_over")
    table.bid((5, 3))
    table.confirm(table.send(claim=DRAW))
    table.rule(number=2, kind="cancelled")
    assert table.house("carry") == 0
    assert table.balances() == [-2, 2]
    table.assert_even()
