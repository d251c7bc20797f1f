"""Pages that are rendered once for all readers without an account, and pages that refresh.

A few numbers (the "facts", one query) tell whether a page may have changed. The page is stored
by its address, language, time zone and facts, for readers without a session; for the others its
ETag is, and the parts that are equal for all (`shared_part`).

A live page also refreshes itself: the script roadhouse/live.js requests the page it is on with the
ETag of what it shows, and gets the page if it has changed, else 304. The ETag is a hash of the page
text, so hidden changes such as drafts do not show in it.
"""

import re
from collections.abc import Callable, Iterable
from functools import wraps
from hashlib import blake2s
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from config.notices.inbox import count_unread
from config.pages import page_store, zones
from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context
from config.pages.page_store import StoredPage, make_key
from tournaments import cache_claims, selectors

ETAG_PLACEHOLDER = "0" * 24  # replaced by the ETag of the page
# Differs in every response.
CSRF_TOKEN = re.compile(rb'csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": ?"\w+"')
# Other parameters, such as a name to find, may have any value: pages with them are not stored.
STORED_PARAMETERS = frozenset(
    {"by", "columns", "every", "on", "page", "rows", "section", "show", "version"}
)
UNREAD = "Roadhouse-Unread"  # header of a refresh: how many notices its reader has not read
LONGEST_QUERY = 100  # characters
HTML = "text/html; charset=utf-8"
View = Callable[..., HttpResponse]
Facts = Callable[..., Iterable[object]]
T = TypeVar("T")


