"""Rate limits of expensive requests.

Requests are counted by valid session, token or personal link, else by address. Responses have
`RateLimit-Limit`, `-Remaining` and `-Reset`, refusals also `Retry-After`. If the cache is down,
everything is allowed. Logins, personal links and invitations are limited in `guess_limits.py`.
"""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import ngettext_lazy
from rest_framework.exceptions import AuthenticationFailed

from config.access import links
from config.access.bearers import find_bearer
from config.access.guess_limits import MINUTE, client_address
from config.middleware.refusals import Refusal, refuse
from tournaments.actor import Actor
from tournaments.errors import DomainError

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most `most` requests of a client in `seconds`."""

    name: str
    most: int
    seconds: int = MINUTE


# High enough for a hall of fifty phones behind one address.
VERIFY = RateLimit("verify", 60)
SCHEMA = RateLimit("schema", 30)
IMAGE = RateLimit("image", 300)
EXPORT = RateLimit("export", 60)
SEARCH = RateLimit("search", 120)
OUTLOOK = RateLimit("outlook", 60)
WRITE = RateLimit("write", 240)  # without an account

# Not limited: forms that check a password or a code. guess_limits.py limits wrong ones; a limit by
# address would refuse correct ones because of others' guesses.
SECRET_FORMS = frozenset(
    {
        "pages:login",
        "admin:login",
        "pages:first-run",
        "pages:invite",
        "pages:new-password",
        "pages:prove-email",
    }
)
PERSONAL = "pages:personal"  # prefix of the URL names of personal links
VERIFYING = frozenset({"api:verify", "pages:verify"})
SCHEMAS = frozenset({"api:schema", "docs"})
SMALL_FILES = (".svg", ".png", ".js", ".webmanifest")
FILES = (".csv", ".ptn", ".ics", ".atom", ".md", ".txt", ".trf", ".json", ".zip")
EXPORTS = frozenset({"api:report", "api:event-archive", "pages:manage-archive"})
OUTLOOKS = frozenset({"api:entry-outlook", "pages:outlook"})
FORMATS = ("csv", "ndjson")
SEARCH_PARAMETER = "q"


class Client(NamedTuple):
    """known: has a session, a token or the code of a link."""

    key: str
    known: bool


class RateUsage(NamedTuple):
    """The requests of a client, including this one. reset: in seconds."""

    rate: RateLimit
    used: int
    reset: int

    @property
    def is_exceeded(self) -> bool:
        return self.used > self.rate.most

    @property
    def headers(self) -> dict[str, int]:
        return {
            "RateLimit-Limit": self.rate.most,
            "RateLimit-Remaining": max(0, self.rate.most - self.used),
            "RateLimit-Reset": self.reset,
        }


class Throttle:
    """Middleware: counts requests before their views run."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        usage: RateUsage | None = getattr(request, "rate_usage", None)
        if usage is not None:
            for name, value in usage.headers.items():
                response[name] = str(value)
        return response

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, object]
    ) -> HttpResponseBase | None:
        rate = find_limit(request)
        if rate is None:
            return None
        client = identify_client(request)
        if rate is WRITE and client.known:
            return None
        usage = count_request(rate, client.key)
        request.rate_usage = usage  # type: ignore[attr-defined]
        if not usage.is_exceeded:
            return None
        text = ngettext_lazy(
            "Too many requests from here. Wait {seconds} second.",
            "Too many requests from here. Wait {seconds} seconds.",
            usage.reset,
        )
        refusal = Refusal(429, "throttled", format_lazy(str(text), seconds=usage.reset))
        return refuse(request, refusal, {"Retry-After": usage.reset})


def find_limit(request: HttpRequest) -> RateLimit | None:
    """None if the request is not limited."""
    match = request.resolver_match
    name = match.view_name if match else ""
    if name in VERIFYING and request.method not in SAFE:
        return VERIFY
    if name in SCHEMAS:
        return SCHEMA
    if request.method not in SAFE:
        return None if name in SECRET_FORMS or name.startswith(PERSONAL) else WRITE
    if request.path_info.endswith(SMALL_FILES):
        return IMAGE
    if name in EXPORTS or request.path_info.endswith(FILES) or _asks_for_file(request):
        return EXPORT
    if name in OUTLOOKS:
        return OUTLOOK
    return SEARCH if request.GET.get(SEARCH_PARAMETER) else None


def _asks_for_file(request: HttpRequest) -> bool:
    accept = request.headers.get("Accept", "")
    return request.GET.get("format") in FORMATS or any(kind in accept for kind in FORMATS)


def identify_client(request: HttpRequest) -> Client:
    bearer = _bearer_of(request)
    if bearer is not None:
        return bearer
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return Client(f"user:{user.pk}", known=True)
    entry = _entry_of_link(request)
    if entry is not None:
        return Client(f"link:{entry}", known=False)
    return Client(f"address:{client_address(request)}", known=False)


def _bearer_of(request: HttpRequest) -> Client | None:
    try:
        found = find_bearer(request)
    except AuthenticationFailed:
        return None
    if found is None:
        return None
    return Client(_key_of(found[1]), known=True)


def _key_of(actor: Actor) -> str:
    if actor.kind == "link":
        return f"link:{actor.entry_id}"
    if actor.application_id is not None:
        return f"application:{actor.application_id}:{actor.user_id}"
    return f"token:{actor.token_id}"


def _entry_of_link(request: HttpRequest) -> int | None:
    """The entry of a valid personal link in the address, else None."""
    match = request.resolver_match
    if match is None or not match.view_name.startswith(PERSONAL):
        return None
    try:
        return links.entry_of_code(str(match.kwargs.get("code", "")), timezone.now()).entry_id
    except DomainError:
        return None


def count_request(rate: RateLimit, client: str) -> RateUsage:
    """Count one request of a client in the current time window."""
    now = int(time.time())
    window, passed = divmod(now, rate.seconds)
    digest = hashlib.sha256(client.encode("utf-8", "replace")).hexdigest()[:32]
    key = f"throttle-{rate.name}-{digest}-{window}"
    cache.add(key, 0, 2 * rate.seconds)
    try:
        count = cache.incr(key)
    except ValueError:  # the cache has dropped the key, or is down
        count = 1
    return RateUsage(rate, count, rate.seconds - passed)
