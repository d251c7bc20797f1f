"""How often one client may ask for what costs time: the table of rates, and who is a client.

A valid session, token or personal link is a client of its own; all else counts for its address,
a wrong token or link too. Each answer of a throttled address says what is left
(`RateLimit-Limit`, `-Remaining`, `-Reset`), and a refusal when to come again (`Retry-After`).
A cache that is down lets everything through. Signing in, and the pages of personal links and
invitations, are not counted here: brakes on wrong passwords and codes guard them.
"""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import ngettext_lazy

from config.access import links, tokens
from config.access.throttling import MINUTE, address_of
from config.middleware.refusals import Refusal, refuse
from tournaments.errors import DomainError

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `most` requests of one client in `seconds`."""

    name: str
    most: int
    seconds: int = MINUTE


# The whole table. A hall of fifty phones may be one address: what they do at once must fit.
VERIFY = Rate("verify", 60)
SCHEMA = Rate("schema", 30)
IMAGE = Rate("image", 300)
EXPORT = Rate("export", 60)
SEARCH = Rate("search", 120)
WRITE = Rate("write", 240)  # without an account
RATES = (VERIFY, SCHEMA, IMAGE, EXPORT, SEARCH, WRITE)

# Writes that prove who somebody is by a password or a code. Brakes on wrong ones guard them
# (throttling.py); a limit of the address would refuse right ones because of others' wrong ones.
PROOFS = frozenset(
    {
        "pages:login",
        "admin:login",
        "pages:first-run",
        "pages:invite",
        "pages:new-password",
        "pages:prove-email",
    }
)
PERSONAL = "pages:personal"  # every address of personal links begins so
VERIFYING = frozenset({"api:verify", "pages:verify"})
SCHEMAS = frozenset({"api:schema", "docs"})
IMAGES = (".svg", ".png")
FILES = (".csv", ".ptn", ".ics", ".atom", ".md", ".trf", ".json", ".zip")
EXPORTS = frozenset({"api:report"})
FORMATS = ("csv", "ndjson")
SEARCHED = "q"  # the name of the filter by words, everywhere


class Client(NamedTuple):
    """known: by a session or a token, so that its writes are not anonymous."""

    key: str
    known: bool


class Spent(NamedTuple):
    """What a client has used of a rate, this request included."""

    rate: Rate
    used: int
    reset: int  # seconds

    @property
    def over(self) -> bool:
        return self.used > self.rate.most

    @property
    def headers(self) -> dict[str, int]:
        return {
            "RateLimit-Limit": self.rate.most,
            "RateLimit-Remaining": max(0, self.rate.most - self.used),
            "RateLimit-Reset": self.reset,
        }


class Throttle:
    """Middleware: count a request once its address is known, before its view runs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        spent: Spent | None = getattr(request, "spent", None)
        if spent is not None:
            for name, value in spent.headers.items():
                response[name] = str(value)
        return response

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        rate = rate_of(request)
        if rate is None:
            return None
        client = client_of(request)
        if rate is WRITE and client.known:
            return None
        spent = spend(rate, client.key)
        request.spent = spent  # type: ignore[attr-defined]
        if not spent.over:
            return None
        said = ngettext_lazy(
            "Too many requests from here. Wait {seconds} second.",
            "Too many requests from here. Wait {seconds} seconds.",
            spent.reset,
        )
        refusal = Refusal(429, "throttled", format_lazy(str(said), seconds=spent.reset))
        return refuse(request, refusal, {"Retry-After": spent.reset})


def rate_of(request: HttpRequest) -> Rate | None:
    """The rate by which a request is counted; None: by none."""
    found = request.resolver_match
    name = found.view_name if found else ""
    if name in VERIFYING and request.method not in SAFE:
        return VERIFY
    if name in SCHEMAS:
        return SCHEMA
    if request.method not in SAFE:
        return None if name in PROOFS or name.startswith(PERSONAL) else WRITE
    if request.path_info.endswith(IMAGES):
        return IMAGE
    if name in EXPORTS or request.path_info.endswith(FILES) or _asks_for_file(request):
        return EXPORT
    return SEARCH if request.GET.get(SEARCHED) else None


def _asks_for_file(request: HttpRequest) -> bool:
    accept = request.headers.get("Accept", "")
    return request.GET.get("format") in FORMATS or any(kind in accept for kind in FORMATS)


def client_of(request: HttpRequest) -> Client:
    """Who asks: whoever proves it, else the address."""
    token = _token_of(request)
    if token is not None:
        return Client(f"token:{token}", known=True)
    user: Any = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return Client(f"user:{user.pk}", known=True)
    entry = _entry_of_link(request)
    if entry is not None:
        return Client(f"link:{entry}", known=False)
    return Client(f"address:{address_of(request)}", known=False)


def _token_of(request: HttpRequest) -> int | None:
    words = request.headers.get("Authorization", "").split()
    if len(words) != 2 or words[0].lower() != "bearer" or not words[1].startswith(tokens.START):
        return None
    token = tokens.live_token(words[1])
    return token.pk if token else None


def _entry_of_link(request: HttpRequest) -> int | None:
    """The entry whose personal link the address is; None where it is none, or not a valid one."""
    found = request.resolver_match
    if found is None or not found.view_name.startswith(PERSONAL):
        return None
    try:
        return links.entry_of_code(str(found.kwargs.get("code", "")), timezone.now()).entry_id
    except DomainError:
        return None


def spend(rate: Rate, client: str) -> Spent:
    """Count one request of a client in the window of time that runs now."""
    now = int(time.time())
    window, passed = divmod(now, rate.seconds)
    digest = hashlib.sha256(client.encode("utf-8", "replace")).hexdigest()[:32]
    key = f"throttle-{rate.name}-{digest}-{window}"
    cache.add(key, 0, 2 * rate.seconds)
    try:
        count = cache.incr(key)
    except ValueError:  # the cache dropped it, or is down
        count = 1
    return Spent(rate, count, rate.seconds - passed)
