"""What pages, the admin and the API say of events and clubs that are not approved for rating."""

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from games.models import Game
from ratings import recompute
from ratings import services as ratings
from ratings.models import RatedGame
from tests.builders import acting, make_club, make_event, make_user, published_round, slot_at
from tests.clients import signed_in, text_of, url_of
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.slots import submit
from tournaments.actor import SYSTEM
from tournaments.models import Club, Event
from tournaments.services.events import events
from tournaments.services.people import people

NOT_APPROVED = "Not approved for rating."


@pytest.fixture
def organiser():
    return make_user("organiser")


@pytest.fixture
def event(organiser):
    """An event that is not approved, with one counted game of Ada and Bo."""
    event = make_event(slug="trap", entries=2, games=1, organiser=organiser)
    ratings.undo_event_approval(actor=SYSTEM, event_id=event.pk)
    slot = slot_at(published_round(event))
    record = ptn(FIRST_BY_ROAD, Date="2026.11.20")
    submit(acting(organiser), slot, record=record)
    assert Game.objects.get().state == "confirmed"
    return event


def page(client, name, *args):
    answer = client.get(url_of(name, *args))
    assert answer.status_code == 200
    return text_of(answer)


def test_every_page_of_an_event_that_is_not_approved_says_so_and_what_to_do(event, organiser):
    tabs = ("event", "event-players", "event-standings", "event-games", "event-rules")
    for name in (*tabs, "event-crosstable", "event-ratings"):
        assert NOT_APPROVED in page(Client(), name, "trap")
    desk = page(signed_in(organiser), "manage", "trap")
    assert NOT_APPROVED in desk
    assert "ask the staff of this site to approve the event" in desk
    assert "approve-event" not in desk


def test_an_event_that_counts_says_nothing(organiser):
    make_event(slug="fine", entries=2, organiser=organiser)
    assert NOT_APPROVED not in page(Client(), "event", "fine")
    assert NOT_APPROVED not in page(signed_in(organiser), "manage", "fine")


def test_site_staff_approve_by_a_button_and_take_it_back(event):
    site = signed_in(make_user(staff=True))
    address = url_of("approve-event", "trap")
    assert address in page(site, "event", "trap")
    assert site.post(address, {"do": "approve"}).status_code == 302
    assert RatedGame.objects.get().voided_at is None
    assert NOT_APPROVED not in page(site, "event", "trap")
    assert "Take back the approval" in page(site, "manage", "trap")
    site.post(address, {"do": "undo"})
    assert RatedGame.objects.get().voided_at is not None


def test_nobody_else_presses_it(event, organiser):
    club = people.create_club(actor=acting(organiser), slug="den", name="Den")
    for client, status in ((Client(), 302), (signed_in(organiser), 404)):
        for name, slug in (("approve-event", "trap"), ("approve-club", "den")):
            answer = client.post(url_of(name, slug), {"do": "approve"})
            assert answer.status_code == status
    event.refresh_from_db()
    club.refresh_from_db()
    assert (event.approved_at, club.approved_at) == (None, None)


def test_the_page_of_a_club_says_whether_it_is_approved(organiser):
    people.create_club(actor=acting(organiser), slug="den", name="Den")
    told = page(Client(), "club", "den")
    assert "Not approved for rating" in told
    assert "The staff of this site can approve the club." in told
    site = signed_in(make_user(staff=True))
    site.post(url_of("approve-club", "den"), {"do": "approve"})
    assert "Approved for rating: the games of its events" in page(Client(), "club", "den")
    assert Club.objects.get().approved_at is not None
    site.post(url_of("approve-club", "den"), {"do": "undo"})
    assert Club.objects.get().approved_at is None


def test_the_rules_of_a_list_say_what_counts_and_name_what_does_not(event):
    ratings.create_pool(actor=SYSTEM, slug="all", counts={"game": "tak"}, system="elo")
    told = page(Client(), "pool", "all")
    assert "those of events that are approved for rating" in told
    assert "Not counted, because they are not approved:" in told
    assert "<bdi>Trap</bdi>" in told
    ratings.approve_event(actor=SYSTEM, event_id=event.pk)
    recompute.replay_stale_pools()
    assert "Not counted, because" not in page(Client(), "pool", "all")


