"""The OpenAPI document, and the page that shows it, without any other server."""

import re

import pytest
from django.core.management import call_command

from config.api.urls import urlpatterns
from tests.clients import text_of


@pytest.mark.slow
def test_the_schema_is_made_without_a_warning(tmp_path):
    target = tmp_path / "schema.yml"
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(target))
    text = target.read_text()
    assert "/api/v1/events/{slug}/rounds/{number}/publish/:" in text
    described = len(re.findall(r"^  /api/v1/", text, re.MULTILINE))
    assert described == len([p for p in urlpatterns if p.name not in ("missing", "schema")])


def test_the_documentation_needs_no_other_server(client):
    page = client.get("/api/docs/")
    assert page.status_code == 200
    linked = re.findall(r'(?:src|href)="([^"]+)"', text_of(page))
    assert linked
    assert all(link.startswith(("/static/", "/api/docs/?script=")) for link in linked)


def test_the_root_says_where_everything_is(client):
    found = client.get("/api/v1/").json()
    assert found["events"] == "http://testserver/api/v1/events/"
    statuses = {name: client.get(url).status_code for name, url in found.items()}
    assert {name: status for name, status in statuses.items() if status != 200} == {
        "me": 401, "verify": 405,
    }  # fmt: skip


@pytest.mark.slow
def test_the_document_has_an_etag_and_refuses_like_other_addresses(client):
    first = client.get("/api/v1/schema/")
    again = client.get("/api/v1/schema/", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    for query, status in (("format=xml", 404), ("colour=red", 400)):
        refused = client.get(f"/api/v1/schema/?{query}")
        assert (refused.status_code, refused["Content-Type"]) == (
            status,
            "application/problem+json",
        )
        assert refused.json()["status"] == status