class _Opened(NamedTuple):
    """A request for a page. is_live: the page refreshes itself. is_public: not about its reader."""

    request: HttpRequest
    view: View
    address: Context
    is_live: bool
    is_public: bool

    def render(self) -> HttpResponse:
        """The page with its ETag, in the header and if it is live in the page for the script."""
        if self.is_live:
            self.request.live_mark = ETAG_PLACEHOLDER  # type: ignore[attr-defined]  # base.html
        response = self.view(self.request, **self.address)
        if response.status_code != 200:
            return response
        text = CSRF_TOKEN.sub(b"", response.content)
        mark = blake2s(text, digest_size=len(ETAG_PLACEHOLDER) // 2).hexdigest()
        if self.is_live:
            response.content = response.content.replace(ETAG_PLACEHOLDER.encode(), mark.encode())
        return _with_etag(response, f'"{mark}"')

    def is_refresh(self) -> bool:
        return self.request.headers.get("HX-Request") == "true"

    def has_current(self, etag: str) -> bool:
        return bool(etag) and self.request.headers.get("If-None-Match") == etag


def live_event_page(view: View) -> View:
    """A page of the event `slug`; it changes with the event's journal."""
    return live_page(facts_of_event)(view)


def live_page(facts: Facts, *, is_public: bool = True) -> Callable[[View], View]:
    """A page that refreshes itself, and is unchanged while `facts(request, **address)` are equal.

    `facts` raises Http404 for readers who may not see the page, as the view does. is_public: False
    for a page about its reader, which is never stored.
    """
    return _stored_page(facts, is_live=True, is_public=is_public)


def stored_page(facts: Facts) -> Callable[[View], View]:
    """As `live_page`, of a page that does not refresh itself."""
    return _stored_page(facts, is_live=False, is_public=True)


def _stored_page(facts: Facts, *, is_live: bool, is_public: bool) -> Callable[[View], View]:
    def decorator(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, **address: object) -> HttpResponse:
            if request.method != "GET":
                return view(request, **address)
            now = tuple(facts(request, **address))
            request.page_facts = now  # type: ignore[attr-defined]  # read by shared_part
            opened = _Opened(request, view, address, is_live, is_public)
            answer = _answer(opened, _page_key(request, now))
            if opened.is_refresh() and request.user.is_authenticated:
                answer[UNREAD] = str(count_unread(request.user.pk))
            return answer

        wrapped.is_stored = True  # type: ignore[attr-defined]
        return wrapped

    return decorator


def facts_of_event(request: HttpRequest, slug: str, **_address: object) -> Iterable[object]:
    """Numbers that identify the state of an event and of its people, for `live_page`."""
    return selectors.event_versions(slug, actor_of(request))


def shared_part(
    request: HttpRequest, template: str, context: Callable[[], Context], *, of: object = ""
) -> SafeString:
    """A part of a stored page that is equal for all readers of one language and zone.

    `context` holds nothing of the reader but `of`, such as the number of a page of a list.
    """
    facts = getattr(request, "page_facts", None)
    if facts is None:
        return SafeString(render_to_string(template, context()))  # nosec  # a template
    reader = (get_language(), zones.zone_of_reader())
    key = make_key("live-part", request.path, template, of, *reader, *facts)
    stored = page_store.load_page(key)
    if stored is None or stored.body is None:
        text = render_to_string(template, context())  # may itself hold something older
        stored = StoredPage("", text.encode(), _expiry_of(request))
        page_store.store_page(key, stored)
    _expire_by(request, stored.expires_at)
    assert stored.body is not None
    return SafeString(stored.body.decode())  # nosec  # a template


def shared_value(request: HttpRequest, name: str, build: Callable[[], T], *, of: object = "") -> T:
    """A value that several stored pages are made of, such as the state of an event.

    It is the same for all readers but for `of`, such as the language, and is not changed.
    """
    facts = getattr(request, "page_facts", None)
    if facts is None:
        return build()
    key = make_key("value", name, of, *facts)
    value, expires_at = page_store.keep_value(key, build)
    _expire_by(request, expires_at)
    return value


def _expire_by(request: HttpRequest, at: float) -> None:
    """The page holds something that expires then."""
    request.page_expires_at = min(at, _expiry_of(request))  # type: ignore[attr-defined]


def _expiry_of(request: HttpRequest) -> float:
    """When the page that is rendered now expires: with the oldest thing that it holds."""
    return float(getattr(request, "page_expires_at", page_store.expiry()))


def _answer(opened: _Opened, key: str) -> HttpResponse:
    """304 if the reader has the current page; else the page, stored or rendered."""
    if not _is_shared(opened):
        return _answer_one(opened, key)
    stored = page_store.load_page(key) or page_store.wait_for_page(key)
    if stored is None:
        try:
            response = _render_and_store(opened, key)
        finally:
            cache_claims.release(key)
        return _or_unchanged(opened, response)
    if stored.body is None:
        return _answer_one(opened, key)
    if opened.has_current(stored.etag):
        return _with_etag(HttpResponseNotModified(), stored.etag)
    return _with_etag(HttpResponse(stored.body), stored.etag)


def _answer_one(opened: _Opened, key: str) -> HttpResponse:
    """The page for one reader. A first request renders it: its forms need a token of their own."""
    if not opened.is_refresh():
        return _render_and_store(opened, key)
    stored = page_store.load_page(key)
    if stored and opened.has_current(stored.etag):
        return _with_etag(HttpResponseNotModified(), stored.etag)
    return _or_unchanged(opened, _render_and_store(opened, key))


def _render_and_store(opened: _Opened, key: str) -> HttpResponse:
    response = opened.render()
    if response.status_code == 200:
        shared = _is_shared(opened) and _is_plain(response)
        body = response.content if shared else None
        stored = StoredPage(response["ETag"], body, _expiry_of(opened.request))
        once = body is None and not opened.is_refresh()  # the ETag of a page that is just opened
        page_store.store_page(key, stored, near_only=once)
    return response


def _or_unchanged(opened: _Opened, response: HttpResponse) -> HttpResponse:
    etag = response.get("ETag", "")
    if opened.has_current(etag):
        return _with_etag(HttpResponseNotModified(), etag)
    return response


def _is_shared(opened: _Opened) -> bool:
    """Whether the page holds nothing of this reader, and its address is one of a few."""
    request = opened.request
    own = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, CookieStorage.cookie_name}
    has_own = own & set(request.COOKIES) or request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
    query = request.META.get("QUERY_STRING", "")
    is_known = request.GET.keys() <= STORED_PARAMETERS and len(query) <= LONGEST_QUERY
    return opened.is_public and is_known and not has_own


def _is_plain(response: HttpResponse) -> bool:
    """Whether body and ETag are all there is to a page."""
    ours = {"content-type", "etag", "cache-control"}
    headers = {name.lower() for name in response.headers}
    return headers <= ours and response["Content-Type"] == HTML and not response.cookies


def _with_etag(response: HttpResponse, etag: str) -> HttpResponse:
    """Add the ETag; shared caches do not store the page and browsers revalidate it."""
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_cache=True)
    response["ETag"] = etag
    return response


def _page_key(request: HttpRequest, facts: Iterable[object]) -> str:
    reader = (request.user.pk, get_language(), zones.zone_of_reader())
    return make_key("live", request.build_absolute_uri(), *reader, *facts)
