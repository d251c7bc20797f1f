"""A player enters an event on its own page, takes the entry back, asks for a bye, withdraws."""

from django.test import Client

from config.pages.event.entering import ENTRY_SENTENCES
from config.pages.me import idle_texts
from tests.builders import make_event, make_player, make_user, published_round, slot_at
from tests.clients import part_of, signed_in, text_of, url_of
from tournaments.actor import SYSTEM
from tournaments.choices import EntryStatus
from tournaments.errors import NotFound
from tournaments.models import Absence, Entry, GameSlot
from tournaments.services.events import events


def press(client, event, button):
    page = client.post(url_of("event-entering", event.slug), {"do": button}, follow=True)
    return text_of(page)


def test_a_player_enters_and_takes_the_entry_back():
    event, player = make_event(state="registration", entries=2), make_player("Nour")
    client = signed_in(player.user)
    assert 'value="enter"' in text_of(client.get(f"/events/{event.slug}/"))
    entered = press(client, event, "enter")
    assert str(ENTRY_SENTENCES[EntryStatus.IN]) in entered
    assert 'value="cancel"' in entered
    assert str(ENTRY_SENTENCES[EntryStatus.CANCELLED]) in press(client, event, "cancel")
    assert Entry.objects.get(player=player).state == "cancelled"


def test_the_last_place_is_told_and_the_next_player_waits():
    event = make_event(state="registration", entries=2)
    settings = {"registration": {"limit": 2, "note": "Bring <b>pens</b>"}}
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes=settings)
    client = signed_in(make_player().user)
    page = text_of(client.get(f"/events/{event.slug}/"))
    registration = part_of(page, 'id="entering"')
    assert "2 of 2" in registration
    assert "&lt;b&gt;pens&lt;/b&gt;" in registration
    assert str(ENTRY_SENTENCES[EntryStatus.WAITING]) in press(client, event, "enter")


def test_an_account_without_a_player_is_sent_to_make_one():
    event = make_event(state="registration", entries=2)
    account = make_user()
    client = signed_in(account)
    page = text_of(client.get(f"/events/{event.slug}/"))
    assert f'href="{url_of("me")}"' in part_of(page, 'id="entering"')
    assert str(NotFound(what="player", key=account.pk)) in press(client, event, "enter")


def test_a_visitor_is_asked_to_sign_in():
    event = make_event(state="registration", entries=2)
    page = text_of(Client().get(f"/events/{event.slug}/"))
    assert f'href="{url_of("login")}?next=' in part_of(page, 'id="entering"')
    sent = Client().post(url_of("event-entering", event.slug), {"do": "enter"})
    assert sent.status_code == 302
    assert sent["Location"].startswith("/login/")


def test_a_player_asks_for_a_bye_and_withdraws_from_the_next_round():
    event = make_event(entries=4, stages=[{"system": "monrad", "options": {"rounds": 3}}])
    round_ = published_round(event)
    player = Entry.objects.get(event=event, number=1).player
    client = signed_in(player.user)
    asked = part_of(press(client, event, "bye"), 'id="entering"')
    assert 'name="round" value="2"' in asked
    assert 'value="no_bye"' in asked
    assert str(idle_texts.WITHDRAWN) in press(client, event, "withdraw")
    absence = Absence.objects.filter(entry__player=player, cancelled_at=None).get()
    assert (absence.kind, absence.from_round, absence.to_round) == ("withdrawn", 2, None)
    assert GameSlot.objects.get(pk=slot_at(round_).pk).state == "open"


def test_who_is_not_in_the_event_cannot_withdraw_from_it():
    event = make_event(entries=2)
    page = press(signed_in(make_player().user), event, "withdraw")
    assert str(NotFound(what="entry", key=event.slug)) in page
    assert not Absence.objects.exists()
