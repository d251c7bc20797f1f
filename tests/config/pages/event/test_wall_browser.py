"""The wall in a real browser: sheets that turn, results that come, a clock that counts."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.browsing import browser_of, expect, faults, in_a_browser
from tests.builders import decide, make_event, published_round, slot_at
from tournaments.actor import SYSTEM
from tournaments.services.rounds import deadlines

pytestmark = in_a_browser
SCREENS = (1280, 1920)


@pytest.fixture
def hall(transactional_db):
    event = make_event(games=1, entries=20, slug="hall", stages=[{"system": "swiss"}])
    round_ = published_round(event)
    closes = timezone.now() + timedelta(hours=1)
    deadlines.set_round_times(
        actor=SYSTEM, event_id=event.pk, number=1, opens_at=round_.opens_at, closes_at=closes
    )
    return round_


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_sheets_turn_by_themselves_and_come_round(hall, live_server, language):
    with browser_of(None, live_server, language) as page:
        page.goto("/events/hall/wall/?show=pairings&every=1")
        first = page.locator(".pairs .table").first
        expect(first).to_contain_text("9")
        expect(first).to_contain_text("1")
        assert page.url.endswith("every=1")


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_wall_has_no_fault_and_fits_its_screen(hall, live_server, language):
    with browser_of(None, live_server, language) as page:
        for query in ("every=0", "every=0&by=name", "every=0&show=standings"):
            page.goto(f"/events/hall/wall/?{query}")
            assert faults(page, (360, *SCREENS)) == []
            for width in SCREENS:
                page.set_viewport_size({"width": width, "height": width * 9 // 16})
                assert page.locator(".wall").evaluate("e => e.getBoundingClientRect().bottom") <= (
                    width * 9 // 16 + 1
                ), (query, width)


def test_a_result_comes_onto_the_wall_and_the_clock_counts(hall, live_server):
    with browser_of(None, live_server, "en") as page:
        page.goto("/events/hall/wall/?every=0")
        expect(page.locator(".clock")).to_have_text(re.compile(r"^(59:\d\d|1:00:\d\d)$"))
        shown = page.locator(".clock").text_content()
        expect(page.locator(".clock")).not_to_have_text(shown)
        state = page.locator(".pairs > li").first.locator(".state")
        expect(state).to_have_text("playing")
        decide(slot_at(hall))
        expect(state).to_have_text(re.compile(r"^\s*(1–0|0–1)\s*$"))


def test_a_round_whose_time_is_over_says_so(hall, live_server):
    now = timezone.now()
    deadlines.set_round_times(
        actor=SYSTEM, event_id=hall.event_id, number=1,
        opens_at=now - timedelta(hours=2), closes_at=now - timedelta(minutes=1),
    )  # fmt: skip
    with browser_of(None, live_server, "en") as page:
        page.goto("/events/hall/wall/")
        expect(page.get_by_text("The time of this round is over.")).to_be_visible()
        expect(page.locator(".clock")).to_be_hidden()


def test_without_a_script_the_wall_turns_by_refreshing(hall, live_server):
    with browser_of(None, live_server, "en", javascript=False) as page:
        page.goto("/events/hall/wall/?show=pairings&every=2")
        page.wait_for_url("**page=2*")
        expect(page.locator(".pairs .table").first).to_contain_text("9")
        expect(page.locator(".until")).to_be_visible()
        expect(page.locator(".clock")).to_be_hidden()


def test_the_bar_chooses_what_is_shown(hall, live_server):
    with browser_of(None, live_server, "en") as page:
        page.goto("/events/hall/wall/?every=0")
        bar = page.locator(".wall-bar")
        expect(bar.get_by_role("button", name="Show")).to_be_hidden()
        bar.locator("summary").click()
        bar.locator("select").select_option("name")
        with page.expect_navigation():
            bar.get_by_role("button", name="Show").click()
        expect(page.locator(".wall-names")).to_be_visible()
