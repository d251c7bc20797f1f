"""Answers of the middleware: a problem document under /api/, a page elsewhere."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import translation

from config.api.problems import API, page
from tournaments.api.problem import document


class Refusal(Exception):
    """A request that is not answered; `said` (lazy) tells the sender what to do."""

    def __init__(self, status: int, code: str, said: Any) -> None:
        super().__init__(code)
        self.status, self.code, self.said = status, code, said


def refuse(
    request: HttpRequest, refusal: Refusal, headers: Mapping[str, Any] | None = None
) -> HttpResponseBase:
    """The answer to a refused request. It needs neither session nor database."""
    answer: HttpResponseBase
    if request.path_info.startswith(API):
        answer = page(document(refusal.status, refusal.code, str(refusal.said)))
    else:
        context = {"status": refusal.status, "said": refusal.said}
        answer = render(request, "refused.html", context, status=refusal.status)
    answer["X-Content-Type-Options"] = "nosniff"
    for name, value in (headers or {}).items():
        answer[name] = str(value)
    return answer


def language_of(request: HttpRequest) -> str:
    """The language of a reader, before the middleware of languages has run."""
    known = dict(settings.LANGUAGES)
    chosen = str(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))
    return chosen if chosen in known else translation.get_language_from_request(request)
