"""Answers that are stored while the versions they were made from hold.

A view of `@stored_by(versions)` answers 304 or sends the stored bytes before it reads what it
shows. The versions are compared and stay on the server; the ETag is a hash of the content, so it
does not reveal drafts, and it stays the same if a change makes no difference to this address.
"""

import json
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import wraps
from hashlib import blake2s
from typing import Any, cast

from django.core.cache import cache
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import cache_claims, near_copies, selectors
from tournaments.selectors.events.versions import Versions
from tournaments.serializers.partial import PARAMETER

SECONDS, NEAR_SECONDS = 600, 60
WAIT_SECONDS, POLL_SECONDS = 2, 0.02  # while another request makes the same answer
MOST_BYTES = 4_000_000
Get = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class AnswerSlot:
    """Where the latest answer of an address is stored. versions: a digest of the current ones."""

    key: str
    versions: str

    def etag(self) -> str:
        """The ETag of the stored answer; empty if it is of other versions."""
        near = near_copies.TEXTS.get(self._near_key)
        if near is not None:
            return str(near[0])
        versions, etag = cache.get(self.key) or ("", "")
        if versions != self.versions:
            return ""
        _keep_near(self._near_key, etag)
        return etag

    def body(self, etag: str) -> bytes | None:
        near = near_copies.TEXTS.get(self.key + etag)
        if near is not None:
            return cast("bytes", near[0])
        stored, body = cache.get(f"{self.key}:body") or ("", None)
        if stored != etag or body is None:
            return None
        _keep_near(self.key + etag, body)
        return cast("bytes", body)

    def store(self, etag: str, body: bytes) -> None:
        if len(body) <= MOST_BYTES:
            cache.set(f"{self.key}:body", (etag, body), SECONDS)
            _keep_near(self.key + etag, body)
        cache.set(self.key, (self.versions, etag), SECONDS)
        _keep_near(self._near_key, etag)
        self.release()

    def wait(self) -> str:
        """Wait for another request that makes the answer; empty for the one that has to."""
        etag = cache_claims.wait_for_other(
            self.key, self.etag, seconds=WAIT_SECONDS, poll_seconds=POLL_SECONDS
        )
        return etag or ""

    def release(self) -> None:
        """Let another request make the answer."""
        cache_claims.release(self.key)

    @property
    def _near_key(self) -> str:
        return self.key + self.versions


def stored_by(
    versions: Callable[[Any], Versions],
    parameters: Collection[str] = (),
    readers: Callable[[Any], object] = lambda _view: None,
) -> Callable[[Get], Get]:
    """Store the JSON answers of a view's `get` while `versions(view)` are equal.

    `versions` raises what the view raises for readers who may not see the answer; everybody with
    equal versions gets the same one, and empty versions mean that it is not stored. parameters: of
    the query; answers to others are not stored. Of an answer with some of its fields the whole is.
    `readers(view)` tells readers apart who get different answers.
    """

    def decorator(get: Get) -> Get:
        @wraps(get)
        def wrapped(view: Any, request: Request, **address: object) -> HttpResponseBase:
            known = request.query_params.keys() - {PARAMETER} <= set(parameters)
            if request.accepted_renderer.format != "json" or not known:
                return get(view, request, **address)
            current = versions(view)
            if not current:
                return get(view, request, **address)
            slot = view.slot = _slot(request, current, readers(view))
            etag = slot.etag() or slot.wait()
            answer = _stored_answer(view, slot, etag) if etag else None
            try:
                return answer or get(view, request, **address)
            except Exception:
                slot.release()
                raise

        wrapped.is_stored = True  # type: ignore[attr-defined]
        return wrapped

    return decorator


def versions_of_event(view: Any) -> Versions:
    """`event_versions` of the event in the address."""
    return selectors.event_versions(view.kwargs["slug"], view.actor)


def versions_of_round(view: Any) -> Versions:
    """`round_versions` of the round in the address."""
    address = view.kwargs
    return selectors.round_versions(address["slug"], address["number"], view.actor)


def versions_of_pairing(view: Any) -> Versions:
    """`pairing_versions` of the pairing in the address."""
    return selectors.pairing_versions(view.kwargs["pairing_id"], view.actor)


def is_read_by_staff(view: Any) -> bool:
    """Whether the reader is staff of the event in the address."""
    return selectors.is_staff_of(view.actor, view.event.pk)


stored_by_event = stored_by(versions_of_event)


def with_etag(answer: HttpResponse, etag: str) -> HttpResponse:
    """Whether a reader may see the answer depends on the reader, so no shared cache keeps it."""
    answer["ETag"] = etag
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def _stored_answer(view: Any, slot: AnswerSlot, etag: str) -> HttpResponse | None:
    """304, 412 or the stored bytes; None if they are no longer there.

    Of an answer with some of its fields the view makes the ETag.
    """
    if view.kept:
        body = slot.body(etag)
        view.slot = slot if body is None else None
        return None if body is None else Response(json.loads(body))
    answer: HttpResponse | None = view.answer_to_condition(etag)
    if answer is None and (body := slot.body(etag)) is not None:
        answer = HttpResponse(body, content_type="application/json")
    return None if answer is None else with_etag(answer, etag)


def _keep_near(key: str, value: str | bytes) -> None:
    if near_copies.are_faster():
        expires_at = time.time() + NEAR_SECONDS
        near_copies.TEXTS.set(key, value, size=len(key) + len(value), expires_at=expires_at)


def _slot(request: Request, versions: Versions, readers: object) -> AnswerSlot:
    reader = (get_language(), timezone.get_current_timezone_name(), readers)
    # Pages of a list link to each other by whole addresses.
    here = request.build_absolute_uri(request.path)
    asked = [pair for pair in request.query_params.lists() if pair[0] != PARAMETER]
    address = (here, sorted(asked))
    return AnswerSlot(f"answer:{_digest((*address, *reader))}", _digest(versions))


def _digest(values: tuple[object, ...]) -> str:
    return blake2s(repr(values).encode(), digest_size=16).hexdigest()
