"""`entry` is the number of an entry, `entry_id` its id; a write says which of them it means."""

import pytest
from django.core.cache import cache

from tests.api.table import TABLE
from tests.api.test_limits import every_shape
from tests.builders import entry_of, make_event, make_user
from tests.clients import api_client
from tournaments.actor import SYSTEM
from tournaments.models import Entry
from tournaments.services.events import roles

BULK = {"EntriesIn", "EntriesDoc", "CopyIn"}  # rows of new entries, which have no number


@pytest.fixture
def cup():
    """A running event whose entries have ids that are no numbers of it."""
    make_event(entries=8)
    return make_event(entries=4, slug="cup")


@pytest.fixture
def boss(cup):
    staff = make_user()
    roles.grant_event_role(actor=SYSTEM, event_id=cup.pk, user_id=staff.pk, role="organiser")
    return api_client(staff)


def post(client, address, body):
    return client.post(f"/api/v1/events/cup/{address}", body, format="json")


def test_a_penalty_by_number_and_by_id_is_for_the_same_entry(cup, boss):
    two = entry_of(cup, 2)
    about = {"after_round": 0, "points_x2": -1, "reason": "phone"}
    for named in ({"entry_number": 2}, {"entry_id": two.pk}):
        answer = post(boss, "adjustments/", {**named, **about})
        assert answer.status_code == 201, answer.content
        assert (answer.json()["entry"], answer.json()["entry_id"]) == (2, two.pk)
    for named in ({}, {"entry_number": 2, "entry_id": two.pk}):
        assert post(boss, "adjustments/", {**named, **about}).status_code == 400
    for named in ({"entry_number": two.pk}, {"entry_id": 2}):
        assert post(boss, "adjustments/", {**named, **about}).status_code == 404


@pytest.mark.parametrize(
    ("address", "body", "field"),
    [
        ("adjustments/", {"entry": 2, "after_round": 0, "points_x2": -1, "reason": "x"}, "entry"),
        ("apart/", {"entries": [1, 2]}, "entries"),
        ("apart/remove/", {"entries": [1, 2]}, "entries"),
        ("rounds/1/edit/", {"edits": [{"kind": "bye", "entry": 2}]}, "edits.0.entry"),
    ],
)
def test_a_bare_entry_is_refused_with_what_to_say(boss, address, body, field):
    answer = post(boss, address, body)
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert (error["field"], error["code"]) == (field, "unknown_field")
    assert "entry_number" in error["detail"]


def test_entries_are_kept_apart_by_number_or_by_id(cup, boss):
    ids = [entry_of(cup, number).pk for number in (1, 2)]
    kept = post(boss, "apart/", {"entry_numbers": [2, 1]}).json()
    assert [pair["entry_ids"] for pair in kept["pairs"]] == [ids]
    assert post(boss, "apart/", {"entry_numbers": [1, 99]}).status_code == 404
    assert post(boss, "apart/remove/", {"entry_ids": ids}).json()["pairs"] == []


def test_no_body_takes_an_entry_without_saying_what_it_is():
    bare = {
        shape.__name__ for shape in every_shape() if {"entry", "entries"} & shape().fields.keys()
    }
    assert bare - BULK == set()


@pytest.mark.slow
def test_every_answer_says_numbers_and_ids_by_their_names(world):
    """The table is of events whose numbers are 1 to 3, and of ids beyond."""
    ids = set(Entry.objects.exclude(event__slug="open").values_list("pk", flat=True))
    assert min(ids) > 3
    said: dict[str, set[int | None]] = {"entry": set(), "entry_id": set(), "entry_ids": set()}
    for (name, method), rows in TABLE.items():
        if method == "get" and name not in ("schema", "event-journal"):
            cache.clear()
            answer = world.clients["site_staff"].get("/api/v1/" + rows[0].path.format(**world.ids))
            if answer["Content-Type"] == "application/json":
                collect(answer.json(), said)
    assert said["entry"] <= {1, 2, 3, None}
    assert said["entry"] > {1, 2}
    assert said["entry_id"] - {None} <= set(Entry.objects.values_list("pk", flat=True))
    assert said["entry_id"]


def collect(value, said):
    if isinstance(value, list):
        for each in value:
            collect(each, said)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key in said:
                said[key] |= set(inner) if isinstance(inner, list) else {inner}
            collect(inner, said)
