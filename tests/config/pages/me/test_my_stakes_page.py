"""Stakes on the players' own pages and at the desk: bids, agreeing to them, Tak calls."""

import re
from html import unescape

import pytest
from django.test import Client

from config.pages.event.stakes import TRANSFER_LABELS, MatchBidsForm
from config.pages.me.coin_fields import WHOLE_NUMBER, order_calls
from config.pages.me.my_stakes import BIDS_ENTERED
from engine.tak.wagers import BidsTied
from games.models import Game, SlotBids, WagerTransfer
from games.outcomes import StakesReserveMissing
from games.stakes.bidding import BidsAgreed
from tests.builders import make_event, make_user, pairing_at, players_at, published_round, slot_at
from tests.clients import messages_on, part_of, signed_in, text_of, url_of
from tests.flows.records import FIRST_BY_ROAD
from tests.games.stakes.staked_table import LEFT
from tests.room import Room, look, say, send
from tournaments.errors import InvalidInput


def words(page, status=200):
    bare = re.sub(r"<[^>]+>", " ", re.sub(r"[\u2066-\u2069]", "", unescape(text_of(page, status))))
    return re.sub(r"\s+", " ", bare)


def stakes_of(page, slot):
    """What a page says of the stakes of a game, without the forms."""
    about = part_of(text_of(page), f'id="stakes-{slot.pk}"').partition("</p>")[0]
    return unescape(re.sub(r"<[^>]+>", " ", about))


def numbers_in(text):
    return re.findall(r"\d+", text)


def room_with(**stakes):
    return Room(match={"stakes": stakes}, size=5, entries=2)


def press(code, slot, **form):
    address = url_of("personal-bids", code, slot.pk)
    return Client().post(address, form, follow=True)


def by_seat(room):
    """The codes of seat 1 and of seat 2."""
    seats = pairing_at(room.round).seats.order_by("order")
    return [room.codes[seat.entry_id] for seat in seats]


# Bids


def test_a_player_with_a_personal_link_enters_the_bids_and_the_other_agrees():
    room = room_with()
    ada, bo = by_seat(room)
    slot = slot_at(room.round)
    assert numbers_in(stakes_of(look(ada), slot)) == ["1", "10"], "the game, and the ante"
    page = press(ada, slot, do="bid", mine1="3", theirs1="5")
    assert messages_on(text_of(page)) == [str(BIDS_ENTERED[False])]
    assert SlotBids.objects.get().pairs == [[3, 5]]
    said = stakes_of(page, slot)
    assert numbers_in(said) == ["1", "3", "5", "25"], "my bid, the other, the pot"
    assert said.count(room.name_of(bo)) == 2, "who bid 5, and has not agreed"
    seen = look(bo)
    said = stakes_of(seen, slot)
    assert numbers_in(said)[:3] == ["1", "5", "3"]
    assert said.count(room.name_of(ada)) == 2, "who bid 3, and entered it"
    assert 'value="agree"' in text_of(seen)
    assert 'value="agree"' not in text_of(look(ada))
    said = stakes_of(press(bo, slot, do="agree"), slot)
    assert said.count(room.name_of(ada)) == 1, "nobody is waited for"
    assert 'value="bid"' not in text_of(look(ada)), "what both agreed to stays"
    refused = words(press(ada, slot, do="undo"))
    assert str(BidsAgreed(number=1)) in refused


def test_the_other_player_enters_other_bids_or_plays_for_nothing():
    room = room_with()
    ada, bo = by_seat(room)
    slot = slot_at(room.round)
    press(ada, slot, do="bid", mine1="4", theirs1="4", mine2="6", theirs2="2")
    assert SlotBids.objects.get().pairs == [[4, 4], [6, 2]]
    press(bo, slot, do="bid", mine1="7", theirs1="3")
    assert (SlotBids.objects.get().pairs, SlotBids.objects.get().agreed) == ([[3, 7]], [2])
    press(ada, slot, do="undo")
    assert not SlotBids.objects.exists()


def test_what_cannot_be_bid_is_said_on_the_page():
    room = room_with()
    ada, _bo = by_seat(room)
    slot = slot_at(room.round)
    for typed in ({"mine1": "3"}, {"mine1": "x", "theirs1": "2"}, {"mine1": "-3", "theirs1": "2"}):
        assert str(WHOLE_NUMBER) in words(press(ada, slot, do="bid", **typed))
    assert str(BidsTied.message) in words(press(ada, slot, do="bid", mine1="3", theirs1="3"))
    assert not SlotBids.objects.exists()


def test_of_ascending_bids_there_is_one_line():
    room = room_with(bid_mode="ascending")
    page = text_of(look(by_seat(room)[0]))
    assert 'name="mine1"' in page
    assert 'name="mine2"' not in page


def test_nobody_bids_in_the_games_of_others():
    room = Room(match={"stakes": {}}, size=5, entries=4)
    stranger = room.seats(table=2)[0]
    address = url_of("personal-bids", stranger, slot_at(room.round).pk)
    answer = Client().post(address, {"do": "bid", "mine1": "3", "theirs1": "5"})
    assert answer.status_code == 404
    assert not SlotBids.objects.exists()


def test_an_event_without_stakes_shows_none_of_this():
    room = Room(size=5, entries=2)
    page = text_of(look(by_seat(room)[0]))
    assert "stakes" not in page
    assert "calls-mine" not in page
    assert 'name="stones"' not in page


