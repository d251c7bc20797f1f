"""Forms that a device keeps until there is a network (roadhouse/outbox.js), each with a key.

With an `Idempotency-Key` the answer is JSON instead of a redirect, and a request that is sent again
is done once: `{"text", "next"}`, or with status 409 why not. Without a key nothing is different.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.utils.translation import gettext as _

from config.idempotency import HEADER, idempotent, is_owned

# The browser sends it with what was not sent at once; it is no part of the request's identity.
KEPT = "Roadhouse-Kept"
View = Callable[..., HttpResponse]


def kept_form(view: View) -> View:
    """Decorator: the form of this view may be kept and sent later, once."""

    @wraps(view)
    def answered(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        has_key = request.method == "POST" and HEADER in request.headers
        return _as_json(request, response) if has_key and is_owned(request) else response

    return cast(View, idempotent(answered))


def was_kept(request: HttpRequest) -> bool:
    """Whether the device sends this later than it was typed."""
    return KEPT in request.headers


def _as_json(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A redirect with its messages, or a page that asks something; other answers stay."""
    if isinstance(response, HttpResponseRedirect):
        said = list(messages.get_messages(request))
        is_refused = any(each.level >= messages.ERROR for each in said)
        status = HTTPStatus.CONFLICT if is_refused else HTTPStatus.OK
        text = " ".join(str(each) for each in said)
        return JsonResponse({"text": text, "next": response.url}, status=status)
    if response.status_code == HTTPStatus.OK:
        text = _("This has changed since. Nothing is saved; open the page and answer it there.")
        return JsonResponse({"text": text}, status=HTTPStatus.CONFLICT)
    return response
