"""Results without a record in a game for stakes: Tak calls and the winner's reserve (TAK-7)."""

import pytest

from engine.tak.verify import verify
from games import services
from games.models import Dispute, Game, WagerTransfer
from games.outcomes import StakesReserveMissing
from games.scores import end_of_game
from games.services.desk import enter_slip
from games.services.records.claims import call_payers
from games.services.submit import prove_for_slot
from tests.api.world import client_of
from tests.builders import acting, actor_of, slot_at
from tests.clients import text_of
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.games.stakes.staked_table import CALLED, LEFT, Table
from tournaments import selectors
from tournaments.errors import InvalidInput
from tournaments.models import JournalLine
from tournaments.services.rounds.results import CorrectionNeedsReason

FOUR_LEFT = {"result": "R-0", "reserves": {"first": {"stones": 4}}}
WHOLE = {"result": "R-0", "reserves": {"first": {"stones": 16, "capstones": 1}}}


@pytest.fixture
def table():
    found = Table()
    found.bid((5, 3))
    return found


def called(*sides, claim=FOUR_LEFT):
    return {**claim, "calls": list(sides)}


# "Her opponent must add two coins to the pot, but cannot be forced to pay twice in a row."


def test_a_claim_carries_the_calls_of_both_players(table):
    table.confirm(table.send(claim=called("first", "first", "second", "first")))
    # Second pays, not again, first pays, second pays: the pot of 25 has six coins more.
    assert table.balances() == [-15 - 2 + 31 + 4, -10 - 4 - 4]
    steps = WagerTransfer.objects.filter(live=True, step__startswith="claimed_call")
    assert sorted(steps.values_list("step", "amount")) == [
        ("claimed_call:1", 2),
        ("claimed_call:3", 2),
        ("claimed_call:4", 2),
    ]
    table.assert_even()


def test_players_who_tell_other_calls_do_not_agree(table):
    table.send(claim=called("first"))
    other = table.send(claim=called(), by=table.two)
    assert other.state == "disputed"
    table.rule(kind="adjudicated", **called("first"))
    assert table.balances() == [-15 + 27 + 4, -10 - 2 - 4]
    table.assert_even()


def test_players_who_tell_the_same_calls_agree(table):
    table.send(claim=called("first", "second"))
    table.send(claim=called("first", "second"), by=table.two)
    assert table.balances() == [-15 - 2 + 29 + 4, -10 - 2 - 4]


def test_who_sends_a_record_without_calls_does_not_take_claimed_ones_away(table):
    table.send(claim=called("first", claim=WHOLE))
    assert table.send(FIRST_BY_ROAD, by=table.two).state == "disputed"


def test_a_record_that_comes_late_leaves_the_calls_that_both_told(table):
    table.confirm(table.send(claim=called("first", claim=WHOLE)))
    balances = table.balances()
    late = table.send(FIRST_BY_ROAD, by=table.two)
    assert Game.objects.get(pk=late.pk).state == "confirmed"
    assert table.balances() == balances == [-15 + 27 + LEFT, -10 - 2 - LEFT]
    table.assert_even()


def test_a_late_record_of_other_calls_opens_a_dispute(table):
    table.confirm(table.send(claim=called("second", claim=WHOLE)))
    balances = table.balances()
    table.send(CALLED, by=table.two)
    assert table.balances() == balances
    assert Dispute.objects.filter(closed_at=None).count() == 1
    assert Game.objects.filter(state="evidence").count() == 1


def test_calls_beside_a_record_that_shows_none(table):
    game = table.send(FIRST_BY_ROAD, claim={"calls": ["second"]})
    context = selectors.slot_context_by_id(game.slot_id)
    assert call_payers(context, end_of_game(game)) == ["first"]
    with pytest.raises(InvalidInput) as refused:
        table.send(CALLED, number=1, claim={"calls": ["second"]})
    assert refused.value.details["field"] == "calls"


@pytest.mark.parametrize("calls", [["white"], "first", [1], [["first"]], ["first"] * 201, None])
def test_calls_that_make_no_sense(table, calls):
    with pytest.raises(InvalidInput) as refused:
        table.send(claim={**FOUR_LEFT, "calls": calls})
    assert refused.value.details["field"] == "calls"


def test_calls_are_refused_where_nothing_is_paid():
    for table in (Table(), Table(scheme="tavern", limit=1000)):
        with pytest.raises(InvalidInput) as refused:
            table.send(claim=called("first"))
        assert refused.value.details["field"] == "calls"
        assert not Game.objects.exists()


def test_the_desk_enters_calls_and_corrects_them(table):
    desk = {"actor": acting(table.organiser), "pairing_id": table.pairing.pk, "number": 1}
    services.enter_result(**desk, claim=called("first"))
    services.enter_result(**desk, claim=called("first"))
    assert table.balances() == [-15 + 27 + 4, -10 - 2 - 4]
    with pytest.raises(CorrectionNeedsReason):
        services.enter_result(**desk, claim=called("second"))
    services.enter_result(**desk, claim=called("second"), reason="misread")
    assert table.balances() == [-15 - 2 + 27 + 4, -10 - 4]
    table.assert_even()


