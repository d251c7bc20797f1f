"""Whose page an answer is, for the worker of the browser (worker.js).

The header `Roadhouse-Reader` differs for each session and is empty without one. The worker deletes
the pages that it keeps when the reader changes, so nobody reads those of another.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac

HEADER = "Roadhouse-Reader"
_LENGTH = 16


class NameReaders:
    """Adds the header to pages. It reads the cookie only: no session is loaded."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if is_page or response.status_code == 304:
            response.headers[HEADER] = reader_of(request)
        return response


def reader_of(request: HttpRequest) -> str:
    """A keyed hash of the session's cookie; empty without one."""
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    if not session:
        return ""
    return salted_hmac("config.pages.offline.readers", session).hexdigest()[:_LENGTH]
