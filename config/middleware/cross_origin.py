"""Reads of the API by pages of other sites (CORS): any origin, no cookies, no writes.

A browser shows such a page no answer to a request that carried cookies, because no answer allows
credentials. A token in the `Authorization` header is the page's own.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

API = "/api/"
READS = ("GET", "HEAD")
SHOWN = (
    "Content-Disposition, Deprecation, ETag, Link, RateLimit-Limit, RateLimit-Remaining, "
    "RateLimit-Reset, Retry-After, Sunset"
)
PREFLIGHT = {
    "Access-Control-Allow-Methods": ", ".join(READS),
    "Access-Control-Allow-Headers": "Accept, Accept-Language, Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


class CrossOriginReads:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(API):
            return self.get_response(request)
        asked = request.headers.get("Access-Control-Request-Method")
        if request.method == "OPTIONS" and asked is not None:
            return _answer_to_preflight(may=asked in READS)
        response = self.get_response(request)
        if request.method in READS:
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = SHOWN
        return response


def _answer_to_preflight(*, may: bool) -> HttpResponse:
    """What a browser asks before a request; without the headers it does not send it."""
    response = HttpResponse(status=204)
    if may:
        response["Access-Control-Allow-Origin"] = "*"
        for name, value in PREFLIGHT.items():
            response[name] = value
    return response
