"""`/healthz` and `/readyz`, as a middleware before all that needs a host name or a database.

Who asks may be a proxy or a probe that knows only the address of the machine.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase

from config.health.checks import OK, run_checks


class HealthChecks:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = ANSWERS.get(request.path_info)
        if answer is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        response = answer(request)
        response["Cache-Control"] = "no-store"
        response["X-Frame-Options"] = settings.X_FRAME_OPTIONS  # its middleware comes later
        return response


def healthz(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": OK})


def readyz(request: HttpRequest) -> HttpResponse:
    """503 if a part fails; the answer says which."""
    checks = run_checks()
    is_ready = all(answer == OK for answer in checks.values())
    status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
    response = JsonResponse({"status": OK if is_ready else "unready", **checks}, status=status)
    response._has_been_logged = True  # type: ignore[attr-defined]  # who asks knows it
    return response


ANSWERS = {"/healthz": healthz, "/readyz": readyz}
