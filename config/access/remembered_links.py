"""The personal links that this browser opened before, in a signed cookie.

The cookie only leads to the page of a link. That page and its forms need the code in their
address, as without the cookie. It is signed so that it cannot be used to try codes uncounted.
"""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.access import links
from config.access.link_codes import normalize_code
from tournaments.selectors import LinkEntry

COOKIE = "links"
SALT = "config.access.remembered_links"
MAX_AGE_SECONDS = 400 * 24 * 3600  # the limit of browsers
MAX_LINKS = 5  # the latest ones


class RememberedLink(NamedTuple):
    code: str
    entry: LinkEntry


def remembered_links(request: HttpRequest, now: datetime) -> list[RememberedLink]:
    """Those that still open a page, the latest first. Up to four queries each."""
    found = []
    for code in reversed(_codes(request)):
        try:
            found.append(RememberedLink(code, links.entry_of_code(code, now)))
        except (links.BadLink, links.EventOver):
            continue
    return found


def remember_link(request: HttpRequest, response: HttpResponseBase, code: str) -> None:
    """Put a code that was correct last in the cookie."""
    known, opened = _codes(request), normalize_code(code)
    if known[-1:] == [opened]:
        return
    kept = [*(each for each in known if each != opened), opened][-MAX_LINKS:]
    response.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=SALT, compress=True),
        max_age=MAX_AGE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget_links(response: HttpResponseBase) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")


def _codes(request: HttpRequest) -> list[str]:
    """The latest last; empty if the cookie is missing, expired or not signed."""
    try:
        known: list[str] = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=MAX_AGE_SECONDS
        )
    except signing.BadSignature:
        return []
    return known
