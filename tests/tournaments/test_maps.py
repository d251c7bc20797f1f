"""Maps of clubs: what is taken, and where the link leads."""

import pytest

from tournaments.clubs.maps import map_url, read_map


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("", ""),
        ("  ", ""),
        ("52.2297, 21.0122", "52.2297,21.0122"),
        ("52.2297 21.0122", "52.2297,21.0122"),
        ("-33.86,\N{MINUS SIGN}151.2", "-33.86,-151.2"),
        (" https://maps.example/place?id=4#map ", "https://maps.example/place?id=4#map"),
        ("https://maps.example:8443/", "https://maps.example:8443/"),
    ],
)
def test_addresses_and_coordinates_are_taken(typed, stored):
    assert read_map(typed) == stored


@pytest.mark.parametrize(
    "typed",
    [
        "90.1,0",
        "0,180.5",
        "52.23",
        "52.23,21.01,4",
        "http://maps.example/",
        "HTTPS://maps.example/",  # a constraint compares the beginning
        "javascript:alert(1)",
        "https://",
        "https:///path",
        "https://maps.example@elsewhere.example/",
        "https://maps.example/a b",
        "https://maps.example/\u202egpj",
        "https://[::1",
        "https://maps.example:0x/",
    ],
)
def test_everything_else_is_refused(typed):
    assert read_map(typed) is None


def test_coordinates_lead_to_openstreetmap():
    assert map_url("52.23,-21.01") == (
        "https://www.openstreetmap.org/?mlat=52.23&mlon=-21.01#map=17/52.23/-21.01"
    )
    assert map_url("https://maps.example/4") == "https://maps.example/4"
    assert map_url("") == ""
