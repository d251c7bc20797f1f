"""How often anybody may ask for what costs time and needs no account, or may guess a secret."""

import hashlib
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

MINUTE = 60  # seconds


class VerifyThrottle(SimpleRateThrottle):
    """By user where there is one, else by address."""

    scope = "verify"

    def get_cache_key(self, request, view):  # type: ignore[no-untyped-def]
        ident = request.user.pk if request.user.is_authenticated else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": ident}


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` of something in `seconds` after the latest; a cache that is down allows all.

    Counting twice at the same moment may count once: these are brakes, not locks.
    """

    name: str
    most: int
    seconds: int

    def reached(self, *who: object) -> bool:
        return int(cache.get(self._key(who)) or 0) >= self.most

    def count(self, *who: object) -> None:
        key = self._key(who)
        cache.set(key, int(cache.get(key) or 0) + 1, self.seconds)

    def _key(self, who: tuple[object, ...]) -> str:
        """What people typed may be long and is nobody's business: only its digest is kept."""
        digest = hashlib.sha256("\n".join(map(str, who)).encode()).hexdigest()
        return f"limit-{self.name}-{digest}"


# Wrong codes of links and invitations, from one address.
GUESSES = Limit("guess", most=30, seconds=10 * MINUTE)
# Wrong passwords: for one account, and for all, from one address.
LOGINS = Limit("login", most=10, seconds=10 * MINUTE)
LOGINS_FROM = Limit("logins-from", most=60, seconds=10 * MINUTE)
# New accounts from one address: a whole club may sit behind it.
SIGN_UPS = Limit("sign-up", most=40, seconds=60 * MINUTE)
# Mails asked for from one address.
MAILS = Limit("mail", most=10, seconds=60 * MINUTE)


def address_of(request: Any) -> str:
    """Where a request comes from, as NUM_PROXIES in the settings lets us believe."""
    asked: HttpRequest = request
    return str(BaseThrottle().get_ident(asked))  # type: ignore[arg-type]
