"""Device cookies (OWASP): browsers that have signed in before are not delayed by others' guesses.

After a correct password the browser gets a signed cookie with a random id for the account. Its
guesses at that account count by that id, not by its address. The cookie does not sign in.
"""

import hashlib
import secrets
from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournaments.selectors import name_key

COOKIE = "known"
SALT = "config.access.known_devices"
MAX_AGE_SECONDS = 400 * 24 * 3600  # the limit of browsers
MAX_ACCOUNTS = 10  # of one browser; the latest ones
ID_BYTES = 12


def device_of(request: HttpRequest, username: str) -> str:
    """The device id of this browser for an account; empty if it is unknown."""
    return _known_accounts(request).get(_account(username), "")


def note_sign_in(request: HttpRequest, username: str) -> None:
    """Mark the request, so that RememberDevices sends the cookie."""
    request.signed_in_account = _account(username)  # type: ignore[attr-defined]


class RememberDevices:
    """Middleware: sends the cookie after a correct password, on pages and in the admin."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        account: str | None = getattr(request, "signed_in_account", None)
        if account is not None:
            _remember(request, response, account)
        return response


def _remember(request: HttpRequest, response: HttpResponseBase, account: str) -> None:
    known = _known_accounts(request)
    device = known.pop(account, "") or secrets.token_urlsafe(ID_BYTES)
    kept = dict([*known.items(), (account, device)][-MAX_ACCOUNTS:])
    response.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=SALT, compress=True),
        max_age=MAX_AGE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _known_accounts(request: HttpRequest) -> dict[str, str]:
    """Device ids by account; empty if the cookie is missing, expired or not signed."""
    try:
        known: dict[str, str] = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=MAX_AGE_SECONDS
        )
    except signing.BadSignature:
        return {}
    return known


def _account(username: str) -> str:
    return hashlib.sha256(name_key(username).encode("utf-8", "replace")).hexdigest()[:16]
