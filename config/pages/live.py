"""Pages that refresh themselves: the page is sent again when it has changed, else 304.

The script roadhouse/live.js requests the page it is on with the ETag of what it shows. The ETag is
a hash of the page text, so hidden changes such as drafts do not show in it. A few numbers (the
"facts", two queries) tell whether a page may have changed. The ETag is cached by facts, and so is
the page for readers without a session.
"""

import re
import time
from collections.abc import Callable, Iterable
from functools import wraps
from hashlib import blake2s

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from config.pages import zones
from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context, Event
from tournaments import selectors

# What the facts do not cover, such as a player's new name, shows up after this time.
CACHE_SECONDS = 60
WAIT_SECONDS, POLL_SECONDS = 2, 0.05  # while another request renders the same page
CachedPage = tuple[str, bytes | None]  # the ETag; the page, if it is the same for everybody
NOTHING: CachedPage = ("", None)
ETAG_PLACEHOLDER = "0" * 24  # replaced by the ETag of the page
# Differs in every response.
CSRF_TOKEN = re.compile(rb'csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": ?"\w+"')
View = Callable[..., HttpResponse]


def live_event_page(view: View) -> View:
    """A page of the event `slug`; it changes with the event's journal."""

    def facts(request: HttpRequest, slug: str, **_address: object) -> Iterable[object]:
        event = selectors.get_event(slug, actor_of(request))
        return event_facts(event)

    return live_page(facts)(view)


def live_page(facts: Callable[..., Iterable[object]]) -> Callable[[View], View]:
    """A page that is unchanged while `facts(request, **address)` are equal.

    `facts` raises Http404 for readers who may not see the page, as the view does.
    """

    def decorator(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, **address: object) -> HttpResponse:
            if request.method != "GET":
                return view(request, **address)
            if request.headers.get("HX-Request") != "true":
                return _render(view, request, address)
            now = tuple(facts(request, **address))
            request.live_facts = now  # type: ignore[attr-defined]  # read by shared_part
            return _refresh(view, request, address, _cache_key(request, now))

        return wrapped

    return decorator


def event_facts(event: Event) -> tuple[object, ...]:
    """Numbers that identify the state of an event; every change adds a journal line."""
    journal = selectors.journal_length(event)
    # The approval of a club is in the journal of the club.
    rated = selectors.counting_reason(event)
    return (event.pk, journal, event.results_version, event.standings_version, rated)


def shared_part(request: HttpRequest, template: str, context: Callable[[], Context]) -> SafeString:
    """A part of a live page that is equal for all readers of one language and zone.

    A refresh may take it from the cache; a first request renders it. `context` holds nothing of
    the reader.
    """
    facts = getattr(request, "live_facts", None)
    if facts is None:
        return SafeString(render_to_string(template, context()))  # nosec  # a template
    key_parts = (request.path, template, get_language(), zones.zone_of_reader(), *facts)
    key = f"live-part:{blake2s(repr(key_parts).encode(), digest_size=16).hexdigest()}"
    part = cache.get(key)
    if part is None:
        part = str(render_to_string(template, context()))
        cache.set(key, part, CACHE_SECONDS)
    return SafeString(part)  # nosec  # a template


def _refresh(view: View, request: HttpRequest, address: Context, key: str) -> HttpResponse:
    """304 if the reader has the current page; else the page, cached or rendered."""
    shared = _is_shared(request)
    etag, body = cache.get(key) or (_wait_for_other(key) if shared else NOTHING)
    if etag and request.headers.get("If-None-Match") == etag:
        return _with_etag(HttpResponseNotModified(), etag)
    if body is not None:
        return _with_etag(HttpResponse(body), etag)
    response = _render(view, request, address)
    etag = response.get("ETag", "")
    if etag:
        cache.set(key, (etag, response.content if _is_shared(request) else None), CACHE_SECONDS)
    if etag and request.headers.get("If-None-Match") == etag:
        return _with_etag(HttpResponseNotModified(), etag)
    return response


def _wait_for_other(key: str) -> CachedPage:
    """Wait for another request that renders the page; NOTHING for the one that has to render."""
    end = time.monotonic() + WAIT_SECONDS
    while not cache.add(f"{key}:making", 1, WAIT_SECONDS) and time.monotonic() < end:
        time.sleep(POLL_SECONDS)
        if found := cache.get(key):
            return found  # type: ignore[no-any-return]
    return NOTHING


def _render(view: View, request: HttpRequest, address: Context) -> HttpResponse:
    """The page with its ETag, in the header and in the page for the script."""
    request.live_mark = ETAG_PLACEHOLDER  # type: ignore[attr-defined]  # read by base.html
    response = view(request, **address)
    if response.status_code != 200:
        return response
    text = CSRF_TOKEN.sub(b"", response.content)
    mark = blake2s(text, digest_size=len(ETAG_PLACEHOLDER) // 2).hexdigest()
    response.content = response.content.replace(ETAG_PLACEHOLDER.encode(), mark.encode())
    return _with_etag(response, f'"{mark}"')


def _is_shared(request: HttpRequest) -> bool:
    """Whether the page holds nothing of this reader."""
    own = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, CookieStorage.cookie_name}
    return not own & set(request.COOKIES) and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")


def _with_etag(response: HttpResponse, etag: str) -> HttpResponse:
    """Add the ETag; shared caches do not store the page and browsers revalidate it."""
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_cache=True)
    response["ETag"] = etag
    return response


def _cache_key(request: HttpRequest, facts: Iterable[object]) -> str:
    reader = (request.user.pk, get_language(), zones.zone_of_reader())
    key_parts = (request.build_absolute_uri(), *reader, *facts)
    return f"live:{blake2s(repr(key_parts).encode(), digest_size=16).hexdigest()}"
