"""`Idempotency-Key`: a repeated POST gets the response of the first one, for a day.

Only successful responses are stored. A refused request can be repeated.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from http import HTTPStatus

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import AuthenticationFailed

from config.access.bearers import find_bearer
from config.models import IdempotencyKey
from tournaments.serializers.problem import MEDIA_TYPE, document

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
# After this a key without a response, whose process has died, may be used again.
ABANDONED_AFTER = timedelta(minutes=5)
MAX_KEY_LENGTH = 200
View = Callable[..., HttpResponseBase]


def idempotent(view: View) -> View:
    """Decorator: the POSTs of a view may be repeated. Reads the body before the view does."""

    @wraps(view)
    def run_once(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        key = request.headers.get(HEADER, "")
        applies = key and request.method == "POST"
        owner = _owner_of(request) if applies else ""
        if not owner:
            return view(request, *args, **kwargs)
        if len(key) > MAX_KEY_LENGTH:
            return _refuse(HTTPStatus.BAD_REQUEST, "invalid", _("The key is too long."))
        request_hash = _hash_request(request)
        row, is_new = _claim(owner, key, request_hash)
        if not is_new:
            return _replay(row, request_hash)
        return _run(row, lambda: view(request, *args, **kwargs))

    return run_once


def _run(row: IdempotencyKey, run: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    succeeded = False
    try:
        response = run()
        if isinstance(response, SimpleTemplateResponse):
            response = response.render()
        succeeded = 200 <= response.status_code < 300
        if succeeded and isinstance(response, HttpResponse):
            row.status = response.status_code
            row.response = {
                "body": response.content.decode(),
                "content_type": response.headers.get("Content-Type", ""),
                "location": response.headers.get("Location", ""),
            }
            row.save(update_fields=["status", "response"])
        return response
    finally:
        if not succeeded:
            row.delete()


def _replay(row: IdempotencyKey, request_hash: str) -> HttpResponse:
    if row.request_hash != request_hash:
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
    stored: dict[str, str] = row.response or {}
    response = HttpResponse(stored["body"], status=row.status, content_type=stored["content_type"])
    if stored["location"]:
        response["Location"] = stored["location"]
    response[REPLAYED] = "true"
    return response


@transaction.atomic
def _claim(owner: str, key: str, request_hash: str) -> tuple[IdempotencyKey, bool]:
    """The row of the key, and whether this request is the first."""
    now = timezone.now()
    mine = IdempotencyKey.objects.filter(actor_key=owner, key=key)
    mine.filter(at__lt=now - IdempotencyKey.STORED_FOR).delete()
    mine.filter(status__isnull=True, at__lt=now - ABANDONED_AFTER).delete()
    return IdempotencyKey.objects.get_or_create(
        actor_key=owner, key=key, defaults={"request_hash": request_hash, "at": now}
    )


def _owner_of(request: HttpRequest) -> str:
    """The owner of the key; empty if not authenticated, which the view reports."""
    try:
        found = find_bearer(request)
    except AuthenticationFailed:
        return ""
    if found and found[1].kind == "link":
        return f"entry:{found[1].entry_id}"
    user = found[0] if found else request.user
    return f"user:{user.pk}" if user.is_authenticated else ""


def _hash_request(request: HttpRequest) -> str:
    parts = [request.method, request.get_full_path(), request.body.decode("utf-8", "replace")]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _refuse(status: HTTPStatus, code: str, detail: str) -> HttpResponse:
    refusal = document(status, code, detail)
    return JsonResponse(refusal, status=status, content_type=MEDIA_TYPE)
