"""API errors as problem documents (RFC 9457, application/problem+json)."""

import logging
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponsePermanentRedirect,
    JsonResponse,
)
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from engine.errors import RecordError
from tournaments.api.renderers import JsonRenderer
from tournaments.errors import DomainError
from tournaments.serializers.problem import (
    MEDIA_TYPE,
    Document,
    document,
    problem_of_record,
    problem_of_refusal,
)

log = logging.getLogger(__name__)
API = "/api/"
# Codes of REST framework, and ours.
CODES = {"permission_denied": "not_allowed", "parse_error": "invalid"}


def handler(error: Exception, context: dict[str, object]) -> Response | None:
    """None for a bug, which becomes a 500."""
    _answer_in_json(context)
    if isinstance(error, RecordError):
        return _drf_response(problem_of_record(error))
    if isinstance(error, DomainError):
        return _drf_response(problem_of_refusal(error))
    if isinstance(error, IntegrityError):
        # A parallel request was faster.
        log.warning("refused by the database: %s", error)
        return _drf_response(
            document(HTTPStatus.CONFLICT, "conflict", _("Somebody was faster. Retry."))
        )
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    response = exception_handler(error, context)
    assert response is not None  # it handles every APIException
    response.data = framework_problem(error)
    response.content_type = MEDIA_TYPE
    return response


def _answer_in_json(context: dict[str, object]) -> None:
    """Render the problem as JSON at addresses whose answers are something else, such as HTML."""
    request: Any = context["request"]
    if not isinstance(getattr(request, "accepted_renderer", None), JsonRenderer):
        request.accepted_renderer, request.accepted_media_type = JsonRenderer(), MEDIA_TYPE


def framework_problem(error: exceptions.APIException) -> Document:
    if isinstance(error, exceptions.ValidationError):
        found = list(_field_errors(error.get_full_details()))
        return document(error.status_code, "invalid", _("Some fields are wrong."), errors=found)
    code = str(error.get_codes())
    return document(error.status_code, CODES.get(code, code), str(error.detail))


@csrf_exempt  # nothing is changed, and the response must be a problem document
def missing(request: HttpRequest) -> HttpResponse:
    """404 under /api/. GET and HEAD are redirected if only the final slash is missing."""
    if not request.path.endswith("/"):
        if request.method in ("GET", "HEAD"):
            return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True))
        detail = _("There is no such address. Addresses end in a slash.")
        return problem_response(document(HTTPStatus.NOT_FOUND, "not_found", detail))
    return problem_response(
        document(HTTPStatus.NOT_FOUND, "not_found", _("There is no such address."))
    )


def _field_errors(details: Any, path: str = "") -> Iterator[dict[str, str]]:
    """Each wrong field: its path (`seats.0.name`), a code and a message."""
    if isinstance(details, Mapping):
        if set(details) == {"message", "code"} and not isinstance(details["code"], Mapping | list):
            yield {"field": path, "code": str(details["code"]), "detail": str(details["message"])}
            return
        for name, inner in details.items():
            at = "" if name == "non_field_errors" else str(name)
            yield from _field_errors(inner, ".".join(part for part in (path, at) if part))
        return
    for index, inner in enumerate(details):
        leaf = isinstance(inner, Mapping) and "message" in inner
        yield from _field_errors(inner, path if leaf else f"{path}.{index}".lstrip("."))


def _drf_response(found: Document) -> Response:
    return Response(found, status=found["status"], content_type=MEDIA_TYPE)


def problem_response(found: Document) -> HttpResponse:
    return JsonResponse(found, status=found["status"], content_type=MEDIA_TYPE)
