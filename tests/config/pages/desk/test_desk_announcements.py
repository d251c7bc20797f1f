"""Announcements on pages: written at the desk, read on the event's page, the wall and a link."""

import pytest

from config.access.links import issue_links
from tests.builders import (
    acting,
    decide,
    entry_of,
    make_event,
    make_user,
    published_round,
    slot_at,
)
from tests.clients import text_of
from tournaments.actor import SYSTEM
from tournaments.models import Announcement
from tournaments.services.events.announcements import announce

pytestmark = pytest.mark.django_db
DESK = "/manage/cup/announcements/"


@pytest.fixture
def event():
    return make_event(slug="cup", entries=4, games=1, organiser=make_user("olga"))


@pytest.fixture
def staff(event, client):
    client.force_login(event.roles.get().user)
    return client


def test_staff_preview_it_announce_it_and_withdraw_it(event, staff):
    given = {"text": "Lunch at **one** <script>", "to": "all"}
    shown = text_of(staff.post(DESK, given | {"do": "preview"}), 200)
    assert "It is for 4 people." in shown
    assert "Lunch at <strong>one</strong> &lt;script&gt;" in shown
    assert not Announcement.objects.exists()
    assert staff.post(DESK, given | {"do": "announce"}).status_code == 302
    assert "Lunch at <strong>one</strong> &lt;script&gt;" in text_of(staff.get(DESK), 200)
    made = Announcement.objects.get()
    sent = staff.post(DESK, {"do": "withdraw", "announcement_id": made.pk})
    assert sent.status_code == 302
    assert "taken back" in text_of(staff.get(DESK), 200)
    assert "Lunch" not in text_of(staff.get("/events/cup/"), 200)


def test_a_refusal_keeps_what_was_typed(event, staff):
    shown = text_of(staff.post(DESK, {"text": "Hurry", "to": "owing", "do": "announce"}), 422)
    assert "There is nobody whom this would be for." in shown
    assert "Hurry" in shown


def test_the_page_of_the_event_shows_what_is_for_its_reader(event, client):
    round_ = published_round(event)
    decide(slot_at(round_, 1))
    for text, to in (("*for all*", "all"), ("hurry up", "playing")):
        announce(actor=SYSTEM, event_id=event.pk, text=text, to=to)
    page = text_of(client.get("/events/cup/"), 200)
    assert "<em>for all</em>" in page
    assert "hurry up" not in page
    entry = slot_at(round_, 2).pairing.seats.order_by("order")[0].entry
    client.force_login(entry.player.user)
    page = text_of(client.get("/events/cup/"), 200)
    assert page.index("hurry up") < page.index("<em>for all</em>"), "the newest first"
    assert "To those who still play in round 1" in page


def test_a_personal_link_shows_what_is_for_its_entry(event, client):
    published_round(event)
    announce(actor=SYSTEM, event_id=event.pk, text="for the round", to="round")
    ids = [entry_of(event, 1).pk]
    code = issue_links(actor=SYSTEM, event_id=event.pk, entry_ids=ids)[0][1]
    assert "for the round" in text_of(client.get(f"/e/{code}/"), 200)


def test_the_wall_shows_the_latest_that_are_for_all_whoever_opened_it(event, staff):
    published_round(event)
    announce(actor=SYSTEM, event_id=event.pk, text="for the round", to="round")
    for text in ("one", "two", "three", "four " * 200):
        announce(actor=SYSTEM, event_id=event.pk, text=text)
    first = text_of(staff.get("/events/cup/wall/?show=announcements"), 200)
    assert "four four" in first
    assert "…" in first
    assert first.count("four") < 100
    assert "Page 1 of 3" in first
    assert "two" in text_of(staff.get("/events/cup/wall/?show=announcements&page=3"), 200)
    assert "four four" in text_of(staff.get("/events/cup/wall/"), 200), "shown unless asked"


def test_a_first_page_that_is_stored_changes_with_an_announcement(event, client):
    assert "soup" not in text_of(client.get("/events/cup/"), 200)
    made = announce(actor=acting(event.roles.get().user), event_id=event.pk, text="soup")
    assert "soup" in text_of(client.get("/events/cup/"), 200)
    assert made.addressees.count() == 4
