"""The OpenAPI document, and the page that shows it, without any other server."""

import json
import re
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.parsers import MultiPartParser

from config.api.urls import urlpatterns
from tests.clients import text_of
from tournaments.api.spreadsheet import CsvParser
from tournaments.api.strict_json import StrictJson
from tournaments.api.view import ApiView


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


@pytest.mark.parametrize("address", ["/api/docs/", "/api/v1/schema/", "/api/v1/players/"])
def test_problems_are_json_wherever_they_come_from(client, address):
    refused = client.get(address, headers={"Accept": "application/pdf"})
    assert (refused.status_code, refused["Content-Type"]) == (406, "application/problem+json")
    assert json.loads(refused.content)["code"] == "not_acceptable"


def test_every_body_of_json_is_read_by_one_parser():
    """The walk of hostile bodies sends each address one of the values that this parser refuses."""
    found: list[Any] = [getattr(pattern.callback, "cls", object) for pattern in urlpatterns]
    views = [view for view in found if issubclass(view, ApiView)]
    parsers = {parser for view in views for parser in view.parser_classes}
    assert len(views) > 100
    assert parsers == {StrictJson, CsvParser, MultiPartParser}


@pytest.mark.slow
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
