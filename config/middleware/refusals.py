"""Refusals by middleware: a problem document under /api/, a page elsewhere."""

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import translation

from config.api.problems import API, problem_response
from tournaments.serializers.problem import document


class Refusal(Exception):
    """message: a lazy text that tells the client what to do."""

    def __init__(self, status: int, code: str, message: object) -> None:
        super().__init__(code)
        self.status, self.code, self.message = status, code, message


def refuse(
    request: HttpRequest, refusal: Refusal, headers: Mapping[str, object] | None = None
) -> HttpResponseBase:
    """The response to a refused request. Needs neither session nor database."""
    response: HttpResponseBase
    if request.path_info.startswith(API):
        response = problem_response(document(refusal.status, refusal.code, str(refusal.message)))
    else:
        context = {"status": refusal.status, "message": refusal.message}
        response = render(request, "refused.html", context, status=refusal.status)
    response["X-Content-Type-Options"] = "nosniff"
    for name, value in (headers or {}).items():
        response[name] = str(value)
    return response


def language_of(request: HttpRequest) -> str:
    """The language of a request, before LocaleMiddleware has run."""
    languages = dict(settings.LANGUAGES)
    chosen = str(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))
    return chosen if chosen in languages else translation.get_language_from_request(request)
