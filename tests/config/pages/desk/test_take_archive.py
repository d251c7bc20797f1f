"""An archive is taken in on its page: looked into first, then stored."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.services.archives import export_event
from tests.builders import entry_of, make_club, make_event, make_user
from tests.clients import signed_in, text_of, url_of
from tests.flows.records import FIRST_BY_ROAD
from tournaments.actor import SYSTEM
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    owner = make_user("owner")
    make_club("lantern", owner=owner)
    return owner


def archive_of(slug="cup"):
    return SimpleUploadedFile("cup.zip", export_event(actor=SYSTEM, slug=slug))


def look(client, sent, **given):
    return client.post(
        url_of("take-archive"), {"do": "look", "sent": sent, "club": "lantern", **given}
    )


def carried_in(page):
    (found,) = re.findall(r'name="carried" value="([^"]+)"', page)
    return found


def test_who_is_who_is_asked_and_done(owner):
    cup = make_event(slug="cup", entries=4)
    client = signed_in(owner)
    assert url_of("take-archive") in text_of(client.get(url_of("manage-events")))
    page = text_of(look(client, archive_of()))
    assert "Nothing is stored yet" in page
    one = entry_of(cup, 1).player
    assert f'<option value="{one.public_id}">{one.name}' in page
    assert Event.objects.count() == 1
    answer = client.post(
        url_of("take-archive"),
        {
            "do": "take", "carried": carried_in(page), "club": "lantern", "slug": "taken",
            "who-1": one.public_id, "who-2": "new",
        },
    )  # fmt: skip
    assert answer["Location"] == url_of("manage", "taken")
    taken = Event.objects.get(slug="taken")
    assert entry_of(taken, 1).player == one
    assert entry_of(taken, 2).player != entry_of(cup, 2).player
    journal = text_of(client.get(url_of("manage-journal", "taken")))
    assert "took the event in from an archive" in journal


def test_a_refusal_keeps_the_choices(owner):
    cup = make_event(slug="cup", entries=4)
    client = signed_in(owner)
    page = text_of(look(client, archive_of()))
    one = entry_of(cup, 1).player
    sent = {"do": "take", "carried": carried_in(page), "club": "lantern", "who-1": one.public_id}
    again = text_of(client.post(url_of("take-archive"), sent), 422)
    assert "The address cup is taken" in again
    assert f'<option value="{one.public_id}" selected>' in again
    assert carried_in(again) == carried_in(page)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"no zip", "This is no archive of an event"),
        (FIRST_BY_ROAD.encode(), "This is no archive of an event"),
        (b"", "The submitted file is empty"),
    ],
)
def test_another_file_is_refused_in_words(owner, sent, said):
    answer = look(signed_in(owner), SimpleUploadedFile("x.zip", sent))
    assert said in text_of(answer, 422)


def test_without_a_file_one_is_asked_for(owner):
    client = signed_in(owner)
    for given in ({"do": "look"}, {"do": "take"}, {"do": "take", "carried": "!!"}):
        answer = client.post(url_of("take-archive"), {"club": "lantern", **given})
        assert "Choose the file of an archive" in text_of(answer, 422)


def test_who_organises_no_club_has_no_such_page():
    client = signed_in(make_user())
    assert client.get(url_of("take-archive")).status_code == 404
    assert url_of("take-archive") not in text_of(client.get(url_of("manage-events")))


def test_another_club_is_refused(owner):
    make_club("other", owner=make_user())
    make_event(slug="cup", entries=4)
    answer = look(signed_in(owner), archive_of(), club="other")
    assert "You may not do this here" in text_of(answer, 422)
