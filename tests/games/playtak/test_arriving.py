"""Games arrive from a stand-in of playtak: in order, late, doubled, lost, forged, and unfitting."""

import ipaddress

import pytest
from django.utils import timezone, translation

from games.dispute_words import dispute_text
from games.models import (
    Dispute,
    Game,
    GameState,
    MessageState,
    PlaytakMessage,
    PlaytakSeek,
    SeekState,
)
from games.services.playtak import messages, seeks
from games.services.playtak.events import NotForPlaytak, set_playtak
from games.services.playtak.schedule import MESSAGE_DELAYS
from games.services.playtak.server import PlaytakOff
from games.services.rulings.rule import void_result
from games.services.submit import submit_game
from tests.builders import actor_of, make_event
from tests.games.playtak.conftest import CONTROL, NAMES, make_cup, tend
from tests.games.playtak.known_games import OTHER_ROAD, message_of, stored_game
from tournaments.actor import SYSTEM
from tournaments.choices import SlotStatus
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def white_of(slot):
    return NAMES[slot.pairing.seats_from(slot.first_seat)[0].entry.player.name]


def black_of(slot):
    return NAMES[slot.pairing.seats_from(slot.first_seat)[1].entry.player.name]


def counted(slot):
    """The result that counts, and whether it is proven; None: there is none."""
    result = slot.results.filter(current=True).first()
    return result and (result.outcome, result.facts.get("proven"))


def state(slot):
    slot.refresh_from_db()
    return slot.state


def problems():
    """The codes of what was said of the last message."""
    return [each["code"] for each in PlaytakMessage.objects.latest("pk").problems]


@pytest.fixture
def slot(cup):
    """The first slot, whose seek is in the list of the server."""
    cup.everybody_comes()
    tend()
    return cup.slots[0]


@pytest.fixture
def begun(cup, slot, post):
    """Its game, which has begun, and of which the server told; returns the number."""
    message = cup.standin.accept(cup.seek(slot).pk)
    post(message)
    return message["game"]["id"]


def test_the_way_of_a_game_from_its_seek_to_the_result(cup, slot, post):
    seek = cup.seek(slot)
    assert seek.state == SeekState.LISTED
    listed = cup.standin.seeks[white_of(slot)]
    assert (listed["pntId"], listed["opponent"], listed["color"]) == (
        seek.pk,
        black_of(slot),
        "WHITE",
    )
    begins = cup.standin.accept(seek.pk)
    assert post(begins).status_code == 204
    assert cup.seek(slot).state == SeekState.PLAYING
    assert cup.seek(slot).due_at > timezone.now()  # then the server is asked for the end
    assert post(cup.standin.end(begins["game"]["id"])).status_code == 204
    assert counted(slot) == ("R-0", True)
    assert state(slot) == SlotStatus.DECIDED
    assert cup.seek(slot).state == SeekState.TAKEN
    game = Game.objects.get()
    assert (game.state, game.submitted_seat, game.actor["kind"]) == ("confirmed", None, "system")
    assert [each.name_in_record for each in game.players.order_by("order")] == [
        white_of(slot), black_of(slot)
    ]  # fmt: skip


def test_each_player_has_one_seek_and_all_slots_get_theirs(cup):
    cup.everybody_comes()
    tend()
    assert {seek["pntId"] for seek in cup.standin.seeks.values()} == {
        cup.seek(slot).pk for slot in cup.slots
    }
    tend(after=30)
    assert [method for method, _path in cup.standin.asked].count("PUT") == len(cup.slots)


def test_a_seek_waits_until_its_player_is_there(cup):
    tend()
    first = cup.slots[0]
    assert cup.seek(first).state == SeekState.WAITING
    assert cup.seek(first).problem["code"] == "not_online"
    cup.standin.log_in(white_of(first))
    tend()  # it is not due yet
    assert not cup.standin.seeks
    tend(after=60)
    assert cup.seek(first).state == SeekState.LISTED
    assert cup.seek(first).problem == {}


def test_a_seek_that_went_with_its_player_is_made_again(cup, slot):
    cup.standin.log_out(white_of(slot))
    tend(after=60)
    assert cup.seek(slot).state == SeekState.WAITING
    cup.everybody_comes()
    tend(after=200)
    assert cup.standin.seeks[white_of(slot)]["pntId"] == cup.seek(slot).pk


