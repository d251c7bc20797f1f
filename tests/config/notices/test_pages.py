"""The bell, the list, its settings, and the same by API."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from config.access.tokens import create_token
from config.models import Notice
from config.notices.choices import Kind
from config.notices.push.devices import public_key
from tests.builders import make_user, players_at
from tests.clients import signed_in, text_of, url_of
from tests.config.notices.conftest import notified_of, tell

pytestmark = pytest.mark.django_db
LIST, SETTINGS = "own-notices", "own-notice-settings"


@pytest.fixture
def ada(round_):
    """A player of table 1, who was told of the round."""
    tell()
    return players_at(round_)[0].user


@pytest.fixture
def api(ada):
    client = APIClient()
    client.force_authenticate(ada)
    return client


def test_the_bell_counts_what_is_not_read(ada):
    page = signed_in(ada)
    assert 'aria-label="Notices: 1 not read"' in text_of(page.get("/"))
    page.post(url_of(LIST))
    assert 'aria-label="Notices: 0 not read"' in text_of(page.get("/"))
    assert 'class="bell"' not in text_of(Client().get("/"))


def test_an_open_page_gets_the_bell_by_itself_and_304_while_its_number_is_the_same(ada):
    page = signed_in(ada)
    first = page.get(url_of("own-bell"))
    assert 'aria-label="Notices: 1 not read"' in text_of(first)
    assert "<html" not in text_of(first)
    same = page.get(url_of("own-bell"), headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    Notice.objects.create(user=ada, kind="time", what="bye", source="other", data={"round": 2})
    more = page.get(url_of("own-bell"), headers={"If-None-Match": first["ETag"]})
    assert 'data-unread="2"' in text_of(more)
    assert Client().get(url_of("own-bell")).status_code == 302


def test_a_page_that_refreshes_itself_says_how_many_notices_are_not_read(ada):
    """In the header, also of 304: the page is the same."""
    page, url = signed_in(ada), url_of("event", "cup")
    first = page.get(url)
    assert "Roadhouse-Unread" not in first
    asked = {"HX-Request": "true", "If-None-Match": first["ETag"]}
    same = page.get(url, headers=asked)
    assert (same.status_code, same["Roadhouse-Unread"]) == (304, "1")
    page.post(url_of(LIST))
    assert page.get(url, headers=asked)["Roadhouse-Unread"] == "0"
    assert "Roadhouse-Unread" not in Client().get(url, headers={"HX-Request": "true"})


def test_the_list_says_what_happened_and_leads_there(ada, round_):
    text = text_of(signed_in(ada).get(url_of(LIST)))
    assert "Round 1: table 1, you move" in text
    assert f'href="/events/cup/rounds/{round_.number}/"' in text


def test_one_notice_or_all_are_marked_as_read(ada):
    first = Notice.objects.get(user=ada)
    Notice.objects.create(user=ada, kind="time", what="bye", source="other", data={"round": 2})
    page = signed_in(ada)
    page.post(url_of(LIST), {"notice": str(first.pk)})
    assert Notice.objects.filter(user=ada, read_at=None).count() == 1
    page.post(url_of(LIST))
    assert not Notice.objects.filter(user=ada, read_at=None).exists()


@pytest.mark.parametrize("wrong", ["x", "9" * 30, "-1", "1.5"])
def test_a_wrong_id_marks_nothing(ada, wrong):
    answer = signed_in(ada).post(url_of(LIST), {"notice": wrong}, follow=True)
    assert "there is no such notice" in text_of(answer)
    assert Notice.objects.filter(user=ada, read_at=None).exists()


def test_nobody_marks_or_sees_those_of_others(ada):
    other = signed_in(make_user())
    other.post(url_of(LIST), {"notice": str(Notice.objects.get(user=ada).pk)})
    assert Notice.objects.filter(user=ada, read_at=None).exists()
    assert "table 1" not in text_of(other.get(url_of(LIST)))


def test_a_long_list_comes_in_pages(ada):
    for number in range(40):
        about = {"what": "bye", "source": f"n{number}", "data": {"round": number}}
        Notice.objects.create(user=ada, kind="time", event="cup", **about)
    page = signed_in(ada)
    assert text_of(page.get(url_of(LIST))).count("you have a bye") == 2 * 30
    assert "Round 1: table 1" in text_of(page.get(url_of(LIST) + "?page=2"))


def test_a_kind_is_switched_off_and_on_again(ada):
    page = signed_in(ada)
    others = {f"{kind.value}-page": "on" for kind in Kind if kind != Kind.ROUND}
    page.post(url_of(SETTINGS), others)
    assert ada.notice_settings.off_page == ["round_published"]
    text = text_of(page.get(url_of(SETTINGS)))
    assert 'name="time-page" id="id_time-page" checked' in text
    assert 'name="round_published-page" id="id_round_published-page" checked' not in text
    page.post(url_of(SETTINGS), {**others, "round_published-page": "on"})
    ada.notice_settings.refresh_from_db()
    assert ada.notice_settings.off_page == []


def test_everything_can_be_switched_off(ada):
    signed_in(ada).post(url_of(SETTINGS))
    assert set(ada.notice_settings.off_page) == set(Kind.values)


def test_the_api_lists_what_the_page_has(ada, api, round_):
    (notice,) = api.get("/api/v1/me/notices/?unread=true").json()["results"]
    assert notice["kind"] == "round_published"
    assert (notice["what"], notice["event"], notice["read_at"]) == ("paired", "cup", None)
    assert notice["path"] == f"/events/cup/rounds/{round_.number}/"
    assert "against" in notice["text"]
    assert api.get("/api/v1/me/notices/?kind=time").json()["results"] == []


def test_the_api_speaks_the_language_of_the_request(api):
    answer = api.get("/api/v1/me/notices/", headers={"accept-language": "he"})
    assert "סיבוב" in answer.json()["results"][0]["text"]


def test_the_api_marks_as_read(ada, api):
    mine = Notice.objects.get(user=ada).pk
    sent = {"notices": [mine, mine + 10_000]}
    for marked in (1, 0):
        answer = api.post("/api/v1/me/notices/read/", sent, format="json")
        assert answer.json() == {"marked": marked}
    assert api.get("/api/v1/me/notices/?unread=true").json()["results"] == []


def test_the_api_changes_the_settings(ada, api):
    address = "/api/v1/me/notices/settings/"
    before = {
        "off_page": [],
        "off_email": ["rating_list", "result_confirmed", "round_closed"],
        "off_push": ["rating_list", "result_confirmed", "round_closed"],
        "push_key": public_key(),
        "mail": True,
        "mail_off": "",
        "digest": False,
        "quiet": True,
        "language": "",
        "time_zone": "",
    }
    assert api.get(address).json() == before
    answer = api.patch(address, {"off_page": ["time", "time"], "mail": False}, format="json")
    after = {**before, "off_page": ["time"], "mail": False, "mail_off": "unsubscribed"}
    assert answer.json() == after
    assert api.patch(address, {}, format="json").json() == after
    for wrong in ({"time_zone": "Mars/Base"}, {"language": "xx"}):
        assert api.patch(address, wrong, format="json").status_code == 400
    assert api.patch(address, {"off_page": ["weather"]}, format="json").status_code == 400


def test_a_token_for_play_marks_but_does_not_switch(ada):
    _row, secret = create_token(username=ada.username, name="bot", scopes=("play",))
    client = APIClient(headers={"authorization": f"Bearer {secret}"})
    assert client.post("/api/v1/me/notices/read/", {}, format="json").status_code == 200
    refused = client.patch("/api/v1/me/notices/settings/", {"off_page": []}, format="json")
    assert refused.status_code == 403
    assert notified_of(ada) == ["paired"]