def test_a_player_with_an_account_bids_too():
    event = make_event(games=1, entries=2, size=5, match={"stakes": {}}, slug="cup")
    round_ = published_round(event)
    one, _two = players_at(round_)
    client = Client()
    assert one.user is not None
    client.force_login(one.user)
    assert f'id="stakes-{slot_at(round_).pk}"' in text_of(client.get(url_of("me")))
    address = url_of("bids", slot_at(round_).pk)
    client.post(address, {"do": "bid", "mine1": "5", "theirs1": "3"})
    assert SlotBids.objects.get().pairs == [[5, 3]]


# On the form that sends a game


def test_bids_calls_and_reserve_come_with_the_result():
    room = room_with()
    ada, bo = by_seat(room)
    slot = slot_at(room.round)
    result = {"result": "R-0", "stones": "4", "capstones": "0"}
    sent = send(ada, slot, **result, mine1="5", theirs1="3", **{"calls-mine": "2",
                "calls-theirs": "1"}, do="send")  # fmt: skip
    assert sent.status_code == 302
    game = Game.objects.get()
    assert (game.claim or {})["calls"] == ["first", "second", "first"]
    told = words(look(bo))
    assert re.search(rf"{room.name_of(ada)} bid 5 \D+ 3\b", told)
    assert re.search(rf": {room.name_of(ada)} 2, you 1\.", told)
    say(bo, game)
    live = WagerTransfer.objects.filter(live=True)
    assert live.get(step="pot").amount == 25 + 3 * 2
    assert live.get(step="unplayed").amount == 4


def test_who_moves_second_counts_the_own_calls_as_the_second_players():
    room = room_with()
    ada, _bo = by_seat(room)
    press(ada, slot_at(room.round), do="bid", mine1="3", theirs1="5")
    send(ada, slot_at(room.round), result="0-R", stones="4", **{"calls-mine": "1"}, do="send")
    assert (Game.objects.get().claim or {})["calls"] == ["second"]


def test_a_claim_without_the_reserve_comes_back_with_what_was_typed():
    room = room_with()
    ada, _bo = by_seat(room)
    form = {"result": "R-0", "mine1": "5", "theirs1": "3", "calls-mine": "1"}
    back = send(ada, slot_at(room.round), **form, do="send")
    assert back.status_code == 422
    assert str(StakesReserveMissing.message) in words(back, 422)
    page = text_of(back, 422)
    assert re.search(r'name="mine1"[^>]*value="5"', page)
    assert re.search(r'name="calls-mine"[^>]*\s+value="1"', page)
    assert not SlotBids.objects.exists()


def test_a_record_with_bids_needs_no_numbers():
    room = room_with()
    ada, bo = by_seat(room)
    send(ada, slot_at(room.round), record=FIRST_BY_ROAD, mine1="5", theirs1="3", do="send")
    say(bo, Game.objects.get())
    assert WagerTransfer.objects.get(live=True, step="unplayed").amount == LEFT


def test_in_the_tavern_the_page_says_what_the_loser_pays():
    room = room_with(scheme="tavern", point_coins=3, capless_stake_factor=2)
    page = look(by_seat(room)[0])
    assert numbers_in(stakes_of(page, slot_at(room.round))) == ["1", "3", "2"], "a point, capless"
    assert 'name="mine1"' not in text_of(page)
    assert "calls-mine" not in text_of(page)
    assert 'name="stones"' in text_of(page)


# The desk


def test_the_desk_enters_the_calls_of_both():
    boss = make_user("chief")
    event = make_event(games=1, entries=2, size=5, match={"stakes": {}}, slug="cup", organiser=boss)
    round_ = published_round(event)
    pairing = pairing_at(round_)
    client = signed_in(boss)
    books = url_of("stakes-match", "cup", pairing.pk)
    client.post(books, {"number": 1, "one1": "5", "two1": "3", "do": "bid"})
    assert SlotBids.objects.get().agreed == [1, 2], "staff speak for both"
    address = url_of("manage-slot", "cup", pairing.pk, 1)
    assert 'name="calls-1"' in text_of(client.get(address))
    form = {"do": "enter", "end": "1R", "calls-1": "1", "calls-2": "1"}
    bare = client.post(address, form)
    assert str(StakesReserveMissing.message) in words(bare, 422)
    client.post(address, form | {"stones": "4"})
    assert WagerTransfer.objects.get(live=True, step="pot").amount == 25 + 4
    called = str(TRANSFER_LABELS["claimed_call"])
    assert re.search(rf"{called}\D+ 2\b", words(client.get(books)))


# Reading the fields


@pytest.mark.parametrize(
    ("first", "second", "calls"),
    [
        (None, None, []),
        (1, None, ["first"]),
        (1, 2, ["second", "first", "second"]),
        (2, 2, ["first", "second"] * 2),
    ],
)
def test_two_numbers_tell_all_calls(first, second, calls):
    assert order_calls(first, second) == calls


@pytest.mark.parametrize(("first", "second"), [(2, 0), (None, 2), (150, 151)])
def test_calls_that_cannot_be(first, second):
    with pytest.raises(InvalidInput):
        order_calls(first, second)


def test_lines_left_empty_are_no_bids():
    form = MatchBidsForm({"number": 1, "one1": " 4", "two1": "4", "one3": "6", "two3": "2"})
    assert form.bids() == [[4, 4], [6, 2]]


@pytest.mark.parametrize("typed", ["x", "-1", ""])
def test_half_a_line_is_no_bid(typed):
    with pytest.raises(InvalidInput, match=str(WHOLE_NUMBER)):
        MatchBidsForm({"number": 1, "one1": "4", "two1": typed}).bids()
