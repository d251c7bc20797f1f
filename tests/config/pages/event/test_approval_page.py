"""What pages, the admin and the API say of events and clubs that are not approved for rating."""

import re
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
from tests.clients import part_of, signed_in, text_of, url_of
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.slots import submit
from tournaments.actor import SYSTEM
from tournaments.models import Club, Event
from tournaments.services.events import events
from tournaments.services.people import people


def has_notice(page):
    """Whether a page of an event says that its games do not count."""
    return bool(part_of(page, 'role="note"'))


def button_of(page, name, slug):
    """What the form of the site's staff would do; empty without one."""
    form = part_of(page, f'action="{url_of(name, slug)}"')
    return "".join(re.findall(r'name="do" value="(\w+)"', form))


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
        assert has_notice(page(Client(), name, "trap")), name
    desk = page(signed_in(organiser), "manage", "trap")
    assert part_of(part_of(desk, 'role="note"'), 'id="ask-staff"')
    assert button_of(desk, "approve-event", "trap") == ""


def test_an_event_that_counts_says_nothing(organiser):
    make_event(slug="fine", entries=2, organiser=organiser)
    assert not has_notice(page(Client(), "event", "fine"))
    assert not has_notice(page(signed_in(organiser), "manage", "fine"))


def test_site_staff_approve_by_a_button_and_take_it_back(event):
    site = signed_in(make_user(staff=True))
    address = url_of("approve-event", "trap")
    shown = page(site, "event", "trap")
    assert has_notice(shown)
    assert 'id="ask-staff"' not in shown
    assert button_of(shown, "approve-event", "trap") == "approve"
    assert site.post(address, {"do": "approve"}).status_code == 302
    assert RatedGame.objects.get().voided_at is None
    assert not has_notice(page(site, "event", "trap"))
    assert button_of(page(site, "manage", "trap"), "approve-event", "trap") == "undo"
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
    assert ('id="not-approved"' in told, 'id="approved"' in told) == (True, False)
    assert 'id="ask-staff"' in told
    site = signed_in(make_user(staff=True))
    site.post(url_of("approve-club", "den"), {"do": "approve"})
    approved = page(Client(), "club", "den")
    assert ('id="not-approved"' in approved, 'id="approved"' in approved) == (False, True)
    assert 'id="ask-staff"' not in approved
    assert Club.objects.get().approved_at is not None
    site.post(url_of("approve-club", "den"), {"do": "undo"})
    assert Club.objects.get().approved_at is None


def test_the_rules_of_a_list_say_what_counts_and_name_what_does_not(event):
    ratings.create_pool(actor=SYSTEM, slug="all", counts={"game": "tak"}, system="elo")
    told = page(Client(), "pool", "all")
    assert part_of(told, 'id="what-counts"')
    assert f'href="{url_of("event", "trap")}"' in part_of(told, 'id="not-counted"')
    assert "<bdi>Trap</bdi>" in part_of(told, 'id="not-counted"')
    ratings.approve_event(actor=SYSTEM, event_id=event.pk)
    recompute.replay_stale_pools()
    told = page(Client(), "pool", "all")
    assert part_of(told, 'id="what-counts"')
    assert part_of(told, 'id="not-counted"') == ""


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
    assert not has_notice(text_of(answer))


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
