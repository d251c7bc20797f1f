"""What an event says about itself: set at the desk or by the API, read on its first page."""

import json
from datetime import date, time
from typing import Any

import pytest

from tests.builders import acting, make_event
from tests.clients import signed_in, text_of, tidy, url_of
from tournaments import limits
from tournaments.errors import InvalidInput
from tournaments.models import JournalLine
from tournaments.services.events import events
from tournaments.services.events.changes import changes_from_journal
from tournaments.services.events.copying import copy_event

TOLD = {
    "venue": "Café Lantern",
    "address": "12 Harbour <Street>",
    "contact": "cup@lantern.example",
    "entry_fee": "5 €",
    "description": "Bring **boards**.",
}


@pytest.fixture
def event(boss):
    return make_event(
        organiser=boss,
        slug="cup",
        state="registration",
        starts_on=date(2026, 5, 1),
        time_zone="Asia/Tokyo",
        about={**TOLD, "start_time": time(19, 30)},
    )


def test_readers_see_where_and_when_it_is_and_what_it_costs(event, client):
    page = tidy(text_of(client.get(url_of("event", "cup"))))
    for words in (
        "Café Lantern",
        "12 Harbour &lt;Street&gt;",
        "<strong>boards</strong>",
        "5 €",
        'href="mailto:cup@lantern.example"',
        "2026-05-01T10:30:00Z",  # half past seven in Tokyo
    ):
        assert words in page, words


def test_an_event_that_says_nothing_has_no_empty_leaf(client):
    make_event(slug="cup")
    assert 'id="about"' not in text_of(client.get(url_of("event", "cup")))


def test_the_api_takes_and_shows_what_the_event_says(boss, event):
    address = "/api/v1/events/cup/"
    client = signed_in(boss)
    changed = client.patch(
        address,
        json.dumps({"start_time": "20:05", "venue": "", "entry_fee": "free"}),
        content_type="application/json",
    )
    assert changed.status_code == 200, changed.content
    seen = client.get(address).json()
    assert {name: seen[name] for name in (*TOLD, "start_time")} == {
        **TOLD, "start_time": "20:05", "venue": "", "entry_fee": "free",
    }  # fmt: skip
    refused = client.patch(
        address, json.dumps({"start_time": "25:00"}), content_type="application/json"
    )
    assert refused.status_code == 400


def test_it_may_change_while_the_event_is_played_and_its_texts_stay_out_of_the_journal(boss):
    event = make_event(organiser=boss)
    changes = {"venue": "Upstairs", "start_time": time(20, 0)}
    events.edit_event(actor=acting(boss), event_id=event.pk, changes=changes)
    event.refresh_from_db()
    assert (event.venue, event.start_time) == ("Upstairs", time(20, 0))
    after: Any = JournalLine.objects.get(action="event.edited").after
    assert after["changed"] == ["start_time", "venue"]
    assert after["settings"] == {"start_time": "20:00:00"}
    assert changes_from_journal(after["settings"]) == {"start_time": time(20, 0)}


@pytest.mark.parametrize(
    "changes",
    [
        {"venue": "x" * (limits.CODE + 1)},
        {"description": "x" * (limits.DESCRIPTION + 1)},
        {"contact": None},
        {"start_time": "19:30"},
    ],
)
def test_services_refuse_what_is_too_long_or_of_another_type(event, boss, changes):
    with pytest.raises(InvalidInput):
        events.edit_event(actor=acting(boss), event_id=event.pk, changes=changes)


def test_a_copy_is_played_at_the_same_place_but_not_at_the_same_time(event, boss):
    copy = copy_event(actor=acting(boss), event_id=event.pk, slug="next", name="Next")
    assert {name: getattr(copy, name) for name in TOLD} == TOLD
    assert (copy.starts_on, copy.start_time) == (None, None)
