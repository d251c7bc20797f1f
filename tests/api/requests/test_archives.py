"""The archive of an event by API and from its page."""

import pytest
from rest_framework.test import APIClient

from games.archive import format as archive
from games.archive.verify import find_differences
from games.services.archives import export_event
from tests.builders import make_event, make_user
from tests.clients import signed_in, text_of, url_of
from tournaments.actor import SYSTEM

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
