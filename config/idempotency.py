"""`Idempotency-Key`: a repeated write gets the response of the first one, for a day.

What a request does and the note of its response are one transaction, so a process that dies between
them has done neither. Only successful responses are noted: a refused request can be repeated.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from http import HTTPStatus

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import AuthenticationFailed

from config.access.bearers import find_bearer
from config.models import IdempotencyKey
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.name_locks import LockKind, try_to_lock_name
from tournaments.serializers.problem import MEDIA_TYPE, problem_of_refusal

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
METHODS = ("POST", "PATCH")
# After this a key without a response, which only older versions leave, may be used again.
ABANDONED_AFTER = timedelta(minutes=5)
MAX_KEY_LENGTH = 200
View = Callable[..., HttpResponseBase]


class KeyRefused(DomainError):
    """The key is refused, whatever the request asks for."""


class KeyTooLong(KeyRefused):
    code = "idempotency_key_too_long"
    kind = "invalid"
    message = _("The Idempotency-Key is too long: at most {most} characters.")


class KeyNotTaken(KeyRefused):
    code = "idempotency_key_not_taken"
    kind = "invalid"
    message = _(
        "This address takes no Idempotency-Key: its answer or its body holds a secret, or it "
        "changes nothing. Send the request without the key."
    )


class KeyReused(KeyRefused):
    code = "idempotency_key_reused"
    message = _("This Idempotency-Key was used for another request.")


class KeyInFlight(KeyRefused):
    code = "idempotency_key_in_flight"
    message = _("The first request with this Idempotency-Key is still being answered.")


@dataclass(frozen=True, slots=True)
class KeyedRequest:
    """A write with a key; owner: the account or the entry that sent it."""

    owner: str
    key: str
    digest: str

    def find_note(self) -> IdempotencyKey | None:
        """The note of the first request.

        :raises KeyReused: that was another request.
        :raises KeyInFlight: it is being answered, by an older version of this code.
        """
        now = timezone.now()
        mine = IdempotencyKey.objects.filter(actor_key=self.owner, key=self.key)
        mine.filter(at__lt=now - IdempotencyKey.STORED_FOR).delete()
        mine.filter(status__isnull=True, at__lt=now - ABANDONED_AFTER).delete()
        note = mine.first()
        if note is not None and note.request_hash != self.digest:
            raise KeyReused
        if note is not None and note.status is None:
            raise KeyInFlight
        return note

    def claim(self) -> IdempotencyKey:
        """The note to fill in, for the transaction that does what the request asks for.

        :raises KeyInFlight: another transaction has it.
        """
        if not try_to_lock_name(LockKind.REPEATED_REQUEST, f"{self.owner}|{self.key}"):
            raise KeyInFlight
        try:
            with transaction.atomic():
                return IdempotencyKey.objects.create(
                    actor_key=self.owner, key=self.key, request_hash=self.digest, at=timezone.now()
                )
        except IntegrityError as taken:
            raise KeyInFlight from taken

    def note_early(self, response: HttpResponse) -> None:
        """Note a response in the transaction that is open, before the request is answered."""
        _write(self.claim(), response)


def idempotent(view: View) -> View:
    """Decorator: writes of a view may be repeated. Reads the body before the view does."""
    shape = getattr(view, "cls", None)

    @wraps(view)
    def run_once(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        key = request.headers.get(HEADER, "")
        if not key or request.method not in METHODS:
            return view(request, *args, **kwargs)
        run = _waiting if getattr(shape, "answers_after_commit", False) else _in_one_transaction
        try:
            if not getattr(shape, "takes_key", True):
                raise KeyNotTaken
            if len(key) > MAX_KEY_LENGTH:
                raise KeyTooLong(most=MAX_KEY_LENGTH)
            owner = _owner_of(request)
            if not owner:
                return view(request, *args, **kwargs)
            keyed = KeyedRequest(owner, key, _hash_request(request))
            return run(keyed, request, lambda: view(request, *args, **kwargs))
        except KeyRefused as refused:
            found = problem_of_refusal(refused)
            return JsonResponse(found, status=found["status"], content_type=MEDIA_TYPE)

    return run_once


@in_transaction
def _in_one_transaction(
    keyed: KeyedRequest, request: HttpRequest, run: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Do what is asked and note the response, or neither."""
    if (note := keyed.find_note()) is not None:
        return _replay(note)
    note = keyed.claim()
    response = _rendered(run())
    if isinstance(response, HttpResponse) and 200 <= response.status_code < 300:
        _write(note, response)
    else:
        transaction.set_rollback(True)
    return response


def _waiting(
    keyed: KeyedRequest, request: HttpRequest, run: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Of a view that notes what it began, commits, and waits for a worker before it answers."""
    if (note := keyed.find_note()) is not None:
        return _replay(note)
    request.note_early = keyed.note_early  # type: ignore[attr-defined]
    response = _rendered(run())
    note = IdempotencyKey.objects.filter(actor_key=keyed.owner, key=keyed.key).first()
    if note is not None and response.status_code >= HTTPStatus.BAD_REQUEST:
        note.delete()
    elif note is not None and isinstance(response, HttpResponse):
        _write(note, response)
    return response


def _rendered(response: HttpResponseBase) -> HttpResponseBase:
    return response.render() if isinstance(response, SimpleTemplateResponse) else response


def _write(note: IdempotencyKey, response: HttpResponse) -> None:
    note.status = response.status_code
    note.response = {
        "body": response.content.decode(),
        "content_type": response.headers.get("Content-Type", ""),
        "location": response.headers.get("Location", ""),
        "etag": response.headers.get("ETag", ""),
    }
    note.save(update_fields=["status", "response"])


def _replay(note: IdempotencyKey) -> HttpResponse:
    stored: dict[str, str] = note.response or {}
    response = HttpResponse(stored["body"], status=note.status, content_type=stored["content_type"])
    for name in ("Location", "ETag"):
        if kept := stored.get(name.lower()):  # notes of older versions have no ETag
            response[name] = kept
    response[REPLAYED] = "true"
    return response


def _owner_of(request: HttpRequest) -> str:
    """The owner of the key; empty if not authenticated, which the view reports."""
    try:
        found = find_bearer(request)
    except AuthenticationFailed:
        return ""
    if found and found[1].kind == "link":
        return f"entry:{found[1].entry_id}"
    user = found[0] if found else request.user
    if user.is_authenticated and not hasattr(request, "key_owner"):
        return f"user:{user.pk}"
    return str(getattr(request, "key_owner", ""))  # of a page that is opened by a secret address


def is_owned(request: HttpRequest) -> bool:
    """Whether somebody is known who may use keys: an account, or the entry of a link."""
    return bool(_owner_of(request))


def _hash_request(request: HttpRequest) -> str:
    parts = [request.method, request.get_full_path(), request.body.decode("utf-8", "replace")]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
