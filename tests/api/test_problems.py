"""Every refusal is one problem document with a stable code."""

import json

import pytest
from django.test import Client
from rest_framework.test import APIClient

from config.middleware.server_errors import server_error
from tests.api.world import ILLEGAL, ROAD

PROBLEM = "application/problem+json"
KEYS = {"type", "title", "status", "code", "detail"}


def refused(response, status, code):
    assert response.status_code == status, response.content
    assert response["Content-Type"] == PROBLEM
    document = json.loads(response.content)
    assert set(document) >= KEYS
    assert (document["status"], document["code"]) == (status, code)
    assert document["type"] == f"urn:roadhouse:problem:{code}"
    return document


def test_a_record_error_says_where(ann):
    response = ann.post("/api/v1/verify/", {"record": ILLEGAL}, format="json")
    document = refused(response, 422, response.json()["code"])
    assert (document["ply"], document["move"]) == (3, "e5")
    assert document["tps"] == "x4,1/x5/x5/x5/2,x4 1 2"
    assert "Move 2, first player" in document["detail"]


def test_a_good_record_gets_the_verdict():
    verdict = APIClient().post("/api/v1/verify/", {"record": ROAD}, format="json").json()
    assert (verdict["ok"], verdict["result"], verdict["reason"]) == (True, "R-0", "road")
    assert (verdict["file"], verdict["index"], verdict["error"]) == (None, 0, None)


@pytest.mark.parametrize(
    ("rules", "status"),
    [("standard", 200), ({"name": "standard", "size": 5}, 200), ({"size": 6}, 422),
     ("none", 422), ({"name": "standard"}, 400), (5, 400)],
)  # fmt: skip
def test_rules_are_a_name_or_an_object_with_a_size(rules, status):
    body = {"game": "tak", "rules": rules, "record": ROAD}
    assert APIClient().post("/api/v1/verify/", body, format="json").status_code == status


def test_wrong_fields_are_listed(ann):
    response = ann.post("/api/v1/players/", {"handles": [{"site": "playtak"}]}, format="json")
    errors = refused(response, 400, "invalid")["errors"]
    assert {(error["field"], error["code"]) for error in errors} == {
        ("name", "required"),
        ("handles.0.name", "required"),
    }


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "Noa", "nick": "n"}, "nick"),
        ({"name": "Noa", "handles": [{"site": "a", "name": "b", "x": 1}]}, "handles.0.x"),
    ],
)
def test_an_unknown_field_is_refused(ann, body, field):
    response = ann.post("/api/v1/players/", body, format="json")
    errors = refused(response, 400, "invalid")["errors"]
    assert [(error["field"], error["code"]) for error in errors] == [(field, "unknown_field")]
    assert ann.get("/api/v1/players/?q=Noa").json()["results"] == []


def test_an_unknown_filter_is_refused(ann):
    refused(ann.get("/api/v1/events/?colour=red"), 400, "invalid")


def test_a_body_that_is_no_json_is_refused(ann):
    response = ann.post("/api/v1/players/", "{", content_type="application/json")
    refused(response, 400, "invalid")
    response = ann.post("/api/v1/players/", "a=1", content_type="text/csv")
    refused(response, 415, "unsupported_media_type")


def test_an_address_that_does_not_exist_is_a_problem_too():
    refused(Client().get("/api/v1/nothing/"), 404, "not_found")
    refused(Client(enforce_csrf_checks=True).post("/api/v1/nothing/"), 404, "not_found")
    said = refused(Client().post("/api/v1/events"), 404, "not_found")
    assert "end in a slash" in said["detail"]
    redirected = Client().get("/api/v1/events?q=1")
    assert (redirected.status_code, redirected["Location"]) == (301, "/api/v1/events/?q=1")


def test_no_account_and_a_wrong_token():
    response = APIClient().post("/api/v1/players/", {"name": "Noa"}, format="json")
    refused(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"] == "Bearer"
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Bearer rh_wrong")
    refused(client.get("/api/v1/events/"), 401, "authentication_failed")


def test_a_fault_of_the_service_is_a_problem_without_its_inside(rf):
    document = refused(server_error(rf.get("/api/v1/events/")), 500, "internal_error")
    assert set(document) == KEYS
    assert server_error(rf.get("/events/"))["Content-Type"].startswith("text/html")


def test_verifying_is_throttled():
    client = APIClient()
    answers = [
        client.post("/api/v1/verify/", {"record": "x"}, format="json").status_code
        for _ in range(61)
    ]
    assert answers[:60].count(429) == 0
    assert answers[60] == 429
    response = client.post("/api/v1/verify/", {"record": "x"}, format="json")
    refused(response, 429, "throttled")
    assert int(response["Retry-After"]) > 0


def test_the_sentence_is_in_the_language_of_the_reader(ann):
    response = ann.get("/api/v1/events/none/", HTTP_ACCEPT_LANGUAGE="he")
    assert response["Content-Language"] == "he"


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("players/", "[" * 100_000, 400),
        ("players/", "[]", 400),
        ("players/", "null", 400),
        ("players/", '{"name": "\\u0000"}', 400),
        ("players/", '{"name": "\\ud800"}', 400),
        ("players/", " " * 3_000_000, 413),
        ("events/", '{"slug": "a", "name": "A", "ruleset": {"x": "\\u0000"}}', 400),
        ("events/", '{"slug": "a", "name": "A", "ruleset": {"x": "\\ud800"}}', 400),
        ("events/", '{"slug": "a", "name": "A", "ruleset": {"size": "9"}}', 400),
        ("events/", '{"slug": "a", "name": "A", "stages": [{"system": "none"}]}', 400),
        ("events/", '{"slug": "a/b", "name": "A"}', 400),
        ("games/", '{"pairing": 1000000000000000000000000000, "number": 1, "result": "R-0"}', 400),
        ("games/", '{"pairing": 1, "number": 1, "result": "R-0"}', 404),
        ("games/", '{"pairing": 1, "number": 1}', 400),
        ("games/", '{"first": "a", "second": "b", "record": "x", "pairing": 1, "number": 1}', 400),
        ("pairings/1/rule/", '{"number": 1, "outcome": {"kind": "forfeit", "x": 1}}', 400),
    ],
)
@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "k"}])
def test_no_body_breaks_the_service(ann, address, body, status, headers):
    response = ann.post(
        f"/api/v1/{address}", body, content_type="application/json", headers=headers
    )
    assert response.status_code == status, response.content
    assert response["Content-Type"] == PROBLEM


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("pairings/99999999999999999999999/", 404),
        ("events/none/rounds/99999999999999999999999/", 404),
        ("games/%00/", 404),
        ("players/?q=%00", 400),
        ("events/?since_version=99999999999999999999999", 400),
        ("events/?cursor=nonsense", 400),
    ],
)
def test_no_address_breaks_the_service(ann, address, status):
    assert ann.get(f"/api/v1/{address}").status_code == status
