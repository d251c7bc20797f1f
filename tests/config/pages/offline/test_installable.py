"""The manifest, the worker, and the page without a network: addresses, headers, what they name."""

import json
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from config.pages.offline.readers import HEADER
from tests.builders import make_event, make_user
from tests.clients import text_of, url_of
from tests.paths import ROOT

TOKENS = ROOT / "config/pages/static/roadhouse/tokens.css"


def manifest_of(client, language="en"):
    client.cookies["django_language"] = language
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    return json.loads(text_of(response))


def paper_of(theme):
    """--paper of the style sheet: by day first, by night second."""
    return re.findall(r"--paper: (#\w{6})", TOKENS.read_text())[theme]


def file_of(address):
    path = address.partition("?")[0].removeprefix(settings.STATIC_URL)
    found = finders.find(path)
    assert isinstance(found, str), address
    return Path(found)


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("he", "rtl"), ("ja", "ltr")])
def test_the_manifest_is_in_the_language_of_the_reader(client, language, direction):
    manifest = manifest_of(client, language)
    assert (manifest["lang"], manifest["dir"]) == (language, direction)
    assert manifest["name"] == manifest["short_name"] == "Roadhouse"
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "/",
        "/",
        "standalone",
    )


def test_the_manifest_has_the_colours_of_the_style_sheet(client):
    manifest, page = manifest_of(client), text_of(client.get("/offline/"))
    assert manifest["theme_color"] == manifest["background_color"] == paper_of(0)
    for theme in (0, 1):
        assert f'name="theme-color" content="{paper_of(theme)}"' in page


def test_each_icon_is_a_picture_of_the_size_it_says(client):
    icons = manifest_of(client)["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        head = file_of(icon["src"]).read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = struct.unpack(">II", head[16:])
        assert icon["sizes"] == f"{width}x{height}"


def test_the_worker_is_a_script_of_the_whole_site_that_is_asked_for_again(client):
    response = client.get("/worker.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Service-Worker-Allowed"] == "/"
    assert response["Cache-Control"] == "no-cache"
    assert "worker-src 'self'; manifest-src 'self'" in response["Content-Security-Policy"]


def test_the_worker_names_files_that_are_there_by_their_content(client):
    first = text_of(client.get("/worker.js")).partition("\n")[0]
    given = json.loads(first.removeprefix("const GIVEN = ").removesuffix(";"))
    assert len(given["files"]) > 10
    for address in given["files"]:
        assert file_of(address).is_file(), address
        assert re.search(r"\?v=[0-9a-f]+$|\.[0-9a-f]{12}\.\w+$", address), address
    page = text_of(client.get("/offline/"))
    for address in re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css)[^"]*)"', page):
        assert address in given["files"]


@pytest.mark.django_db
def test_the_page_without_a_network_holds_nothing_of_its_reader(client):
    strange = text_of(Client().get("/offline/"))
    boss = make_user("boss")  # the menu of staff leads to the desk
    make_event(organiser=boss, slug="cup")
    client.force_login(boss)
    own = text_of(client.get("/offline/"))
    assert own == strange
    assert "data-owner" not in own
    assert "csrfmiddlewaretoken" not in own


@pytest.mark.parametrize("address", ["/manifest.webmanifest", "/worker.js", "/offline/"])
def test_they_are_only_read(client, address):
    assert client.post(address).status_code == 405


@pytest.mark.django_db
def test_pages_say_whose_session_they_are_of_and_not_which(client):
    make_event(slug="cup")
    assert client.get("/events/cup/")[HEADER] == ""
    readers = set()
    for name in ("ada", "bo", "ada again"):
        client.force_login(make_user(name))
        for _visit in range(2):
            response = client.get(url_of("me"))
            readers.add(response[HEADER])
            assert client.cookies["sessionid"].value not in str(response.headers)
    assert len(readers) == 3
    assert "" not in readers
    client.post(url_of("logout"))
    assert client.get("/events/cup/")[HEADER] == ""
    assert HEADER not in client.get("/api/v1/events/").headers
