"""Pages that are rendered once for all readers without an account, and for nobody else."""

import re
import time

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache, caches
from django.db import connection
from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from config.pages import page_store
from config.pages.live import live_page, shared_part, shared_value, stored_page
from tests.api.table_world import world_of_the_table
from tests.builders import decide, make_club, make_event, make_user, published_round, slot_at
from tests.clients import signed_in, text_of, url_of
from tests.flows.security import page_world
from tests.flows.security.page_table import PAGES
from tests.flows.security.page_table_desk import DESK
from tournaments import near_copies
from tournaments.recompute import refresh_standings

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'csrfmiddlewaretoken" value="(\w+)"|"X-CSRFToken": ?"(\w+)"')
EVENT_PAGES = ("event", "event-standings", "event-crosstable", "event-players", "event-wall")


@pytest.fixture
def world(db, no_log):
    return world_of_the_table()


@pytest.fixture
def cup(db):
    event = make_event(games=1, slug="cup")
    round_ = published_round(event)
    decide(slot_at(round_))
    refresh_standings(event.pk)
    return event, round_


def anonymous(path="/page/", **headers):
    request = RequestFactory().get(path, headers=headers)
    request.user = AnonymousUser()
    return request


def counting_page(answer=lambda request: HttpResponse("the page"), decorator=live_page):
    """A page, and the requests for which it was rendered."""
    rendered = []

    @decorator(lambda request: ("the facts",))
    def page(request):
        rendered.append(request)
        return answer(request)

    return page, rendered


@pytest.mark.parametrize("name", EVENT_PAGES)
def test_the_first_opening_costs_a_query_for_the_next(cup, name, django_assert_num_queries):
    first = Client().get(url_of(name, "cup"))
    with django_assert_num_queries(1):
        again = Client().get(url_of(name, "cup"))
    assert again.content == first.content
    assert again["ETag"] == first["ETag"]
    for header in ("Content-Type", "Content-Language", "Vary", "Content-Security-Policy"):
        assert again[header] == first[header]


@pytest.mark.usefixtures("cup", "cache_outside")
def test_a_copy_in_the_process_spares_the_question_to_the_cache():
    first = Client().get(url_of("event", "cup"))

    def questions():
        with CaptureQueriesContext(connection) as context:
            assert Client().get(url_of("event", "cup")).content == first.content
        return sum('SELECT "cache_key"' in query["sql"] for query in context.captured_queries)

    assert questions() == 0
    near_copies.TEXTS.clear()  # another process
    assert questions() == 1
    assert questions() == 0


@pytest.mark.usefixtures("cache_outside")
def test_clearing_the_cache_clears_the_copies():
    page, rendered = counting_page()
    for expected in (1, 1):
        page(anonymous())
        assert len(rendered) == expected
    cache.clear()
    page(anonymous())
    assert len(rendered) == 2


@pytest.mark.parametrize("query", ["?name=ada", "?utm=1", f"?show={'x' * 100}"])
def test_an_address_that_somebody_makes_up_is_not_stored(query):
    page, rendered = counting_page()
    for _time in range(2):
        page(anonymous(f"/page/{query}"))
    assert len(rendered) == 2
    for _time in range(2):
        page(anonymous("/page/?page=2"))
    assert len(rendered) == 3


@pytest.mark.parametrize("cookie", ["sessionid", "csrftoken", "messages"])
def test_a_reader_with_a_cookie_of_their_own_shares_nothing(cookie):
    page, rendered = counting_page()
    page(anonymous())
    request = anonymous()
    request.COOKIES[cookie] = "own"
    page(request)
    assert len(rendered) == 2


def test_a_page_whose_form_has_a_token_is_made_for_each_reader():
    page, rendered = counting_page(lambda request: HttpResponse(get_token(request)))
    tokens = {page(anonymous()).content for _time in range(2)}
    assert len(rendered) == len(tokens) == 2