def test_a_server_that_is_away_costs_nothing_but_time(cup, slot):
    cup.standin.is_away = True
    tend(after=60)
    assert cup.seek(slot).problem["code"] == "server_away"
    cup.standin.is_away = False
    tend(after=200)
    assert (cup.seek(slot).state, cup.seek(slot).problem) == (SeekState.LISTED, {})


def test_a_doubled_message_changes_nothing(cup, slot, begun, post):
    ended = cup.standin.end(begun)
    for _time in range(3):
        assert post(ended).status_code == 204
    assert slot.results.count() == 1
    assert PlaytakMessage.objects.filter(kind="game.ended").count() == 1
    message = PlaytakMessage.objects.get(kind="game.ended")
    assert messages.check_message(message.pk) == MessageState.TAKEN
    assert slot.results.count() == 1


def test_two_workers_with_one_message_take_it_once(cup, slot, begun, post):
    post(cup.standin.end(begun))
    PlaytakMessage.objects.filter(kind="game.ended").update(state=MessageState.WAITING)
    assert messages.check_message(PlaytakMessage.objects.latest("pk").pk) == MessageState.TAKEN
    assert (slot.results.count(), Game.objects.count()) == (1, 1)


def test_a_message_that_comes_before_the_list_has_the_result_is_asked_again(cup, slot, begun, post):
    ended = cup.standin.end(begun)
    row = dict(cup.standin.games[begun])
    cup.standin.games[begun] |= {"notation": "", "result": "0-0"}
    post(ended)
    assert problems() == ["not_over"]
    assert counted(slot) is None
    cup.standin.games[begun] = row
    tend(after=10)
    assert counted(slot) == ("R-0", True)


def test_the_end_counts_though_the_beginning_was_never_told(cup, slot, post):
    begins = cup.standin.accept(cup.seek(slot).pk)
    post(cup.standin.end(begins["game"]["id"]))
    assert counted(slot) == ("R-0", True)
    post(begins)  # late
    assert cup.seek(slot).state == SeekState.TAKEN


def test_a_game_of_which_nothing_was_told_is_found_by_looking(cup, slot):
    begins = cup.standin.accept(cup.seek(slot).pk)
    tend(after=60)
    assert cup.seek(slot).state == SeekState.PLAYING
    cup.standin.end(begins["game"]["id"])
    tend(after=400)
    assert counted(slot) == ("R-0", True)
    assert PlaytakMessage.objects.get().is_found


def test_the_end_of_a_game_that_was_not_told_is_found_by_looking(cup, slot, begun):
    cup.standin.end(begun, OTHER_ROAD)
    tend(after=400)
    assert counted(slot) == ("R-0", True)


def test_no_second_game_is_made_while_one_is_played(cup, slot, begun):
    for after in (60, 400, 1000):
        tend(after=after)
    assert not [each for each in cup.standin.seeks.values() if each["pntId"] == cup.seek(slot).pk]


def test_a_late_game_is_evidence_for_a_result_that_stands(cup, slot, begun, post):
    submit_game(actor=SYSTEM, pairing_id=slot.pairing_id, number=1, claim={"result": "1-0"})
    post(cup.standin.end(begun))
    assert counted(slot) == ("R-0", True)  # the same winner: the record completes the result
    assert not Dispute.objects.exists()


def test_a_late_game_with_another_end_opens_a_dispute(cup, slot, begun, post):
    submit_game(actor=SYSTEM, pairing_id=slot.pairing_id, number=1, claim={"result": "0-1"})
    post(cup.standin.end(begun))
    assert counted(slot)[0] == "0-1"
    assert Dispute.objects.get().slot_id == slot.pk


def test_a_player_who_reported_another_end_is_heard(cup, slot, begun, post):
    player = slot.pairing.seats_from(slot.first_seat)[1].entry.player
    claim = {"result": "0-1"}
    submit_game(actor=actor_of(player), pairing_id=slot.pairing_id, number=1, claim=claim)
    post(cup.standin.end(begun))
    assert (counted(slot), state(slot)) == (None, SlotStatus.DISPUTED)
    assert problems() == ["other_report"]


def test_where_staff_confirm_the_game_waits_for_them(boss, playtak, post):
    cup = make_cup(boss, playtak, confirm={"policy": "staff"})
    cup.everybody_comes()
    tend()
    slot = cup.slots[0]
    begins = playtak.accept(cup.seek(slot).pk)
    post(playtak.end(begins["game"]["id"]))
    assert (counted(slot), state(slot)) == (None, SlotStatus.REPORTED)
    assert Game.objects.get().state == GameState.SUBMITTED


