"""Static files of one machine: kept by browsers, and sent compressed."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client

from tests.clients import text_of

STYLE, FONT = "roadhouse/roadhouse.css", "roadhouse/vendor/frank-ruhl-libre-hebrew-500-normal.woff2"
MOST_KB = 150  # of the fonts and scripts of a first visit


def source(name):
    return Path(finders.find(name) or "").read_bytes()


def get(address, **headers):
    response = Client().get(address, headers=headers)
    body = b"".join(response) if response.streaming else response.content
    response.close()
    return response, body


def test_an_address_that_names_its_content_may_be_kept_forever():
    address = staticfiles_storage.url(STYLE)
    assert re.fullmatch(r"/static/roadhouse/roadhouse\.css\?v=[0-9a-f]{12}", address)
    assert "immutable" in get(address)[0]["Cache-Control"]
    for other in (address.partition("?")[0], f"{address[:-1]}x"):
        response, body = get(other)
        assert response.status_code == 200
        assert body == source(STYLE)
        assert "immutable" not in response["Cache-Control"]


def test_text_is_compressed_for_who_takes_it():
    response, body = get(staticfiles_storage.url(STYLE), accept_encoding="gzip, br")
    assert response["Content-Encoding"] == "gzip"
    assert response["Content-Length"] == str(len(body))
    assert "Accept-Encoding" in response["Vary"]
    assert gzip.decompress(body) == source(STYLE)
    plain, whole = get(staticfiles_storage.url(STYLE))
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in plain["Vary"]
    assert whole == source(STYLE)


def test_fonts_and_parts_of_files_are_sent_as_they_are():
    response, body = get(staticfiles_storage.url(FONT), accept_encoding="gzip")
    assert "Content-Encoding" not in response
    assert body == source(FONT)
    part, some = get(staticfiles_storage.url(STYLE), accept_encoding="gzip", range="bytes=0-9")
    assert (part.status_code, some) == (206, source(STYLE)[:10])


def test_what_is_no_file_is_not_found():
    assert get("/static/roadhouse/nothing.css?v=1")[0].status_code == 404
    assert get("/static/../config/settings.py?v=1")[0].status_code == 404
    assert staticfiles_storage.url("roadhouse/nothing.css") == "/static/roadhouse/nothing.css"


@pytest.mark.django_db
def test_the_fonts_and_scripts_of_a_first_visit_weigh_little():
    page = text_of(Client().get("/"))
    addresses = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert len(addresses) > 2
    fonts = re.findall(r'url\("([^"]+woff2)"\)', source("roadhouse/tokens.css").decode())
    assert len(fonts) == 2
    whole = sum(len(get(address)[1]) for address in addresses)
    whole += sum(len(source(f"roadhouse/{font}")) for font in fonts)
    assert whole < MOST_KB * 1000
