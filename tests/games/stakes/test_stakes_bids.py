"""Bids that put a game at stake: who may, with what, how; reading and checking the books."""

from datetime import date

import pytest

from engine.errors import RecordError
from games import services
from games.check import check_event_games
from games.models import Game, SlotBids, WagerAccount, WagerTransfer
from games.stakes import bidding, winnings
from games.stakes.submitted_bids import AnteDiffers, BidsDiffer
from tests.builders import acting, actor_of, make_event, players_at, slot_at
from tests.flows.records import FIRST_BY_ROAD
from tests.games.stakes.staked_table import CALLED, COVER, LEFT, Table
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.models import Event, JournalLine, Player
from tournaments.services.rounds import rounds
from tournaments.services.rounds.rounds import RoundHasGames

# Bids


def test_bids_are_open_until_a_game_is_sent(table):
    table.bid((5, 3))
    table.bid((5, 8), by=table.two)
    assert slot_at(table.round).first_seat == 2
    table.take_back()
    table.take_back()
    assert slot_at(table.round).first_seat == 1
    assert table.balances() == [0, 0]
    table.assert_even()
    table.bid((5, 3))
    table.send(FIRST_BY_ROAD)
    with pytest.raises(bidding.BidsClosed):
        table.bid((5, 4))
    with pytest.raises(bidding.BidsClosed):
        table.take_back()


def test_the_journal_says_who_moved_first_before_bids_and_after_them(table):
    table.bid((5, 8))
    table.take_back()
    lines = JournalLine.objects.filter(action="slot.first_seat").order_by("seq")
    assert list(lines.values_list("before", "after")) == [(1, 2), (2, 1)]


def test_a_third_tie_is_settled_by_lot_once(table):
    ties = ((4, 4), (4, 4), (4, 4))
    row = table.bid(*ties)
    assert row.first_seat in (1, 2)
    assert table.bid(*ties).first_seat == row.first_seat
    drawn = table.bid(*ties, first=3 - row.first_seat)
    assert drawn.first_seat == 3 - row.first_seat
    assert SlotBids.objects.count() == 1
    table.assert_even()


@pytest.mark.parametrize(
    ("bids", "first", "field"),
    [(((4, 4),), None, "bids"), (((3, 5),), 1, "first"), (((4, 4),) * 3, 3, "first")],
)
def test_bids_that_make_no_sense(table, bids, first, field):
    with pytest.raises(InvalidInput) as refused:
        table.bid(*bids, first=first)
    assert refused.value.details["field"] == field


def test_who_does_not_sit_there_does_not_bid():
    table = Table(entries=4)
    other = players_at(table.round, 2)[0]
    with pytest.raises(NotAllowed):
        table.bid((5, 3), by=other)
    services.place_bids(
        actor=acting(table.organiser), pairing_id=table.pairing.pk, number=1, bids=[(1, 0)]
    )


def test_a_round_with_stakes_is_not_taken_back(table):
    table.bid((5, 3))
    with pytest.raises(RoundHasGames):
        rounds.unpublish_round(actor=SYSTEM, event_id=table.event.pk, number=1, reason="wrong list")


def test_nobody_stakes_more_than_they_can_pay():
    table = Table(limit=60)
    table.bid((20, 3))  # 10 + 20 + 22
    with pytest.raises(bidding.OverLimit) as refused:
        table.bid((0, 1), number=2)
    assert refused.value.details["free"] == 8
    table.play()
    table.bid((0, 1), number=2)
    table.assert_even()


def test_changing_bids_counts_what_they_hold_as_free():
    table = Table(limit=60)
    table.bid((20, 3))
    table.bid((28, 3))
    with pytest.raises(bidding.OverLimit):
        table.bid((29, 3))
    table.assert_even()


# Agreeing


