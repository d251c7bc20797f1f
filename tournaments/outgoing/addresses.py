"""Which addresses the service sends to: none inside its own networks, unless it chose them.

A name is resolved at the time of sending and the connection goes to the address that was looked
at, so that a name cannot lead elsewhere in between.
"""

import ipaddress
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournaments.errors import InvalidInput

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Sequence[str]]
LONGEST_URL = 2_000
PORTS = {"https": 443, "http": 80}
FIRST_FREE_PORT = 1024  # below it only the port of the scheme: no mail servers, no shells
# Addresses of a machine that reaches IPv4 by NAT64 hold the IPv4 address in their last 32 bits.
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# What `is_global` of Python takes for public, or took before 3.13.
REFUSED = (
    ipaddress.ip_network("192.0.0.0/24"),  # of protocols
    ipaddress.ip_network("192.88.99.0/24"),  # relays of 6to4
    ipaddress.ip_network("2001::/23"),  # of protocols, such as Teredo
    ipaddress.ip_network("2002::/16"),  # 6to4: holds an IPv4 address
    ipaddress.ip_network("64:ff9b:1::/48"),  # NAT64 of a local network
    ipaddress.ip_network("fec0::/10"),  # site-local
)


class BadUrl(InvalidInput):
    def __init__(self, problem: object) -> None:
        super().__init__(field="url", problem=problem)


class NotResolved(Exception):
    """The name of a host has no address."""


class OwnNetwork(Exception):
    """A host has an address inside the networks of the server."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where to connect: any of `addresses`, which were looked at. path: with the query."""

    scheme: str
    host: str
    port: int
    path: str
    addresses: tuple[str, ...]

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def resolve_host(host: str, port: int) -> list[str]:
    """:raises NotResolved: it has no address."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotResolved from None
    return list(dict.fromkeys(str(address[0]) for *_kind, address in found))


def require_url(url: str, *, resolve: Resolve = resolve_host) -> str:
    """The host of an address that may be posted to.

    A name that has no address yet is accepted; it is looked at again before each request.

    :raises BadUrl: it is none, or its host is in the server's own networks.
    """
    _parts(url)
    try:
        return resolve_target(url, resolve=resolve).host
    except NotResolved:
        return str(_parts(url).hostname)
    except OwnNetwork:
        raise BadUrl(_("an address in the networks of this server is not posted to")) from None


def resolve_target(
    url: str, *, resolve: Resolve = resolve_host, is_trusted: bool = False
) -> Target:
    """Resolve the host once, and look at every address that it has.

    is_trusted: the service itself chose the address, which may be anywhere.

    :raises BadUrl: the rules for addresses are others now.
    :raises NotResolved: the host has no address.
    :raises OwnNetwork: one of them is in the server's own networks.
    """
    parts = _parts(url, is_trusted=is_trusted)
    host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
    addresses = tuple(resolve(host, port))
    if not addresses:
        raise NotResolved
    may_be_own = is_trusted or settings.WEBHOOKS_TO_OWN_NETWORKS
    if not may_be_own and not all(map(is_public, addresses)):
        raise OwnNetwork
    path = parts.path or "/"
    return Target(
        parts.scheme, host, port, f"{path}?{parts.query}" if parts.query else path, addresses
    )


def is_public(address: str) -> bool:
    """Whether an IP address is on the public internet; an IPv4 address inside counts."""
    try:
        found: IpAddress = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        if found in NAT64:
            return _is_global(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF))
        return _is_global(found.ipv4_mapped or found)
    return _is_global(found)


def _is_global(address: IpAddress) -> bool:
    if address.is_multicast or address.is_unspecified or address.is_reserved:
        return False
    if any(address.version == network.version and address in network for network in REFUSED):
        return False
    return address.is_global


def _parts(url: str, *, is_trusted: bool = False) -> SplitResult:
    """:raises BadUrl: it is no address to post to."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadUrl(_("this is no address")) from None
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise BadUrl(_("letters of ASCII without spaces, and at most 2000 of them"))
    if parts.scheme not in _schemes(is_trusted) or not parts.hostname:
        raise BadUrl(_("an address that begins with https://"))
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise BadUrl(_("no user, password or fragment belongs in it"))
    if port is not None and port != PORTS[parts.scheme] and port < FIRST_FREE_PORT:
        raise BadUrl(_("this port is not posted to; 443 and those from 1024 are"))
    return parts


def _schemes(is_trusted: bool) -> tuple[str, ...]:
    return ("https", "http") if is_trusted or settings.WEBHOOKS_BY_HTTP else ("https",)
