"""Pages that move by themselves: a page is sent again when it is another page, else 304.

The script roadhouse/live.js asks for the page it is on, with the ETag of what it shows. The ETag
is of the page as it reads, so that nothing hidden, such as a draft, betrays itself by a change of
it. What the page is made from is told by a few numbers ("facts", two queries): while they stand,
the ETag that was found for them is remembered, and for readers without a session the page too.
"""

import re
import time
from collections.abc import Callable, Iterable
from functools import wraps
from hashlib import blake2s
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from config.pages import zones
from config.pages.account.signing_in import actor_of
from tournaments import selectors
from tournaments.errors import NotFound

# Seconds that what was found for some facts is remembered. What the facts do not tell of, such as
# another name of a player, is seen after so long.
KEPT = 60
PATIENCE, LOOK = 2, 0.05  # seconds to wait for a page that another is making; between two looks
Remembered = tuple[str, bytes | None]  # the ETag, and the page where it is everybody's
NOTHING: Remembered = ("", None)
MARK = "0" * 24  # stands in the page for its own ETag, until that is known
# Another in every answer, and nothing to read.
TOKEN = re.compile(rb'csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": ?"\w+"')
View = Callable[..., HttpResponse]


def live_event_page(view: View) -> View:
    """A page of an event, whose address names it by `slug`; it changes with the event's journal."""

    def facts(request: HttpRequest, **address: Any) -> Iterable[object]:
        try:
            event = selectors.get_event(address["slug"], actor_of(request))
        except NotFound as error:
            raise Http404(str(error)) from error
        return event_facts(event)

    return live_page(facts)(view)


def live_page(facts: Callable[..., Iterable[object]]) -> Callable[[View], View]:
    """A page that is as it is while `facts(request, **address)` are the same.

    `facts` refuses whoever may not see the page (Http404), as the view itself does.
    """

    def decorated(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, **address: Any) -> HttpResponse:
            if request.method != "GET":
                return view(request, **address)
            if request.headers.get("HX-Request") != "true":
                return _made(view, request, address)
            now = tuple(facts(request, **address))
            request.live_facts = now  # type: ignore[attr-defined]  # read by part_for_all
            return _asked_again(view, request, address, _key(request, now))

        return answered

    return decorated


def event_facts(event: Any) -> tuple[object, ...]:
    """What the state of an event is known by; every change of it writes a line of its journal."""
    journal = selectors.journal_length(event)
    # The approval of a club is in the journal of the club.
    rated = selectors.counting_reason(event)
    return (event.pk, journal, event.results_version, event.standings_version, rated)


def part_for_all(
    request: HttpRequest, template: str, context: Callable[[], dict[str, Any]]
) -> SafeString:
    """A part of a live page that is the same for all who read it in one language and zone.

    An open page that asks again may get it from memory, so that many readers who are signed in
    cost little more than one; a page that is opened has it made anew. `context` names nobody.
    """
    facts = getattr(request, "live_facts", None)
    if facts is None:
        return SafeString(render_to_string(template, context()))  # nosec  # a template
    shown = (request.path, template, get_language(), zones.zone_of_reader(), *facts)
    key = f"live-part:{blake2s(repr(shown).encode(), digest_size=16).hexdigest()}"
    part = cache.get(key)
    if part is None:
        part = str(render_to_string(template, context()))
        cache.set(key, part, KEPT)
    return SafeString(part)  # nosec  # a template


def _asked_again(
    view: View, request: HttpRequest, address: dict[str, Any], key: str
) -> HttpResponse:
    """304 for the reader who has the page as it is; else the page, from memory or made anew."""
    shared = _for_everybody(request)
    etag, body = cache.get(key) or (_made_by_another(key) if shared else NOTHING)
    if etag and request.headers.get("If-None-Match") == etag:
        return _marked(HttpResponseNotModified(), etag)
    if body is not None:
        return _marked(HttpResponse(body), etag)
    made = _made(view, request, address)
    etag = made.get("ETag", "")
    if etag:
        cache.set(key, (etag, made.content if _for_everybody(request) else None), KEPT)
    if etag and request.headers.get("If-None-Match") == etag:
        return _marked(HttpResponseNotModified(), etag)
    return made


def _made_by_another(key: str) -> Remembered:
    """The page that somebody else is just making, when a whole hall asks for a change at once;
    nothing for the one who is to make it."""
    end = time.monotonic() + PATIENCE
    while not cache.add(f"{key}:making", 1, PATIENCE) and time.monotonic() < end:
        time.sleep(LOOK)
        if found := cache.get(key):
            return found  # type: ignore[no-any-return]
    return NOTHING


def _made(view: View, request: HttpRequest, address: dict[str, Any]) -> HttpResponse:
    """The page with its ETag, which it also carries itself for the script to read."""
    request.live_mark = MARK  # type: ignore[attr-defined]  # read by base.html
    response = view(request, **address)
    if response.status_code != 200:
        return response
    text = TOKEN.sub(b"", response.content)
    mark = blake2s(text, digest_size=len(MARK) // 2).hexdigest()
    response.content = response.content.replace(MARK.encode(), mark.encode())
    return _marked(response, f'"{mark}"')


def _for_everybody(request: HttpRequest) -> bool:
    """Whether nothing of the page is this reader's own."""
    own = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, CookieStorage.cookie_name}
    return not own & set(request.COOKIES) and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")


def _marked(response: HttpResponse, etag: str) -> HttpResponse:
    """Nobody on the way keeps it, and a browser asks before it shows it again."""
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_cache=True)
    response["ETag"] = etag
    return response


def _key(request: HttpRequest, facts: Iterable[object]) -> str:
    reader = (request.user.pk, get_language(), zones.zone_of_reader())
    shown = (request.build_absolute_uri(), *reader, *facts)
    return f"live:{blake2s(repr(shown).encode(), digest_size=16).hexdigest()}"
