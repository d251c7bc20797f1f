"""Limits on guessing secrets, and the address of a client. Rates of requests: `rate_limits.py`."""

import hashlib
import ipaddress
import math
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext_lazy
from rest_framework.throttling import BaseThrottle

from config.env_parsing import Network

MINUTE = 60  # seconds
NETWORK_BITS = 64
MAX_ADDRESS_LENGTH = 64  # of a proxy header that is not an IP address


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` until `seconds` have passed without one. Allows all if the cache is down."""

    name: str
    most: int
    seconds: int

    def take(self, *who: object) -> bool:
        """Count one; False if the limit is exceeded. Atomic."""
        if _count_up(self._key(who), self.seconds) <= self.most:
            return True
        _count_down(self._key(who))
        return False

    def give_back(self, *who: object) -> None:
        """Undo a `take`."""
        _count_down(self._key(who))

    def is_reached(self, *who: object) -> bool:
        return int(cache.get(self._key(who)) or 0) >= self.most

    def _key(self, who: tuple[object, ...]) -> str:
        return f"limit-{self.name}-{_digest(who)}"


@dataclass(frozen=True, slots=True)
class Backoff:
    """Exponential backoff: `free` guesses, then delays of 1, 2, 4 … `longest` seconds.

    Guesses that are refused during a delay do not count, so they do not prolong it. The count is
    dropped `seconds` after the latest guess.
    """

    name: str
    free: int
    longest: int = MINUTE
    seconds: int = 60 * MINUTE

    def try_guess(self, *who: object, free: int | None = None) -> int:
        """Count a guess as wrong before it is checked, so that parallel guesses count too.

        Returns 0 if it may be checked now, else the seconds to wait.
        """
        guesses = _count_up(self._key(who), self.seconds)
        delay = self.delay_of(guesses, free=free)
        if not delay:
            return 0
        now, turn = time.time(), f"{self._key(who)}-turn"
        if cache.add(turn, now + delay, delay):
            return 0
        _count_down(self._key(who))
        return max(1, math.ceil(float(cache.get(turn) or now) - now))

    def succeed(self, *who: object) -> None:
        """The guess was correct: do not count it."""
        _count_down(self._key(who))

    def delay_of(self, guesses: int, *, free: int | None = None) -> int:
        """Seconds until the next guess; 0 while guesses are free."""
        beyond = guesses - (self.free if free is None else free)
        return 0 if beyond <= 0 else int(min(2.0 ** min(beyond - 1, 30), self.longest))

    def _key(self, who: tuple[object, ...]) -> str:
        return f"brake-{self.name}-{_digest(who)}"


def _digest(who: tuple[object, ...]) -> str:
    """Typed text may be long and private, so only its digest is stored."""
    return hashlib.sha256("\n".join(map(str, who)).encode("utf-8", "replace")).hexdigest()


def _count_up(key: str, seconds: int) -> int:
    """Add one, and keep the key for `seconds` from now."""
    cache.add(key, 0, seconds)
    try:
        count = cache.incr(key)
    except ValueError:  # the cache has dropped the key
        return 1
    cache.touch(key, seconds)
    return int(count)


def _count_down(key: str) -> None:
    with suppress(ValueError):
        cache.decr(key)


# Wrong codes of links and invitations, by address. Correct codes are always accepted.
WRONG_CODES = gettext_lazy(
    "Too many wrong codes came from here. Check yours: a right code opens at any time."
)
CODES = Backoff("codes", free=30)
# Passwords of an account, by address or by known device.
LOGINS = Backoff("logins", free=5)
# Wrong passwords for any account, by address. Beyond it each account has fewer free guesses from
# there, and no password is hashed for names without an account.
WRONG_LOGINS_FROM = Limit("wrong-logins", most=60, seconds=60 * MINUTE)
FREE_LOGINS_AFTER_MANY = 1
# The current password, asked for before it is changed: by account.
OLD_PASSWORDS = Backoff("old-passwords", free=5)
# New accounts by address, which may be that of a whole club.
SIGN_UPS = Limit("sign-up", most=40, seconds=60 * MINUTE)
# Password reset mails: by mail address, and by client address.
MAILS_TO = Limit("mail-to", most=3, seconds=60 * MINUTE)
# Mails with personal links, counted apart so that staff cannot use up those for passwords.
LINK_MAILS_TO = Limit("link-mail-to", most=3, seconds=60 * MINUTE)
MAILS_FROM = Limit("mail-from", most=100, seconds=60 * MINUTE)


def client_address(request: HttpRequest) -> str:
    """The client address, according to NUM_PROXIES. Of IPv6 only the /64 network."""
    text = str(BaseThrottle().get_ident(request))  # type: ignore[arg-type]
    try:
        address = ipaddress.ip_address(text.strip().strip("[]").partition("%")[0])
    except ValueError:
        return text[:MAX_ADDRESS_LENGTH]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK_BITS), strict=False))


def is_in_networks(address: str, networks: Iterable[Network]) -> bool:
    """Whether an address, or a network of IPv6 that stands for one, lies in one of these."""
    try:
        found = ipaddress.ip_network(address, strict=False)
    except ValueError:
        return False
    return any(
        found.version == network.version and found.subnet_of(network)  # type: ignore[arg-type]
        for network in networks
    )
