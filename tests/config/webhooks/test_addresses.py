"""The service posts to nothing inside its own networks."""

import pytest

from tournaments.outgoing.addresses import (
    BadUrl,
    NotResolved,
    OwnNetwork,
    is_public,
    require_url,
    resolve_target,
)

PUBLIC = "93.184.215.14"
INSIDE = (
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.254",
    "127.0.0.1",
    "127.8.8.8",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.9",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::10.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:0:10.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:5db8:d70e::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "not an address",
)
OUTSIDE = (PUBLIC, "8.8.8.8", "2606:4700::1111", f"::ffff:{PUBLIC}", f"64:ff9b::{PUBLIC}")
BAD_URLS = (
    "hooks.example",
    "//hooks.example/",
    "https://",
    "ftp://hooks.example/",
    "file:///etc/passwd",
    "http://hooks.example/",
    "https://user:pass@hooks.example/",
    "https://hooks.example/#part",
    "https://hooks.example:22/",
    "https://hooks.example:25/",
    "https://hooks.example:99999/",
    "https://hooks.example:x/",
    "https://hooks.example/\r\nHost: other",
    "https://hooks.example/a b",
    "https://hööks.example/",
    "https://[::1/",
    "https://hooks.example/" + "a" * 2000,
)


@pytest.fixture(autouse=True)
def _no_names():
    """Names are resolved by what a test gives, and numbers by the system."""


@pytest.mark.parametrize("address", INSIDE)
def test_inner_addresses_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", OUTSIDE)
def test_outer_addresses_are_public(address):
    assert is_public(address)


@pytest.mark.parametrize("url", BAD_URLS)
def test_what_is_no_address_to_post_to_is_refused(url):
    with pytest.raises(BadUrl):
        require_url(url, resolve=lambda _host, _port: [PUBLIC])


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "localhost"])
def test_every_spelling_of_an_inner_address_is_refused_when_it_is_saved(host):
    """By the resolver of the system, which reads them all."""
    with pytest.raises(BadUrl, match="networks of this server"):
        require_url(f"https://{host}/")


def test_one_inner_address_among_others_refuses_the_name():
    with pytest.raises(OwnNetwork):
        resolve_target("https://hooks.example/", resolve=lambda *_asked: [PUBLIC, "10.0.0.1"])


def test_a_name_without_an_address_yet_is_saved_and_not_posted_to():
    def nowhere(_host, _port):
        raise NotResolved

    assert require_url("https://hooks.example/", resolve=nowhere) == "hooks.example"
    with pytest.raises(NotResolved):
        resolve_target("https://hooks.example/", resolve=nowhere)


def test_the_operator_may_allow_inner_addresses_and_http(settings):
    settings.WEBHOOKS_TO_OWN_NETWORKS = settings.WEBHOOKS_BY_HTTP = True
    target = resolve_target("http://hooks.example/a?b=c", resolve=lambda *_asked: ["10.0.0.1"])
    assert (target.port, target.path, target.addresses) == (80, "/a?b=c", ("10.0.0.1",))
    assert target.host_header == "hooks.example"


def test_a_port_from_1024_up_is_taken_and_named_to_the_receiver():
    target = resolve_target("https://hooks.example:8443", resolve=lambda *_asked: [PUBLIC])
    assert (target.host_header, target.path) == ("hooks.example:8443", "/")