def test_a_page_with_a_cookie_a_header_or_a_fault_of_its_own_is_not_stored():
    def with_cookie(_request):
        response = HttpResponse("x")
        response.set_cookie("a", "b")
        return response

    for answer in (
        with_cookie,
        lambda _request: HttpResponse("x", headers={"X-Own": "1"}),
        lambda _request: HttpResponse("x", content_type="text/plain"),
        lambda _request: HttpResponse("x", status=410),
    ):
        page, rendered = counting_page(answer)
        for _time in range(2):
            page(anonymous())
        assert len(rendered) == 2
        cache.clear()


def test_a_page_about_its_reader_is_not_stored():
    page, rendered = counting_page(decorator=lambda facts: live_page(facts, is_public=False))
    for _time in range(2):
        page(anonymous())
    assert len(rendered) == 2


def test_a_page_that_fails_keeps_nobody_waiting(settings):
    backend = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": "failing pages"}}

    def fails(_request):
        raise Http404

    page, _rendered = counting_page(fails)
    for _time in range(2):
        with pytest.raises(Http404):
            page(anonymous())
        assert not [key for key in vars(caches["default"])["_cache"] if "making" in key]


def test_who_has_the_page_is_not_sent_it_again_but_a_form_always_is(cup):
    etag = Client().get(url_of("event", "cup"))["ETag"]
    assert Client().get(url_of("event", "cup"), headers={"If-None-Match": etag}).status_code == 304
    reader = signed_in(make_user("guest"))
    etag = reader.get(url_of("event", "cup"))["ETag"]
    assert reader.get(url_of("event", "cup"), headers={"If-None-Match": etag}).status_code == 200


def test_a_page_expires_with_the_oldest_of_its_parts(cache_outside):
    def build(request):
        made = shared_value(request, "value", lambda: time.time())
        part = shared_part(request, "pages/parts/empty.html", lambda: {"text": made})
        return HttpResponse(f"{part} {request.path}")

    facts = stored_page(lambda request: ("facts",))
    page = facts(build)
    page(anonymous("/one/"))
    (first,) = vars(near_copies.VALUES)["_copies"].values()
    page(anonymous("/other/"))
    expiries = {copy.expires_at for copy in vars(near_copies.TEXTS)["_copies"].values()}
    assert expiries == {first.expires_at}
    assert first.expires_at <= time.time() + page_store.SECONDS


@pytest.mark.parametrize(
    ("name", "args", "queries"),
    [("home", (), 1), ("events", (), 1), ("clubs", (), 1), ("club", ("lantern",), 3)],
)
def test_lists_are_stored_and_show_news_at_once(name, args, queries, django_assert_max_num_queries):
    club = make_club("lantern")
    first = Client().get(url_of(name, *args))
    with django_assert_max_num_queries(queries):
        assert Client().get(url_of(name, *args)).content == first.content
    make_event(slug="new-cup", club_id=club.pk, state="registration")
    make_club("harbour")
    assert Client().get(url_of(name, *args)).content != first.content


@pytest.mark.slow
def test_a_rating_list_is_stored_by_its_versions(world, django_assert_max_num_queries):
    for name, args in (("ratings", ()), ("pool", ("tak",)), ("players", ())):
        first = Client().get(url_of(name, *args))
        with django_assert_max_num_queries(2):
            assert Client().get(url_of(name, *args)).content == first.content


@pytest.mark.slow
def test_no_page_gives_the_token_of_one_reader_to_another(world):
    page_world.add_to(world)
    opened = 0
    for row in [*PAGES, *DESK]:
        if row.action != "get":
            continue
        address = row.path.format(**world.ids)
        pages = [Client().get(address) for _reader in range(2)]
        if pages[0].status_code != 200 or pages[0].streaming:
            continue
        if not pages[0]["Content-Type"].startswith("text/"):
            continue
        opened += 1
        first, second = ({*TOKEN.findall(text_of(page))} for page in pages)
        assert not first & second, address
    assert opened > 40
