"""How often anybody may guess a secret, and where a request comes from.

How often anybody may ask for what costs time: `throttles.py`.
"""

import hashlib
import ipaddress
import math
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext_lazy
from rest_framework.throttling import BaseThrottle

MINUTE = 60  # seconds
NETWORK_BITS = 64
LONGEST_ADDRESS = 64  # characters of what a proxy says that is no address


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` in `seconds` after the latest; a cache that is down allows all."""

    name: str
    most: int
    seconds: int

    def take(self, *who: object) -> bool:
        """Count one; False if it is one too many. Requests of the same moment all count."""
        if _count_up(self._key(who), self.seconds) <= self.most:
            return True
        _count_down(self._key(who))
        return False

    def give_back(self, *who: object) -> None:
        """Count one less: what was taken did not happen."""
        _count_down(self._key(who))

    def is_reached(self, *who: object) -> bool:
        return int(cache.get(self._key(who)) or 0) >= self.most

    def _key(self, who: tuple[object, ...]) -> str:
        return f"limit-{self.name}-{_digest(who)}"


@dataclass(frozen=True, slots=True)
class Brake:
    """Wrong guesses: `free` of them at once, then one after 1, 2, 4 … seconds, at most `longest`.

    What is refused while a delay runs does not count, so nobody can make the delay longer without
    waiting for its end. Forgotten `seconds` after the latest guess.
    """

    name: str
    free: int
    longest: int = MINUTE
    seconds: int = 60 * MINUTE

    def begin(self, *who: object, free: int | None = None) -> int:
        """Count a guess as wrong, before it is looked at, so that parallel guesses count.

        Returns 0 if it may be looked at now, else the seconds to wait.
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
        """The guess that was begun was right: it does not count."""
        _count_down(self._key(who))

    def delay_of(self, guesses: int, *, free: int | None = None) -> int:
        """Seconds between this guess and the next; 0 while guesses are free."""
        beyond = guesses - (self.free if free is None else free)
        return 0 if beyond <= 0 else int(min(2.0 ** min(beyond - 1, 30), self.longest))

    def _key(self, who: tuple[object, ...]) -> str:
        return f"brake-{self.name}-{_digest(who)}"


def _digest(who: tuple[object, ...]) -> str:
    """What people typed may be long and is nobody's business: only its digest is kept."""
    return hashlib.sha256("\n".join(map(str, who)).encode("utf-8", "replace")).hexdigest()


def _count_up(key: str, seconds: int) -> int:
    """The count of a key with this one; kept for `seconds` from now."""
    cache.add(key, 0, seconds)
    try:
        count = cache.incr(key)
    except ValueError:  # the cache has dropped it
        return 1
    cache.touch(key, seconds)
    return int(count)


def _count_down(key: str) -> None:
    with suppress(ValueError):
        cache.decr(key)


# Wrong codes of links and invitations from one address. Right ones always open.
WRONG_CODES = gettext_lazy(
    "Too many wrong codes came from here. Check yours: a right code opens at any time."
)
CODES = Brake("codes", free=30)
# Passwords for one account, from one address or from one known device.
LOGINS = Brake("logins", free=5)
# Wrong passwords for any account from one address. Beyond this limit each account has fewer free
# guesses from there, and for a name without an account no password is hashed any more.
WRONG_LOGINS_FROM = Limit("wrong-logins", most=60, seconds=60 * MINUTE)
FREE_LOGINS_AFTER_MANY = 1
# The present password, asked for before it is changed: for one account, wherever it signed in.
OLD_PASSWORDS = Brake("old-passwords", free=5)
# New accounts from one address: a whole club may sit behind it.
SIGN_UPS = Limit("sign-up", most=40, seconds=60 * MINUTE)
# Mails for new passwords: to one mail address, and asked for from one address.
MAILS_TO = Limit("mail-to", most=3, seconds=60 * MINUTE)
MAILS_FROM = Limit("mail-from", most=100, seconds=60 * MINUTE)


def address_of(request: Any) -> str:
    """Where a request comes from, as NUM_PROXIES in the settings lets us believe.

    Of IPv6 the network of 64 bits: one household or phone has all of its addresses.
    """
    asked: HttpRequest = request
    said = str(BaseThrottle().get_ident(asked))  # type: ignore[arg-type]
    try:
        address = ipaddress.ip_address(said.strip().strip("[]").partition("%")[0])
    except ValueError:
        return said[:LONGEST_ADDRESS]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK_BITS), strict=False))
