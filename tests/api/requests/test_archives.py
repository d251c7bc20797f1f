"""The archive of an event by API and from its page."""

import base64

import pytest
from rest_framework.test import APIClient

from games.archive import format as archive
from games.archive.verify import find_differences
from games.services.archives import export_event
from tests.builders import entry_of, make_club, make_event, make_user
from tests.clients import signed_in, text_of, url_of
from tournaments.actor import SYSTEM
from tournaments.models import Event

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/events/cup/archive/"


def signed_in_api(user):
    client = APIClient()
    client.force_authenticate(user)
    return client


@pytest.fixture
def boss():
    boss = make_user("boss")
    make_event(slug="cup", entries=4, organiser=boss)
    return boss


@pytest.mark.parametrize("accept", ["*/*", "application/zip", "application/json"])
def test_staff_get_the_archive(boss, accept):
    answer = signed_in_api(boss).get(ADDRESS, HTTP_ACCEPT=accept)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="cup.zip"'
    assert answer.content == export_event(actor=SYSTEM, slug="cup")
    assert find_differences(archive.read_archive(answer.content)) == []


def test_who_has_it_is_told_so(boss):
    client = signed_in_api(boss)
    etag = client.get(ADDRESS)["ETag"]
    assert client.get(ADDRESS, HTTP_IF_NONE_MATCH=etag).status_code == 304


def test_others_are_refused_in_words(boss):
    stranger = make_user("stranger")
    answer = signed_in_api(stranger).get(ADDRESS)
    assert answer.status_code == 403
    assert answer.json()["code"] == "not_allowed"
    answer = signed_in_api(stranger).get(ADDRESS, HTTP_ACCEPT="application/zip")
    assert answer["Content-Type"] == "application/problem+json"
    assert APIClient().get(ADDRESS).status_code == 403
    assert signed_in(stranger).get(url_of("manage-archive", "cup")).status_code == 404


def test_the_page_of_the_journal_has_it(boss):
    client = signed_in(boss)
    address = url_of("manage-archive", "cup")
    assert f'href="{address}"' in text_of(client.get(url_of("manage-journal", "cup")))
    answer = client.get(address)
    assert answer.content == export_event(actor=SYSTEM, slug="cup")
    assert answer["Content-Disposition"] == 'attachment; filename="cup.zip"'


def test_an_archive_is_looked_into_and_taken_in_by_programs(boss):
    client = signed_in_api(boss)
    make_club("lantern", owner=boss)
    text = base64.b64encode(export_event(actor=SYSTEM, slug="cup")).decode()
    sent: dict[str, object] = {"archive": text, "club": "lantern"}
    seen = client.post("/api/v1/archives/preview/", sent, format="json").json()
    first = seen["people"][0]
    assert (first["entry"], first["same_installation"]) == (1, True)
    one = first["candidates"][0]["id"]
    sent |= {"slug": "taken", "people": {"1": one, "2": "new"}}
    answer = client.post("/api/v1/archives/", sent, format="json")
    assert answer.status_code == 201
    assert answer["Location"].endswith("/api/v1/events/taken/")
    assert entry_of(Event.objects.get(slug="taken"), 1).player.public_id == one
    again = client.post("/api/v1/archives/", {**sent, "slug": "again"}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "archive_already_taken")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"archive": "not base64!"}, "invalid"),
        ({"archive": "bm8gemlw"}, "not_an_archive"),
        ({"people": {"1": ["x"]}}, "invalid"),
        ({"people": {"1": "nobody"}}, "not_found"),
        ({"slug": "cup"}, "slug_taken"),
        ({"key": "x"}, "archive_differs"),
    ],
)
def test_what_cannot_be_taken_in_is_refused(boss, changed, code):
    make_club("lantern", owner=boss)
    text = base64.b64encode(export_event(actor=SYSTEM, slug="cup")).decode()
    sent: dict[str, object] = {"archive": text, "club": "lantern", "slug": "taken", **changed}
    answer = signed_in_api(boss).post("/api/v1/archives/", sent, format="json")
    assert answer.json()["code"] == code
    assert not Event.objects.filter(slug="taken").exists()