def test_a_list_names_no_event_that_its_reader_may_not_see(event):
    Event.objects.update(visibility="private")
    ratings.create_pool(actor=SYSTEM, slug="all", counts={"game": "tak"}, system="elo")
    assert "Trap" not in page(Client(), "pool", "all")


def test_a_page_that_is_open_learns_that_the_club_was_approved(organiser):
    club = people.create_club(actor=acting(organiser), slug="den", name="Den")
    event = events.create_event(
        actor=acting(organiser), new=events.NewEvent(slug="cup", name="Cup", club_id=club.pk)
    )
    events.open_registration(actor=acting(organiser), event_id=event.pk)
    client, address = Client(), url_of("event", "cup")
    asked = {"HX-Request": "true"}
    etag = client.get(address, headers=asked)["ETag"]
    again = {**asked, "If-None-Match": etag}
    assert client.get(address, headers=again).status_code == 304
    ratings.approve_club(actor=SYSTEM, club_id=club.pk)
    answer = client.get(address, headers=again)
    assert answer.status_code == 200
    assert NOT_APPROVED not in text_of(answer)


def test_the_admin_filters_and_approves(event, admin_client):
    make_event(slug="fine", entries=2)
    listed = reverse("admin:tournaments_event_changelist")
    not_counting = text_of(admin_client.get(listed, {"counts": "no"}))
    assert ("Trap" in not_counting, "Fine" in not_counting) == (True, False)
    counting = text_of(admin_client.get(listed, {"counts": "yes"}))
    assert ("Trap</a>" in counting, "Fine</a>" in counting) == (False, True)
    for action, approved in (("approve_events", True), ("undo_events_approval", False)):
        admin_client.post(
            listed, {"action": action, "_selected_action": [event.pk], "confirmed": "yes"}
        )
        event.refresh_from_db()
        assert (event.approved_at is not None) is approved
    club = make_club("lantern")
    clubs = reverse("admin:tournaments_club_changelist")
    for action, approved in (("undo_clubs_approval", False), ("approve_clubs", True)):
        admin_client.post(
            clubs, {"action": action, "_selected_action": [club.pk], "confirmed": "yes"}
        )
        club.refresh_from_db()
        assert (club.approved_at is not None) is approved
    assert "Lantern" in text_of(admin_client.get(clubs, {"approved_at__isempty": "0"}))


def test_programs_read_whether_and_why_an_event_counts_and_site_staff_change_it(event):
    site = signed_in(make_user(staff=True))
    address = "/api/v1/events/trap/"
    read = Client().get(address).json()
    assert (read["counts_for_rating"], read["counts_because"]) == (False, "")
    approved = site.post(f"{address}approve/", {}, content_type="application/json").json()
    assert (approved["counts_for_rating"], approved["counts_because"]) == (True, "approved")
    undone = site.post(f"{address}approve/undo/", {}, content_type="application/json").json()
    assert undone["counts_for_rating"] is False
    make_club("lantern")
    club = "/api/v1/clubs/lantern/"
    assert Client().get(club).json()["approved"] is True
    site.post(f"{club}approve/undo/", {}, content_type="application/json")
    assert Client().get(club).json()["approved"] is False


def test_what_counted_before_there_was_an_approval_goes_on_counting(event):
    club = Club.objects.create(slug="old", name="Old")
    of_club = Event.objects.create(slug="old-cup", name="Old cup", game="tak", club=club)
    module = import_module("tournaments.migrations.0009_approval")
    module.approve_what_counted(apps, None)
    for row in (club, of_club, event):
        row.refresh_from_db()
    assert club.approved_at is not None
    assert of_club.approved_at is None  # by its club
    assert event.approved_at is not None
