"""Pages that move by themselves: what is sent again, to whom, and what that costs."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache, caches
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config.pages.live import live_page
from tests.builders import (
    acting,
    decide,
    decide_round,
    entry_of,
    finish_round,
    make_event,
    make_user,
    published_round,
    slot_at,
)
from tests.clients import signed_in, text_of, url_of
from tournaments.actor import SYSTEM
from tournaments.recompute import refresh_standings
from tournaments.services.people.naming import rename_player
from tournaments.services.rounds import pairing_jobs

pytestmark = pytest.mark.django_db
PAGES = (
    "event", "event-players", "event-round", "event-standings", "event-crosstable",
    "event-bracket", "event-games", "event-wall",
)  # fmt: skip


@pytest.fixture(autouse=True)
def memory(settings) -> dict[str, bytes]:
    """A cache that can be looked into, whichever the service has; by its keys."""
    backend = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": "live pages"}}
    cache.clear()
    held: dict[str, bytes] = vars(caches["default"])["_cache"]
    return held


@pytest.fixture
def cup(db):
    """An event of four with a round of two tables, one game each."""
    event = make_event(games=1, slug="cup")
    return event, published_round(event)


def address(name="event-standings"):
    return url_of(name, *(["cup", 1] if name == "event-round" else ["cup"]))


def ask(client, path, etag="", **headers):
    """What the script of an open page asks for."""
    return client.get(path, HTTP_HX_REQUEST="true", HTTP_IF_NONE_MATCH=etag, **headers)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_did_not_change_is_not_sent_again(client, cup, name):
    opened = client.get(address(name))
    assert opened.status_code == 200
    mark = re.findall(r'data-live="(\w+)"', text_of(opened))[0]
    assert opened["ETag"] == f'"{mark}"'
    for _time in range(2):
        asked = ask(client, address(name), opened["ETag"])
        assert (asked.status_code, asked.content) == (304, b"")


@pytest.mark.parametrize("name", ["event", "event-round", "event-standings", "event-wall"])
def test_a_result_makes_it_another_page(client, cup, name):
    event, round_ = cup
    before = client.get(address(name))["ETag"]
    decide(slot_at(round_))
    refresh_standings(event.pk)
    after = ask(client, address(name), before)
    assert after.status_code == 200
    assert after["ETag"] != before
    assert ask(client, address(name), after["ETag"]).status_code == 304


def test_the_table_and_its_stamp_change_together(client, cup):
    event, round_ = cup
    decide_round(round_)
    late = text_of(ask(client, address()))
    assert 'class="place"' not in late or "stamp late" in late
    refresh_standings(event.pk)
    event.refresh_from_db()
    fresh = text_of(ask(client, address()))
    assert "after round 1 · " in fresh
    assert "stamp late" not in fresh


def test_an_open_page_costs_a_query_while_nothing_happens(client, cup, django_assert_num_queries):
    etag = ask(client, address())["ETag"]
    with django_assert_num_queries(1):
        assert ask(client, address(), etag).status_code == 304


def test_a_change_is_made_into_a_page_once_for_all_without_a_session(
    cup, django_assert_num_queries
):
    ask(Client(), address())
    with django_assert_num_queries(1):
        assert ask(Client(), address()).status_code == 200


def test_the_tables_are_made_once_for_readers_who_are_signed_in(cup, django_assert_max_num_queries):
    first, second = signed_in(make_user("one")), signed_in(make_user("two"))
    made = text_of(ask(first, address("event")))
    with django_assert_max_num_queries(23):
        again = text_of(ask(second, address("event")))
    for leaf in ('id="round"', 'id="standings"'):
        assert leaf in made
        assert leaf in again


def test_the_page_of_one_reader_is_never_another_s(client, cup, memory):
    event, _round = cup
    boss = make_user("boss", staff=True)
    mine = ask(signed_in(boss), address())
    theirs = ask(signed_in(make_user("guest")), address(), mine["ETag"])
    assert theirs.status_code == 200
    nobody = ask(client, address())
    desk = url_of("manage", event.slug)
    assert desk in text_of(mine)
    assert desk not in text_of(theirs)
    assert desk not in text_of(nobody)
    assert mine["ETag"] != nobody["ETag"]
    assert "private" in nobody["Cache-Control"]
    assert [key for key in memory if "live:" in key]  # it did remember something


def test_a_note_for_one_reader_is_in_nobody_else_s_copy(client, cup, memory):
    sent = Client()
    sent.cookies["messages"] = "somebody's own"
    ask(sent, address())
    (key,) = (key for key in memory if "live:" in key)
    _etag, page, _expires_at = cache.get(key.removeprefix(":1:"))
    assert page is None


def test_another_language_or_zone_is_another_page(cup):
    found = set()
    for cookies in ({}, {"django_language": "he"}, {"zone": "Asia/Tokyo"}):
        client = Client()
        for name, value in cookies.items():
            client.cookies[name] = value
        decide_round(cup[1])
        refresh_standings(cup[0].pk)
        found.add(ask(client, address())["ETag"])
    assert len(found) == 3


def test_a_page_that_was_hidden_is_gone_even_for_who_has_it(client, cup):
    event, _round = cup
    etag = ask(client, address())["ETag"]
    event.visibility = "private"
    event.save()
    assert ask(client, address(), etag).status_code == 404


def test_a_draft_does_not_betray_itself(client, cup):
    event, round_ = cup
    finish_round(round_)
    refresh_standings(event.pk)
    etag = ask(client, address())["ETag"]
    pairing_jobs.pair_round(actor=acting(make_user(staff=True)), event_id=event.pk)
    assert ask(client, address(), etag).status_code == 304


@pytest.mark.parametrize("name", ["event", "event-players", "event-standings", "event-round"])
def test_the_new_name_of_a_player_shows_at_once(client, cup, name):
    event, _round = cup
    refresh_standings(event.pk)
    before = client.get(address(name))
    rename_player(actor=SYSTEM, player_id=entry_of(event, 1).player_id, name="Adelheid")
    for answer in (client.get(address(name)), ask(client, address(name), before["ETag"])):
        assert answer.status_code == 200
        assert "Adelheid" in text_of(answer)


def test_what_no_journal_tells_is_seen_when_the_copy_is_forgotten(client, cup):
    etag = ask(client, address("event-players"))["ETag"]
    player = entry_of(cup[0], 1).player
    player.name = "Adelheid"
    player.save()
    cache.clear()  # a minute later
    assert "Adelheid" in text_of(ask(client, address("event-players"), etag))


def test_a_page_still_works_when_the_cache_does_not(client, cup, settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    etag = ask(client, address())["ETag"]
    assert ask(client, address(), etag).status_code == 304
    assert ask(client, address(), '"other"').status_code == 200


def test_a_signed_in_reader_is_not_sent_the_same_again(cup):
    client = signed_in(make_user("guest"))
    etag = client.get(address())["ETag"]
    for _time in range(2):
        assert ask(client, address(), etag).status_code == 304
        cache.clear()


def test_one_makes_the_page_for_all_who_ask_at_once():
    made, begun, goes_on = [], threading.Event(), threading.Event()

    @live_page(lambda request: ("the state of things",))
    def page(request):
        made.append(request)
        begun.set()
        assert goes_on.wait(10)
        return HttpResponse("the page")

    def asked():
        request = RequestFactory().get("/page/", HTTP_HX_REQUEST="true")
        request.user = AnonymousUser()
        return page(request)

    with ThreadPoolExecutor() as hall:
        first = hall.submit(asked)
        assert begun.wait(10)
        others = [hall.submit(asked) for _one in range(3)]
        goes_on.set()
        assert [each.result().content for each in (first, *others)] == [b"the page"] * 4
    assert len(made) == 1
