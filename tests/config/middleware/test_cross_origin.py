"""Pages of other sites may read the API, without cookies, and write nothing."""

import pytest
from django.test import Client

from tests.builders import make_user
from tests.clients import signed_in

pytestmark = pytest.mark.django_db
ORIGIN = {"Origin": "https://club.example"}


def preflight(method, address="/api/v1/events/"):
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": "x"}
    return Client().options(address, headers={**ORIGIN, **asked})


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/api/v1/", 200),
        ("/api/v1/events/", 200),
        ("/api/v1/players/?format=csv", 200),
        ("/api/v1/events/none/", 404),
        ("/api/v1/me/", 401),
        ("/api/v1/events/?colour=red", 400),
        ("/api/v1/games/%00/", 404),  # refused before a view runs
        pytest.param("/api/v1/schema/", 200, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("method", ["get", "head"])
def test_reads_and_their_refusals_are_shown_to_pages_of_other_sites(address, status, method):
    answer = getattr(Client(), method)(address, headers=ORIGIN)
    assert answer.status_code == status
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert {"ETag", "Link", "Retry-After"} <= set(
        answer["Access-Control-Expose-Headers"].split(", ")
    )


def test_an_unchanged_answer_is_shown_too():
    etag = Client().get("/api/v1/events/")["ETag"]
    answer = Client().get("/api/v1/events/", headers={**ORIGIN, "If-None-Match": etag})
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (304, "*")


def test_browsers_may_ask_to_read_with_a_token():
    answer = preflight("GET")
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "Authorization" in answer["Access-Control-Allow-Headers"]
    assert preflight("GET", "/api/v1/me/").status_code == 204


@pytest.mark.parametrize("method", ["POST", "PATCH", "PUT", "DELETE", "get", ""])
def test_browsers_may_not_ask_to_write(method):
    answer = preflight(method)
    assert answer.status_code == 204
    assert not [name for name in answer.headers if name.startswith("Access-Control")]


def test_nothing_is_shown_of_writes_and_of_pages():
    written = Client().post("/api/v1/players/", {}, headers=ORIGIN)
    page = Client().get("/events/", headers=ORIGIN)
    for answer in (written, page):
        assert "Access-Control-Allow-Origin" not in answer


def test_cookies_never_open_an_answer_to_other_sites():
    browser = signed_in(make_user("ann"))
    answer = browser.get("/api/v1/me/", headers=ORIGIN)
    assert answer["Access-Control-Allow-Origin"] == "*"  # which browsers refuse with cookies
    assert "Access-Control-Allow-Credentials" not in answer
