"""Counts requests, their seconds and their queries, in files that the web processes share."""

import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from prometheus_client import Counter, Histogram

SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
LABELS = ["view", "method", "status"]
UNKNOWN = "none"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

request_seconds = Histogram(
    "roadhouse_request_seconds", "Requests and how long they took.", LABELS, buckets=SECONDS
)
queries = Counter("roadhouse_queries", "Queries of requests.", ["view"])
query_seconds = Counter("roadhouse_query_seconds", "Seconds in queries of requests.", ["view"])


class Meter:
    """Counts the queries of one request."""

    def __init__(self) -> None:
        self.count, self.seconds = 0, 0.0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        begun = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.count += 1
            self.seconds += time.perf_counter() - begun


class CountRequests:
    """Absent from a service without METRICS=1."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun, meter = time.perf_counter(), Meter()
        with connection.execute_wrapper(meter):
            response = self.get_response(request)
        view = _view_of(request)
        method = request.method if request.method in METHODS else UNKNOWN
        labels = (view, str(method), str(response.status_code))
        request_seconds.labels(*labels).observe(time.perf_counter() - begun)
        if meter.count:
            queries.labels(view).inc(meter.count)
            query_seconds.labels(view).inc(meter.seconds)
        return response


def _view_of(request: HttpRequest) -> str:
    """The name of the address, never the address: it may be secret, and there are many."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name or UNKNOWN
    try:
        return resolve(request.path_info).view_name or UNKNOWN
    except Resolver404:
        return UNKNOWN
