"""A player enters an event on its own page, takes the entry back, asks for a bye, withdraws."""

from django.test import Client

from tests.builders import make_event, make_player, make_user, published_round, slot_at
from tests.clients import signed_in, text_of, url_of
from tournaments.actor import SYSTEM
from tournaments.models import Absence, Entry, GameSlot
from tournaments.services.events import events


def press(client, event, button):
    page = client.post(url_of("event-entering", event.slug), {"do": button}, follow=True)
    return text_of(page)


def test_a_player_enters_and_takes_the_entry_back():
    event, player = make_event(state="registration", entries=2), make_player("Nour")
    client = signed_in(player.user)
    assert "Enter this event" in text_of(client.get(f"/events/{event.slug}/"))
    assert "You play in this event." in press(client, event, "enter")
    assert "You have taken your entry back." in press(client, event, "cancel")
    assert Entry.objects.get(player=player).state == "cancelled"


def test_the_last_place_is_told_and_the_next_player_waits():
    event = make_event(state="registration", entries=2)
    settings = {"registration": {"limit": 2, "note": "Bring <b>pens</b>"}}
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes=settings)
    client = signed_in(make_player().user)
    page = text_of(client.get(f"/events/{event.slug}/"))
    assert "2 of 2 places taken" in page
    assert "Bring &lt;b&gt;pens&lt;/b&gt;" in page
    assert "You are on the waiting list." in press(client, event, "enter")


def test_an_account_without_a_player_is_sent_to_make_one():
    event = make_event(state="registration", entries=2)
    client = signed_in(make_user())
    page = text_of(client.get(f"/events/{event.slug}/"))
    assert "Say under which name you play" in page
    assert "There is no player" in press(client, event, "enter")


def test_a_visitor_is_asked_to_sign_in():
    event = make_event(state="registration", entries=2)
    assert "Sign in to enter" in text_of(Client().get(f"/events/{event.slug}/"))
    sent = Client().post(url_of("event-entering", event.slug), {"do": "enter"})
    assert sent.status_code == 302
    assert sent["Location"].startswith("/login/")


def test_a_player_asks_for_a_bye_and_withdraws_from_the_next_round():
    event = make_event(entries=4, stages=[{"system": "monrad", "options": {"rounds": 3}}])
    round_ = published_round(event)
    player = Entry.objects.get(event=event, number=1).player
    client = signed_in(player.user)
    assert "You have a bye in round 2." in press(client, event, "bye")
    assert "You have withdrawn." in press(client, event, "withdraw")
    absence = Absence.objects.filter(entry__player=player, cancelled_at=None).get()
    assert (absence.kind, absence.from_round, absence.to_round) == ("withdrawn", 2, None)
    assert GameSlot.objects.get(pk=slot_at(round_).pk).state == "open"


def test_who_is_not_in_the_event_cannot_withdraw_from_it():
    event = make_event(entries=2)
    assert "There is no entry" in press(signed_in(make_player().user), event, "withdraw")
    assert not Absence.objects.exists()
