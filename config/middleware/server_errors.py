"""Answers to errors that no view expects.

503 with `Retry-After` while the database is away, read-only, full or too busy; else 500. Errors of
views come here by the middleware, those of other middleware by `handler500`.
"""

import logging
import sys
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views import defaults

from config.api.problems import API, problem_response
from config.middleware.refusals import Refusal, language_of, refuse
from tournaments.execution.database_errors import is_outage
from tournaments.serializers.problem import document

log = logging.getLogger(__name__)
RETRY_SECONDS = 5
UNAVAILABLE = Refusal(
    HTTPStatus.SERVICE_UNAVAILABLE,
    "unavailable",
    gettext_lazy("The service is interrupted or too busy. Try again in a moment."),
)


class Outages:
    """The last middleware: it is asked first about what a view raises."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        return answer_outage(request, error) if is_outage(error) else None


def answer_outage(request: HttpRequest, error: BaseException) -> HttpResponseBase:
    log.warning("503 for %s: %s", type(error).__name__, str(error).strip())
    with translation.override(language_of(request)):
        response = refuse(request, UNAVAILABLE, {"Retry-After": RETRY_SECONDS})
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django would add an error
    return response


def server_error(request: HttpRequest) -> HttpResponseBase:
    error = sys.exception()
    if error is not None and is_outage(error):
        return answer_outage(request, error)
    if not request.path.startswith(API):
        return defaults.server_error(request)
    detail = _("This is a fault of the service, not of your request.")
    return problem_response(document(HTTPStatus.INTERNAL_SERVER_ERROR, "internal_error", detail))
