"""Browsers that signed in to an account before: wrong guesses of others do not delay them.

After a right password the browser keeps a signed cookie with a random id for the account. Its
guesses at that account count for that id, not for its address (OWASP calls this device cookies).
The cookie signs nobody in.
"""

import hashlib
import secrets
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournaments.selectors import name_key

COOKIE = "known"
SALT = "config.access.known_devices"
KEPT_SECONDS = 400 * 24 * 3600  # no browser keeps a cookie longer
MOST_ACCOUNTS = 10  # of one browser; the ones used last
ID_BYTES = 12


def device_of(request: HttpRequest, username: str) -> str:
    """The id under which this browser is known to an account; empty for any other browser."""
    return _known_accounts(request).get(_account(username), "")


def note_sign_in(request: HttpRequest, username: str) -> None:
    """Remember this browser for an account whose right password it sent."""
    request.signed_in_account = _account(username)  # type: ignore[attr-defined]


class RememberDevices:
    """Middleware: send the cookie after a right password. Pages and admin sign in by it alike."""

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
    kept = dict([*known.items(), (account, device)][-MOST_ACCOUNTS:])
    response.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=SALT, compress=True),
        max_age=KEPT_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _known_accounts(request: HttpRequest) -> dict[str, str]:
    """Device ids by account; empty where the cookie is missing, too old or not signed by us."""
    try:
        known: Any = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT_SECONDS)
    except signing.BadSignature:
        return {}
    return dict(known)


def _account(username: str) -> str:
    return hashlib.sha256(name_key(username).encode("utf-8", "replace")).hexdigest()[:16]