def test_one_enters_the_bids_and_the_other_agrees(table):
    assert table.bid((5, 3)).agreed == [1]
    services.agree_to_bids(actor=actor_of(table.two), pairing_id=table.pairing.pk, number=1)
    services.agree_to_bids(actor=actor_of(table.two), pairing_id=table.pairing.pk, number=1)
    assert SlotBids.objects.get().agreed == [1, 2]
    assert JournalLine.objects.filter(action="stakes.agreed").count() == 1
    for change in (lambda: table.bid((5, 8)), table.take_back):
        with pytest.raises(bidding.BidsAgreed):
            change()
    services.place_bids(
        actor=acting(table.organiser), pairing_id=table.pairing.pk, number=1, bids=[(5, 8)]
    )
    assert slot_at(table.round).first_seat == 2
    table.assert_even()


def test_entering_the_same_bids_agrees_and_other_bids_ask_again(table):
    table.bid((5, 3))
    assert table.bid((5, 4), by=table.two).agreed == [2]
    assert table.bid((5, 4)).agreed == [1, 2]


def test_there_must_be_bids_to_agree_to(table):
    with pytest.raises(bidding.NoBidsEntered):
        services.agree_to_bids(actor=actor_of(table.two), pairing_id=table.pairing.pk, number=1)


# Age


@pytest.mark.parametrize(
    ("born", "ok"), [(None, False), (2026 - 17, False), (2026 - 18, False), (2026 - 19, True)]
)
def test_of_age_only_who_surely_is(born, ok):
    assert bidding.is_of_age(born, 18, on=date(2026, 12, 31)) is ok


def test_players_under_age_are_barred():
    table = Table(min_age=18)
    with pytest.raises(bidding.BarredByAge):
        table.bid((5, 3))
    Player.objects.update(birth_year=1990)
    table.bid((5, 3))
    Player.objects.filter(pk=table.two.pk).update(birth_year=2020)
    with pytest.raises(bidding.BarredByAge):
        table.bid((5, 3), number=2)
    table.assert_even()


# With the submission


def test_bids_come_with_the_submission_and_turn_the_first_move(table):
    game = table.send(FIRST_BY_ROAD, bids=[(3, 5)])
    assert slot_at(table.round).first_seat == 2
    assert [seat.player_id for seat in game.players.order_by("order")] == [
        table.two.pk,
        table.one.pk,
    ]
    table.confirm(game)
    assert table.balances() == [-10 - LEFT, 10 + LEFT]
    table.assert_even()


def test_bids_stand_in_the_tags_of_the_record(table):
    table.confirm(table.send(CALLED, Ante="10", Bids="3-5"))
    assert table.balances() == [-10 - 2 - LEFT, 10 + 2 + LEFT]
    assert SlotBids.objects.get().pairs == [[3, 5]]
    table.assert_even()


def test_a_record_of_other_bids_is_refused(table):
    table.bid((3, 5))
    with pytest.raises(BidsDiffer):
        table.send(FIRST_BY_ROAD, Bids="5-3")
    with pytest.raises(BidsDiffer):
        table.send(FIRST_BY_ROAD, Bids="5-3", bids=[(3, 5)])
    with pytest.raises(AnteDiffers):
        table.send(FIRST_BY_ROAD, Ante="20")
    assert not Game.objects.exists()
    table.send(FIRST_BY_ROAD, Bids="3-5", Ante="10")


def test_a_lot_that_the_record_leaves_out_fell_to_who_was_paired_to_begin(table):
    table.send(FIRST_BY_ROAD, Bids="4-4, 4-4, 4-4")
    assert SlotBids.objects.get().first_seat == 1


def test_a_refused_record_puts_nothing_at_stake(table):
    with pytest.raises(RecordError):
        table.send("1. a1 a1", bids=[(3, 5)])
    assert not SlotBids.objects.exists()
    assert slot_at(table.round).first_seat == 1