# --- what does not fit ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("about", "code"),
    [
        ({"player_white": "stranger"}, "players"),
        ({"timertime": 60}, "time"),
        ({"tournament": 0}, "not_tournament"),
        ({"komi": 4}, "komi"),
        ({"size": 6, "pieces": 30}, "size"),
        ({"pieces": 20}, "pieces"),
        ({"date": 1_500_000_000_000}, "too_early"),
    ],
)
def test_what_does_not_fit_becomes_a_dispute_with_the_reason(cup, slot, post, about, code):
    begins = cup.standin.accept(cup.seek(slot).pk, **about)
    post(cup.standin.end(begins["game"]["id"]))
    assert code in problems()
    assert (counted(slot), state(slot)) == (None, SlotStatus.DISPUTED)
    dispute = Dispute.objects.get()
    assert code in [each["code"] for each in dispute.problems]
    texts = set()
    for language in ("en", "he", "ja"):
        with translation.override(language):
            texts.add(dispute_text(dispute))
    assert len(texts) == 3
    assert dispute.text in texts
    # The record is kept where it is of this game and the engine proves it.
    assert (dispute.game is not None) == (code in {"time", "not_tournament", "too_early"})


def test_who_moved_first_is_compared(cup, slot, post):
    seek = cup.seek(slot)
    swapped = {"player_white": black_of(slot), "player_black": white_of(slot)}
    begins = cup.standin.accept(seek.pk, **swapped)
    post(cup.standin.end(begins["game"]["id"]))
    assert problems() == ["first_mover"]


def test_a_record_that_the_engine_refuses_is_no_result(cup, slot, begun, post):
    post(cup.standin.end(begun, "P E5,P A1,P B1", "R-0"))
    assert problems() == ["not_proved"]
    assert (counted(slot), state(slot)) == (None, SlotStatus.DISPUTED)
    with translation.override("he"):
        assert "R-0" in dispute_text(Dispute.objects.get())


def test_a_second_game_of_a_slot_is_a_dispute_and_the_first_counts(cup, slot, begun, post):
    post(cup.standin.end(begun))
    now = cup.standin.now_ms
    again = stored_game(
        900, white=white_of(slot), black=black_of(slot), date=now, notation=OTHER_ROAD
    )
    post(cup.standin.add(again, cup.seek(slot).pk))
    assert problems() == ["repeated"]
    assert counted(slot) == ("R-0", True)
    dispute = Dispute.objects.get()
    assert (dispute.closed_at, dispute.game) == (None, None)
    assert Game.objects.count() == 1


def test_a_game_counts_in_one_place_only(cup, slot, begun, post):
    post(cup.standin.end(begun))
    other = cup.slots[1]
    forged = {**cup.standin.end(begun)}
    forged["game"] = {**forged["game"], "pntId": cup.seek(other).pk}
    post(forged)
    assert {"players", "counted_elsewhere"} == set(problems())
    assert counted(other) is None


def test_a_result_that_is_taken_back_is_played_again_but_not_by_the_same_game(
    cup, slot, begun, post
):
    post(cup.standin.end(begun))
    void_result(actor=SYSTEM, game_id=Game.objects.get().pk, reason="Played by others.")
    assert state(slot) == SlotStatus.OPEN
    tend(after=600)
    assert counted(slot) is None
    assert cup.seek(slot).state == SeekState.LISTED


# --- forged --------------------------------------------------------------------------------------


def test_what_a_forged_message_says_counts_for_nothing(cup, slot, begun, post):
    """It says that black won a game that is still played."""
    forged = stored_game(
        begun, white=white_of(slot), black=black_of(slot), date=cup.standin.now_ms, result="0-1"
    )
    post(message_of(forged, cup.seek(slot).pk))
    assert counted(slot) is None
    assert problems() == ["not_over"]
    post(cup.standin.end(begun))
    tend(after=10)
    assert counted(slot) == ("R-0", True)


def test_a_game_that_the_server_does_not_have_is_refused_in_the_end(cup, slot, post):
    forged = stored_game(77, white=white_of(slot), black=black_of(slot))
    message = cup.standin.add(forged, cup.seek(slot).pk)
    del cup.standin.games[77]
    post(message)
    row = PlaytakMessage.objects.get()
    for delay in MESSAGE_DELAYS:
        assert row.state == MessageState.WAITING
        messages.check_message(row.pk, now=timezone.now() + delay)
        row.refresh_from_db()
    assert (row.state, problems()) == (MessageState.REFUSED, ["not_at_server"])
    assert (counted(slot), Dispute.objects.count()) == (None, 0)


