"""`/metrics`, as a middleware before what needs a host name: who asks may know an address only."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from rest_framework.exceptions import AuthenticationFailed

from config.access.bearers import find_bearer
from config.access.guess_limits import client_address, is_in_networks
from config.metrics.facts import Facts

PATH = "/metrics"


class ServeMetrics:
    """Absent from a service without METRICS=1."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info != PATH or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        if not (_is_from_allowed_network(request) or _is_site_staff(request)):
            return HttpResponse("For site staff's token, or METRICS_NETWORKS.\n", status=403)
        return HttpResponse(_text(), content_type=CONTENT_TYPE_LATEST)


def _is_from_allowed_network(request: HttpRequest) -> bool:
    return is_in_networks(client_address(request), settings.METRICS_NETWORKS)


def _is_site_staff(request: HttpRequest) -> bool:
    try:
        found = find_bearer(request)
    except AuthenticationFailed:
        return False
    return found is not None and found[0].is_active and found[0].is_staff


def _text() -> bytes:
    """Counts of all web processes, and what is read now."""
    facts = CollectorRegistry()
    facts.register(Facts())
    counted = REGISTRY
    if settings.METRICS_DIR.is_dir():
        counted = CollectorRegistry()
        MultiProcessCollector(counted, path=str(settings.METRICS_DIR))  # type: ignore[no-untyped-call]
    return bytes(generate_latest(counted) + generate_latest(facts))
