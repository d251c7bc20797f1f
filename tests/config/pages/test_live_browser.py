"""An open page that moves by itself, in a real browser: what changes, and what stays."""

import pytest

from tests.browsing import browser_of, expect, faults, in_a_browser
from tests.builders import decide, make_event, make_user, published_round, slot_at
from tests.clients import url_of
from tournaments.recompute import refresh_standings

pytestmark = in_a_browser
LANGUAGES = ("en", "he")


@pytest.fixture
def cup(transactional_db):
    """An event of twelve in its second round; the first is played."""
    event = make_event(games=1, entries=12, slug="cup")
    play(event, published_round(event))
    second = published_round(event)
    refresh_standings(event.pk)
    return event, second


def play(event, round_, tables=range(1, 7)):
    for table in tables:
        decide(slot_at(round_, table))
    refresh_standings(event.pk)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_appears_and_what_was_opened_stays_open(cup, live_server, language):
    event, round_ = cup
    with browser_of(None, live_server, language) as page:
        page.goto("/events/cup/standings/")
        table = page.locator("#live table")
        before = table.inner_text()
        third = page.locator("summary[aria-controls='why-3']")
        third.click()
        expect(page.locator("#why-3")).to_be_visible()
        play(event, round_, [1])
        expect(table).not_to_have_text(before, use_inner_text=True)
        expect(page.locator("#why-3")).to_be_visible()
        expect(page.locator("#why-4")).to_be_hidden()
        expect(third).to_be_focused()


def test_opened_rows_and_the_focus_outlive_a_table_that_is_behind(cup, live_server):
    event, round_ = cup
    with browser_of(None, live_server, "en") as page:
        page.goto("/events/cup/standings/")
        third = page.locator("summary[aria-controls='why-3']")
        third.click()
        decide(slot_at(round_))
        expect(page.locator("#live .stamp.late")).to_be_visible()
        expect(page.locator("#live details")).to_have_count(0)
        refresh_standings(event.pk)
        expect(page.locator("#why-3")).to_be_visible()
        expect(third).to_be_focused()


def test_a_round_moves_and_what_is_in_sight_stays_in_sight(cup, live_server):
    _event, round_ = cup
    with browser_of(None, live_server, "en", width=360) as page:
        page.goto("/events/cup/rounds/2/")
        last = page.locator(".pairs > li").nth(5)
        last.scroll_into_view_if_needed()
        page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight / 3)")
        before = page.evaluate("window.scrollY")
        assert before > 0
        decide(slot_at(round_))
        expect(page.locator(".pairs > li").first.locator(".state")).to_have_text("finished")
        assert abs(page.evaluate("window.scrollY") - before) < 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_typed_is_kept_and_the_page_says_that_there_is_news(
    transactional_db, live_server, language
):
    event = make_event(games=1, slug="cup")
    round_ = published_round(event)
    with browser_of(None, live_server, language) as page:
        page.goto("/events/cup/")
        # A field as any page may have one; it is not sent before it is ready.
        page.evaluate(
            "document.querySelector('#round').insertAdjacentHTML("
            "'beforeend', '<label>x <input id=\"typed\"></label>')"
        )
        page.locator("#typed").fill("half a word")
        decide(slot_at(round_))
        expect(page.locator("#live-news")).to_be_visible()
        expect(page.locator("#typed")).to_have_value("half a word")
        page.locator("#typed").fill("")
        page.locator("#typed").blur()
        expect(page.locator("#live-news")).to_be_hidden()
        expect(page.locator("#typed")).to_have_count(0)


def test_a_page_without_a_connection_says_so_and_recovers(cup, live_server):
    event, round_ = cup
    with browser_of(None, live_server, "en") as page:
        page.goto("/events/cup/")
        table = page.locator("#standings table")
        before = table.inner_text()
        page.route("**/events/cup/", lambda route: route.abort())
        expect(page.locator("#live-lost")).to_be_visible()
        assert faults(page) == []
        play(event, round_, [2])
        page.unroute("**/events/cup/")
        expect(table).not_to_have_text(before, use_inner_text=True)
        expect(page.locator("#live-lost")).to_be_hidden()


def test_an_event_that_is_hidden_leaves_the_pages_that_are_open(cup, live_server):
    event, _round = cup
    with browser_of(make_user("guest"), live_server, "en") as page:
        page.goto("/events/cup/")
        event.visibility = "private"
        event.save()
        expect(page.locator("#round")).to_have_count(0)


@pytest.mark.usefixtures("cup")
def test_without_a_script_the_page_stands_still_and_works(live_server):
    with browser_of(None, live_server, "en", javascript=False) as page:
        page.goto(url_of("event-standings", "cup"))
        page.locator("summary[aria-controls='why-2']").click()
        expect(page.locator("#why-2")).to_be_visible()