def test_a_slip_with_the_calls_that_count_already_is_not_written_again(table):
    for _twice in range(2):
        table.desk(called("first"))
    assert JournalLine.objects.filter(action="slot.entered").count() == 1


def test_a_slip_with_other_calls_than_the_proved_record_is_a_correction(table):
    table.play(CALLED)
    paid = table.balances()
    with pytest.raises(CorrectionNeedsReason):
        table.desk(called(claim=WHOLE))
    table.desk(called(claim=WHOLE), reason="nobody called")
    assert table.balances() != paid
    table.assert_even()


# What counts as a call in a record


@pytest.mark.parametrize(("sign", "coins"), [("comment", 0), ("mark", 2), ("either", 2)])
def test_the_mark_costs_coins_only_where_the_event_says_so(sign, coins):
    table = Table(call_sign=sign)
    table.bid((5, 3))
    marked = CALLED.replace(" c3 {call}", " c3").replace(" {call}", "'")
    assert "'" in marked
    table.play(marked)
    assert table.balances() == [10 + coins + LEFT, -10 - coins - LEFT]
    table.assert_even()


def test_a_call_without_a_threat_costs_coins_unless_the_event_voids_it():
    """In CALLED the second player calls at ply 6 without a threat, the first at 7 with one."""
    balances = []
    for valid in ("any", "true_threat"):
        table = Table(tak_call_valid=valid)
        table.bid((5, 3))
        table.play(CALLED)
        balances.append(table.balances())
        table.assert_even()
    assert verify(ptn(CALLED, size=5)).facts["wagers"]["calls"] == [6, 7]
    assert balances == [[-15 - 2 + 29 + LEFT, -10 - 2 - LEFT], [10 + 2 + LEFT, -10 - 2 - LEFT]]


# "A bonus equal to the number of unplayed pieces": it must be known


BARE = {"result": "R-0"}


def test_every_door_refuses_a_claim_without_reserves(table, client):
    desk = {"actor": acting(table.organiser), "pairing_id": table.pairing.pk}
    slot = selectors.slot_context_by_id(slot_at(table.round).pk)
    doors = (
        lambda: table.send(claim=BARE),
        lambda: prove_for_slot(slot, claim=BARE),
        lambda: services.enter_result(**desk, number=1, claim=BARE),
        lambda: enter_slip(**desk, claims={1: BARE}),
    )
    for door in doors:
        with pytest.raises(StakesReserveMissing) as refused:
            door()
        assert refused.value.code == "reserve_missing"
    api = client_of(table.one.user.username)
    body = {"pairing": table.pairing.pk, "number": 1, **BARE}
    sent = api.post("/api/v1/games/", body, format="json")
    assert (sent.status_code, sent.json()["code"]) == (422, "reserve_missing")
    staff = client_of(table.organiser.username)
    row = {"pairing": table.pairing.pk, "number": 1, **BARE}
    address = f"/api/v1/events/{table.event.slug}/rounds/1/results/"
    bulk = staff.post(address, {"results": [row]}, format="json")
    assert "reserve_missing" in text_of(bulk)
    assert not Game.objects.exists()


def test_a_game_that_is_not_at_stake_and_a_draw_need_no_reserves(table):
    table.confirm(table.send(claim={"result": "1/2-1/2"}))
    table.confirm(table.send(claim=BARE, number=2))


def test_bids_with_the_claim_put_the_game_at_stake_and_ask_for_the_reserve():
    table = Table()
    with pytest.raises(StakesReserveMissing):
        table.send(claim=BARE, bids=[(5, 3)])
    assert not WagerTransfer.objects.exists()
    table.confirm(table.send(claim=FOUR_LEFT, bids=[(5, 3)]))
    assert table.balances() == [10 + 4, -10 - 4]


def test_calls_through_the_api_and_in_a_file_of_results(table):
    api, other = (client_of(player.user.username) for player in (table.one, table.two))
    body = {"pairing": table.pairing.pk, "number": 1, **called("first")}
    game = api.post("/api/v1/games/", body, format="json").json()
    assert game["claim"]["calls"] == ["first"]
    other.post(f"/api/v1/games/{game['id']}/confirm/")
    assert table.balances() == [-15 + 27 + 4, -10 - 2 - 4]
    staff = client_of(table.organiser.username)
    address = f"/api/v1/events/{table.event.slug}/rounds/1/results/"
    listed = staff.get(address).json()["results"]
    assert listed[0]["calls"] == ["first"]
    services.place_bids(
        actor=actor_of(table.one), pairing_id=table.pairing.pk, number=2, bids=[(0, 4)]
    )
    table_of_cells = (
        f"pairing,number,result,stones,calls\n{table.pairing.pk},2,R-0,4,second first\n"
    )
    done = staff.post(address, table_of_cells, content_type="text/csv")
    assert done.status_code == 200, done.content
    steps = WagerTransfer.objects.filter(live=True, slot__number=2)
    assert {"claimed_call:1", "claimed_call:2"} <= set(steps.values_list("step", flat=True))
    table.assert_even()
