"""`Idempotency-Key`: a POST that creates, sent again, gets the answer of the first time.

Only answers that did something are kept: a refusal created nothing, and its repeat is judged
anew. A key is remembered for a day.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from config.access.tokens import TokenAuthentication
from config.api import problems
from config.models import IdempotencyKey
from tournaments.api.problem import document

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
KEPT_FOR = timedelta(days=1)
# A process that died between doing and remembering: after this its key may be used again.
GIVEN_UP_AFTER = timedelta(minutes=5)
LONGEST_KEY = 200
View = Callable[..., Any]


def idempotent(view: View) -> View:
    """Let the POSTs of a view be repeated. Reads the body before the view does."""

    @wraps(view)
    def once(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        key = request.headers.get(HEADER, "")
        asks = key and request.method == "POST"
        who = _who(request) if asks else ""
        if not who:
            return view(request, *args, **kwargs)
        if len(key) > LONGEST_KEY:
            return _refuse(HTTPStatus.BAD_REQUEST, "invalid", _("The key is too long."))
        asked = _hash(request)
        row, is_new = _claim(who, key, asked)
        if not is_new:
            return _repeat(row, asked)
        return _first_time(row, lambda: view(request, *args, **kwargs))

    return once


def _first_time(row: IdempotencyKey, run: Callable[[], Any]) -> Any:
    done = False
    try:
        response = run()
        if hasattr(response, "render"):
            response = response.render()
        done = 200 <= response.status_code < 300
        if done:
            row.status = response.status_code
            row.response = {
                "body": response.content.decode(),
                "content_type": response.headers.get("Content-Type", ""),
                "location": response.headers.get("Location", ""),
            }
            row.save(update_fields=["status", "response"])
        return response
    finally:
        if not done:
            row.delete()


def _repeat(row: IdempotencyKey, asked: str) -> HttpResponse:
    if row.request_hash != asked:
        return _refuse(
            HTTPStatus.CONFLICT,
            "idempotency_key_reused",
            _("This Idempotency-Key was used for another request."),
        )
    if row.status is None:
        return _refuse(
            HTTPStatus.CONFLICT,
            "idempotency_key_in_flight",
            _("The first request with this Idempotency-Key is still being answered."),
        )
    kept: dict[str, str] = row.response or {}
    response = HttpResponse(kept["body"], status=row.status, content_type=kept["content_type"])
    if kept["location"]:
        response["Location"] = kept["location"]
    response[REPLAYED] = "true"
    return response


@transaction.atomic
def _claim(who: str, key: str, asked: str) -> tuple[IdempotencyKey, bool]:
    """The row of this key, and whether this request is the one to be done."""
    now = timezone.now()
    mine = IdempotencyKey.objects.filter(actor_key=who, key=key)
    mine.filter(at__lt=now - KEPT_FOR).delete()
    mine.filter(status__isnull=True, at__lt=now - GIVEN_UP_AFTER).delete()
    return IdempotencyKey.objects.get_or_create(
        actor_key=who, key=key, defaults={"request_hash": asked, "at": now}
    )


def forget_old_keys() -> int:
    """Delete the keys that are past their day; how many there were."""
    old = IdempotencyKey.objects.filter(at__lt=timezone.now() - KEPT_FOR)
    deleted, _by_model = old.delete()
    return deleted


def _who(request: HttpRequest) -> str:
    """Whose key it is; "" for nobody, and then the view itself says what is wrong."""
    try:
        found = TokenAuthentication().authenticate(Request(request))
    except AuthenticationFailed:
        return ""
    user = found[0] if found else request.user
    return f"user:{user.pk}" if user.is_authenticated else ""


def _hash(request: HttpRequest) -> str:
    parts = [request.method, request.get_full_path(), request.body.decode("utf-8", "replace")]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _refuse(status: HTTPStatus, code: str, detail: str) -> HttpResponse:
    return problems.page(document(status, code, detail))