def test_tags_of_a_second_submission_put_no_game_at_stake(table):
    table.send(claim={"result": "R-0"})
    game = table.send(FIRST_BY_ROAD, by=table.two, Bids="5-3")
    assert Game.objects.get(pk=game.pk).state == "confirmed"
    assert not SlotBids.objects.exists()
    with pytest.raises(bidding.BidsClosed):
        table.send(FIRST_BY_ROAD, by=table.two, bids=[(5, 3)])


def test_an_event_without_stakes_reads_no_tags_and_takes_no_bids():
    table = Table()
    Event.objects.update(match={**table.event.match, "stakes": None})
    with pytest.raises(bidding.StakesOff):
        table.bid((3, 5))
    with pytest.raises(bidding.StakesOff):
        table.send(FIRST_BY_ROAD, bids=[(3, 5)])
    table.play(FIRST_BY_ROAD, Bids="3-5", Ante="99")
    assert not WagerAccount.objects.exists()


# Settings


@pytest.mark.parametrize(
    "given",
    [
        True,
        {"ante": -1},
        {"limit": -1},
        {"limit": 2.5},
        {"min_age": 0},
        {"gamble_draw": "burn"},
        {"coins": 3},
    ],
)
def test_settings_that_make_no_sense(given):
    with pytest.raises(InvalidInput) as refused:
        make_event(match={"stakes": given}, state="draft")
    assert str(refused.value.details["field"]).startswith("match.stakes")


def test_stakes_are_off_by_default_and_whole_when_on():
    assert make_event(state="draft").match.get("stakes") is None
    on = make_event(state="draft", match={"stakes": {"ante": 3}}).match["stakes"]
    assert on == {
        "scheme": "university",
        "ante": 3,
        "bid_mode": "sealed",
        "call_sign": "comment",
        "tak_call_valid": "any",  # the source exempts no call
        "gamble_draw": "split",
        "point_coins": 1,
        "capless_stake_factor": 1,
        "limit": 100,
        "min_age": None,
    }
    with pytest.raises(InvalidInput):
        make_event(state="draft", game="taki", match={"stakes": {}})


# Reading


def test_the_table_of_winnings_the_account_and_the_book(table):
    table.bid((5, 3))
    table.play(CALLED)
    table.bid((0, 4), number=2)
    rows = winnings.winnings_table(table.event)
    assert [(row["rank"], row["name"], row["won"], row["held"]) for row in rows] == [
        (1, table.one.name, 29, 10 + COVER),
        (2, table.two.name, -29, 14 + COVER),
    ]
    assert rows[1]["free"] == 100 - 29 - 14 - COVER
    account = winnings.player_account(table.event, rows[0]["entry"])
    assert account["transfers"][-1]["balance"] == rows[0]["balance"]
    first, second = winnings.books_of_pairing(table.pairing.pk, SYSTEM)
    assert (first["state"], second["state"]) == ("settled", "running")
    assert [seat["net"] for seat in first["seats"]] == [29, -29]
    assert second["bids"] == [[0, 4]]


# What check_event finds


def test_the_check_finds_a_changed_balance_and_a_missing_transfer(table):
    table.bid((5, 3))
    WagerAccount.objects.filter(entry__player=table.one).update(balance=40)
    found = "\n".join(check_event_games(table.event.pk))
    assert "says 40" in found
    assert "all accounts together" in found
    WagerAccount.objects.filter(entry__player=table.one).update(balance=-15 - COVER)
    assert check_event_games(table.event.pk) == []
    WagerTransfer.objects.filter(step="bid").update(live=False)
    lines = check_event_games(table.event.pk)
    assert any("bid of 5 is due and not booked" in line for line in lines)
    assert any("nothing reverses it" in line for line in lines)


def test_the_check_finds_a_result_that_is_not_settled(table):
    table.bid((5, 3))
    table.play()
    assert check_event_games(table.event.pk) == []
    bids = SlotBids.objects.get()
    bids.pairs = [[9, 3]]
    bids.save()
    found = check_event_games(table.event.pk)
    assert any("pot of 29 is due and not booked" in line for line in found)
    assert any("pot of 25 is booked and not due" in line for line in found)