def test_a_number_of_no_slot_is_refused(cup, slot, post):
    post(cup.standin.add(stored_game(78), 987_654))
    assert problems() == ["no_slot"]


def test_games_of_no_tournament_are_not_kept(cup, slot, post):
    assert post(cup.standin.add(stored_game(79), None)).status_code == 204
    assert not PlaytakMessage.objects.exists()


@pytest.mark.parametrize("secret", ["x" * 40, "s" * 39, "s"])
def test_another_address_takes_nothing(cup, slot, begun, post, secret):
    assert post(cup.standin.end(begun), secret=secret).status_code == 404
    assert not PlaytakMessage.objects.filter(kind="game.ended").exists()


def test_without_a_secret_nothing_is_taken(cup, slot, begun, post, settings):
    settings.PLAYTAK_SECRET = ""
    assert post(cup.standin.end(begun)).status_code == 404


def test_other_networks_are_refused(cup, slot, begun, post, settings):
    settings.PLAYTAK_NETWORKS = (ipaddress.ip_network("10.1.0.0/16"),)
    ended = cup.standin.end(begun)
    assert post(ended).status_code == 404
    assert post(ended, REMOTE_ADDR="10.1.2.3").status_code == 204
    assert counted(slot) == ("R-0", True)


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "{", b"\xff", "[" * 9_000, '{"type": 1}'])
def test_what_is_no_message_is_refused(cup, post, text):
    assert post(text).status_code == 400
    assert not PlaytakMessage.objects.exists()


def test_a_message_that_is_too_long_is_not_read(cup, post):
    assert post("[" * 70_000).status_code == 413


def test_the_address_takes_nothing_but_posts(cup, client):
    assert client.get(f"/playtak/{'s' * 40}/").status_code == 405


# --- events and rounds ---------------------------------------------------------------------------


def test_a_round_that_is_taken_back_takes_its_seeks_with_it(cup, slot, begun, post):
    ids = [cup.seek(each).pk for each in cup.slots]
    rounds.unpublish_round(actor=SYSTEM, event_id=cup.event.pk, number=1, reason="Wrong pairs.")
    post(cup.standin.end(begun))
    assert problems() == ["not_published"]
    assert counted(slot) is None
    tend(after=60)
    assert PlaytakSeek.objects.get(pk=ids[1]).state == SeekState.CLOSED


def test_an_event_that_is_switched_off_makes_and_takes_nothing(cup, slot, begun, post):
    set_playtak(actor=SYSTEM, event_id=cup.event.pk, is_on=False)
    post(cup.standin.end(begun))
    assert problems() == ["switched_off"]
    assert counted(slot) is None


def test_the_next_round_gets_its_seeks_when_it_is_published(cup, slot):
    assert seeks.plan_seeks() == 0
    assert PlaytakSeek.objects.count() == len(cup.slots)


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({"time_control": {}}, "time"),
        ({"game": "taki"}, "game"),
        ({"ruleset": {"size": 5, "flat_tie": "second_player"}}, "flat_tie"),
    ],
)
def test_an_event_that_playtak_cannot_play_is_not_switched_on(playtak, about, said):
    rules = about.get("ruleset")
    settings = {name: value for name, value in about.items() if name != "ruleset"}
    event = make_event(**{"time_control": CONTROL, **settings})
    if rules is not None:
        event.ruleset = rules
        event.save()
    with pytest.raises(NotForPlaytak) as refused:
        set_playtak(actor=SYSTEM, event_id=event.pk, is_on=True)
    assert said in str(refused.value)


def test_without_a_server_no_event_is_switched_on(settings):
    with pytest.raises(PlaytakOff):
        set_playtak(actor=SYSTEM, event_id=make_event(time_control=CONTROL).pk, is_on=True)


def test_a_player_without_a_name_there_gets_no_seek(boss, playtak):
    cup = make_cup(boss, playtak)
    slot = cup.slots[0]
    slot.pairing.seats_from(slot.first_seat)[0].entry.player.handles.all().delete()
    cup.everybody_comes()
    tend()
    assert cup.seek(slot).problem["code"] == "no_handle"
    assert cup.seek(cup.slots[1]).state == SeekState.LISTED


def test_old_messages_are_forgotten(cup, slot, begun):
    assert messages.forget_messages_before(timezone.now()) == 1
    assert cup.seek(slot).state == SeekState.PLAYING
