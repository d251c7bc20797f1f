"""Deleting an event that never started."""

import pytest

from tests.api.world import make_event, make_people
from tournaments.models import Entry, Event, JournalLine


@pytest.fixture
def world():
    return make_people()


def post(world, who, address, body=None):
    return world.clients[who].post(f"/api/v1/{address}", body or {}, format="json")


def test_entries_go_and_the_journals_stay(world):
    make_event(world, "cup", until="registration")
    assert post(world, "organiser", "events/cup/delete/").status_code == 204
    assert not Event.objects.filter(slug="cup").exists()
    assert not Entry.objects.exists()
    deleted = JournalLine.objects.filter(action="event.deleted", subject="cup")
    assert sorted(line.scope for line in deleted) == ["event:cup", "site"]
    again = post(world, "other_organiser", "events/", {"slug": "cup", "name": "Cup"})
    assert (again.status_code, again.json()["code"]) == (409, "slug_taken")


@pytest.mark.parametrize("until", ["started", "paired", "published"])
def test_what_has_started_stays(world, until):
    make_event(world, "cup", until=until)
    assert post(world, "organiser", "events/cup/delete/").status_code == 409
    assert Event.objects.filter(slug="cup").exists()


def test_only_organisers_delete(world):
    make_event(world, "cup", until="registration")
    statuses = [
        post(world, who, "events/cup/delete/").status_code
        for who in ("stranger", "player", "arbiter", "other_organiser")
    ]
    assert statuses == [403] * 4
