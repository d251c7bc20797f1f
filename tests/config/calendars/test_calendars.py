"""Calendars of events, clubs and players at their addresses, as calendar programs read them."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.test import Client
from ical.calendar_stream import IcsCalendarStream

from config.access.accounts import after_password_change
from config.access.calendar_addresses import renew_address
from config.access.tokens import ScopeNotHeld
from games import services as games
from tests.builders import (
    actor_of,
    drafted_round,
    entry_of,
    make_club,
    make_event,
    make_user,
    pairing_at,
    published_round,
    slot_at,
)
from tests.clients import text_of
from tournaments.actor import SYSTEM, Actor
from tournaments.services.events import events
from tournaments.services.people.naming import rename_player
from tournaments.services.rounds import deadlines, rounds, times

pytestmark = pytest.mark.django_db
EVENT = "/events/cup/calendar.ics"
FRIDAY = datetime(2036, 5, 2, 17, 0, tzinfo=UTC)


@pytest.fixture
def event():
    boss = make_user("olga")
    return make_event(
        slug="cup",
        entries=4,
        games=1,
        organiser=boss,
        club_id=make_club("lantern", owner=boss).pk,
        starts_on=date(2036, 5, 1),
        time_zone="Asia/Jerusalem",
    )


def read(client, path=EVENT):
    """The items by the kind that begins their UID."""
    text = text_of(client.get(path), 200)
    found = IcsCalendarStream.calendar_from_ics(text).events
    return {each.uid.partition("-")[0]: each for each in found}


def set_time(slot, at=FRIDAY):
    times.set_time(actor=SYSTEM, slot_id=slot.pk, play_at=at)


def test_an_event_starts_and_a_round_has_a_last_day(event, client):
    published_round(event)
    closes = FRIDAY + timedelta(days=3)
    deadlines.set_round_times(
        actor=SYSTEM, event_id=event.pk, number=1, opens_at=FRIDAY, closes_at=closes
    )
    found = read(client)
    assert set(found) == {"start", "round", "last_day"}
    assert (found["start"].summary, found["start"].dtstart) == ("Cup", date(2036, 5, 1))
    assert (found["round"].summary, found["round"].dtstart) == ("Cup: round 1", FRIDAY)
    assert (found["last_day"].summary, found["last_day"].dtstart) == ("Cup: round 1 ends", closes)
    assert str(found["round"].url) == "http://testserver/events/cup/rounds/1/"


def test_another_end_of_a_round_keeps_its_uid_and_raises_its_sequence(event, client):
    published_round(make_event(slug="other", entries=2))  # a number of a round is not its key
    published_round(event)
    about = {"actor": SYSTEM, "event_id": event.pk, "number": 1, "opens_at": FRIDAY}
    deadlines.set_round_times(closes_at=FRIDAY + timedelta(days=3), **about)
    before = read(client)
    deadlines.set_round_times(closes_at=FRIDAY + timedelta(days=4), **about)
    after = read(client)
    assert after["last_day"].uid == before["last_day"].uid
    assert after["last_day"].sequence > before["last_day"].sequence
    assert after["start"].sequence == before["start"].sequence


def test_an_hour_of_the_start_is_in_the_zone_of_the_event(event, client):
    changes = {"start_time": time(19, 30), "venue": "The Hall"}
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes=changes)
    start = read(client)["start"]
    assert start.dtstart == datetime(2036, 5, 1, 16, 30, tzinfo=UTC)
    assert start.location == "The Hall"


def test_a_changed_time_keeps_its_uid_and_raises_its_sequence(event, client):
    slot = slot_at(published_round(event))
    assert "game" not in read(client)
    set_time(slot)
    before = read(client)["game"]
    assert before.dtstart == FRIDAY
    names = pairing_at(slot.pairing.round).names(slot.first_seat)
    assert before.summary == f"{names} (Cup, round 1)"
    set_time(slot, FRIDAY + timedelta(hours=2))
    after = read(client)["game"]
    assert after.uid == before.uid
    assert after.sequence > before.sequence
    assert after.dtstart == FRIDAY + timedelta(hours=2)
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes={"venue": "Elsewhere"})
    assert read(client)["game"].sequence > after.sequence


def test_a_proposed_time_is_not_agreed(event, client):
    round_ = published_round(event)
    slot = slot_at(round_)
    player = slot.pairing.seats.order_by("order")[0].entry.player
    times.propose_time(
        actor=actor_of(player), slot_id=slot.pk, play_at=FRIDAY, now=FRIDAY - timedelta(days=9)
    )
    assert "game" not in read(client)


def test_a_cancelled_game_stays_and_says_so(event, client):
    slot = slot_at(published_round(event))
    set_time(slot)
    before = read(client)["game"]
    games.rule_slot(
        actor=SYSTEM, pairing_id=slot.pairing_id, number=1, outcome={"kind": "cancelled"},
        reason="ill",
    )  # fmt: skip
    after = read(client)["game"]
    assert (after.uid, after.status) == (before.uid, "CANCELLED")
    assert after.sequence > before.sequence


def test_an_unchanged_calendar_is_304_and_drafts_never_show(event, client):
    first = client.get(EVENT)
    assert first["Content-Type"] == "text/calendar; charset=utf-8"
    assert client.get(EVENT, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    drafted_round(event)
    assert client.get(EVENT, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert client.get(EVENT, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_a_renamed_player_shows_and_the_language_is_asked_for(event, client):
    slot = slot_at(published_round(event))
    set_time(slot)
    player = entry_of(event, 1).player
    rename_player(actor=SYSTEM, player_id=player.pk, name="Adah")
    set_time(slot_at(slot.pairing.round, 2))
    shown = text_of(client.get(f"{EVENT}?language=he"), 200)
    assert "Adah" in shown
    assert "סיבוב" in shown
    assert client.get(f"{EVENT}?language=xx").content == client.get(EVENT).content


def test_a_club_has_the_events_that_are_listed(event, client):
    about = {"organiser": event.roles.get().user, "club_id": event.club_id}
    make_event(slug="hidden", visibility="unlisted", starts_on=date(2036, 6, 1), **about)
    make_event(slug="draft", state="draft", starts_on=date(2036, 6, 2), **about)
    text = text_of(client.get("/clubs/lantern/calendar.ics"), 200)
    assert "SUMMARY:Cup" in text
    assert "SUMMARY:Hidden" not in text
    assert "SUMMARY:Draft" not in text
    assert client.get("/events/draft/calendar.ics").status_code == 404
    assert client.get("/clubs/nobody/calendar.ics").status_code == 404


@pytest.fixture
def ada(event):
    return entry_of(event, 1).player


def address_of(player):
    return f"/calendar/{renew_address(actor=actor_of(player))[1]}.ics"


def test_a_player_has_their_own_rounds_and_games(event, ada, client):
    round_ = published_round(event)
    for table in (1, 2):
        set_time(slot_at(round_, table))
    found = IcsCalendarStream.calendar_from_ics(text_of(client.get(address_of(ada)), 200)).events
    games_ = [each for each in found if each.uid.startswith("game-")]
    assert len(games_) == 1
    assert "Ada" in str(games_[0].summary)
    assert {each.uid.partition("-")[0] for each in found} == {"start", "round", "game"}
    public = {each.uid for each in read(client).values()}
    assert {each.uid for each in found if each.uid.startswith("start-")} <= public


def test_a_new_address_ends_the_one_before_and_only_digests_are_stored(event, ada, client):
    before = address_of(ada)
    assert client.get(before).status_code == 200
    after = address_of(ada)
    assert client.get(before).status_code == 404
    answer = client.get(after)
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "noindex" in answer["X-Robots-Tag"]
    assert ada.user.calendar_address.digest not in after
    after_password_change(ada.user)
    assert client.get(after).status_code == 404


def test_an_account_that_is_switched_off_has_no_calendar(event, ada, client):
    address = address_of(ada)
    ada.user.is_active = False
    ada.user.save()
    assert client.get(address).status_code == 404


def test_the_page_makes_it_shows_it_once_and_removes_it(event, ada):
    client = Client()
    client.force_login(ada.user)
    page = "/me/calendar/"
    assert "You have no address yet." in text_of(client.get(page), 200)
    shown = text_of(client.post(page, {"do": "renew"}), 200)
    address = shown.partition("http://testserver")[2].partition("?")[0]
    assert address.startswith("/calendar/")
    assert client.get(address).status_code == 200
    assert "/calendar/" not in text_of(client.get(page), 200).replace(page, "")
    assert client.post(page, {"do": "remove"}).status_code == 302
    assert client.get(address).status_code == 404
    assert "My calendar" in text_of(client.get("/me/"), 200)


def test_a_narrowed_token_makes_no_address(event, ada):
    narrowed = Actor("user", user_id=ada.user_id, scopes=("play",))
    with pytest.raises(ScopeNotHeld):
        renew_address(actor=narrowed)
