"""Gives each request an id, says it in the response, and writes the access log."""

import ipaddress
import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.access.guess_limits import client_address
from config.logs.formatters import REQUEST_KEY
from tournaments.services.request_ids import new_request_id, request_id_set

HEADER = "X-Request-ID"
# Networks, not machines: a club or a household, not a person.
KEPT_BITS = {4: 24, 6: 48}
log = logging.getLogger("roadhouse.access")


class RequestIds:
    """The first middleware, so that everything that is logged of a request has its id."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.monotonic()
        request_id = new_request_id(request.headers.get(HEADER, ""))
        request.META[REQUEST_KEY] = request_id
        with request_id_set(request_id):
            response = self.get_response(request)
            if settings.ACCESS_LOG:
                _log_access(request, response, seconds=time.monotonic() - begun)
        response.headers[HEADER] = request_id
        return response


def short_address(text: str) -> str:
    """The network of an address, which is what the access log has."""
    try:
        address = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return ""
    bits = min(address.prefixlen, KEPT_BITS[address.version])
    return str(address.supernet(new_prefix=bits).network_address)


def _log_access(request: HttpRequest, response: HttpResponseBase, *, seconds: float) -> None:
    """Without the query, which may hold names and codes; the formatter masks the path."""
    facts = {
        "method": request.method,
        "path": request.path,
        "status": response.status_code,
        "milliseconds": round(seconds * 1000),
        "client": short_address(client_address(request)),
    }
    log.info("%(method)s %(path)s %(status)s %(milliseconds)s ms %(client)s", facts, extra=facts)
