"""Two phones at one table in a real browser: report, confirm, dispute, and the next round.

Skipped where there is no chromium. Each step is looked at by axe, narrow and wide, in English and
in Hebrew.
"""

from contextlib import contextmanager

import pytest

from games.models import Game
from tests.browsing import PATIENCE, PHONE, browser_of, expect, faults, in_a_browser
from tests.builders import acting, decide, slot_at
from tests.flows.records import FIRST_BY_ROAD
from tests.room import Room
from tournaments.models import Absence, GameSlot
from tournaments.services.rounds import pairing_jobs, rounds

pytestmark = in_a_browser
SWISS = [{"system": "swiss", "options": {"rounds": 3}}]
FAULT = "1. e5 a1\n2. b1 a3\n3. 2b1+ c3\n"
both_ways = pytest.mark.parametrize("language", ["en", "he"])
CONFIRM, SEND, CHECK = 'button[value="confirm"]', 'button[value="send"]', 'button[value="check"]'


@contextmanager
def phone(live_server, language, code, **about):
    """The page of a link on a phone."""
    with browser_of(None, live_server, language, width=PHONE, **about) as page:
        page.goto(f"/e/{code}/")
        assert page.locator("html").get_attribute("dir") == ("rtl" if language == "he" else None)
        yield page


@contextmanager
def beside(page, code, **about):
    """The page of another link on a phone of its own, in the same language."""
    cookies = [each for each in page.context.cookies() if each["name"] == "django_language"]
    context = page.context.browser.new_context(viewport={"width": PHONE, "height": 800}, **about)
    try:
        context.set_default_timeout(PATIENCE)
        context.add_cookies(cookies)
        other = context.new_page()
        other.goto(page.url.split("/e/")[0] + f"/e/{code}/")
        yield other
    finally:
        context.close()


def look(page):
    assert faults(page) == []
    page.set_viewport_size({"width": PHONE, "height": 800})


def tap(page, selector):
    """Tap what sends a form, and wait for the page that comes."""
    with page.expect_navigation():
        page.locator(selector).first.click()


def unfold(page, id_begins):
    page.locator(f'details[id^="{id_begins}"]:not([open]) > summary').first.click()


def appears(page, selector):
    expect(page.locator(selector).first).to_be_visible(timeout=PATIENCE)


def next_round(room):
    """The other table ends, the organiser closes the round, pairs the next and publishes it."""
    boss, event = acting(room.boss), room.event.pk
    decide(slot_at(room.round, table=2))
    rounds.close_round(actor=boss, event_id=event, number=1)
    pairing_jobs.pair_round(actor=boss, event_id=event)
    return rounds.publish_round(actor=boss, event_id=event, number=2)


@both_ways
def test_a_result_in_two_taps_confirmed_in_one_then_the_next_round(live_server, language):
    room = Room(stages=SWISS)
    first, second = room.seats()
    with phone(live_server, language, first) as mine, beside(mine, second) as theirs:
        look(mine)
        mine.locator('label:has(input[value="R-0"])').click()
        tap(mine, SEND)
        appears(mine, ".note")
        look(mine)
        appears(theirs, CONFIRM)  # by itself
        assert theirs.locator(".btn.main").count() == 1
        look(theirs)
        tap(theirs, CONFIRM)
        appears(theirs, ".empty")
        look(theirs)
        appears(mine, ".empty")  # by itself
        assert GameSlot.objects.get(pk=slot_at(room.round).pk).state == "decided"
        assert mine.locator(".place-card").count() == 0
        next_round(room)
        for page in (mine, theirs):
            appears(page, ".place-card")  # by itself
            look(page)


@both_ways
def test_a_record_with_a_fault_is_shown_on_the_board_then_corrected(live_server, language):
    room = Room()
    first, second = room.seats()
    with phone(live_server, language, first) as page:
        unfold(page, "proof-")
        page.locator("input[type=file]").set_input_files(
            {"name": "game.ptn", "mimeType": "text/plain", "buffer": FAULT.encode()}
        )
        tap(page, CHECK)
        appears(page, ".verdict.refused .b-fault")
        assert page.locator(".verdict mark").inner_text() == "2b1+"
        assert page.locator("textarea").input_value() == FAULT
        look(page)
        page.locator("textarea").fill(FIRST_BY_ROAD)
        tap(page, CHECK)
        appears(page, ".verdict.proved .b-frame")
        assert not Game.objects.exists()
        look(page)
        tap(page, SEND)
        appears(page, ".note")
        assert (Game.objects.get().verdict or {})["proven"]
        with beside(page, second) as theirs:
            appears(theirs, ".verdict.proved .b-frame")
            look(theirs)


@both_ways
def test_what_is_not_so_is_said_in_a_word(live_server, language):
    room = Room()
    first, second = room.seats()
    with phone(live_server, language, first) as mine, beside(mine, second) as theirs:
        mine.locator('label:has(input[value="F-0"])').click()
        tap(mine, SEND)
        appears(theirs, CONFIRM)
        unfold(theirs, "no-")
        look(theirs)
        theirs.locator('input[name="text"]').fill("It was a draw.")
        tap(theirs, 'button[value="dispute"]')
        appears(theirs, ".note")
        look(theirs)
        expect(mine.locator('details[id^="again-"]')).to_be_visible(timeout=PATIENCE)
    assert Game.objects.get().state == "disputed"


@both_ways
def test_a_bye_is_asked_for_and_taken_back_and_then_the_player_leaves(live_server, language):
    room = Room(stages=SWISS)
    code = room.seats()[0]
    with phone(live_server, language, code) as page:
        unfold(page, "bye")
        page.locator("#bye-round").select_option("3")
        look(page)
        tap(page, 'button[value="bye"]')
        appears(page, 'button[value="no_bye"]')
        look(page)
        assert Absence.objects.get().from_round == 3
        tap(page, 'button[value="no_bye"]')
        unfold(page, "withdraw")
        look(page)
        tap(page, 'button[value="withdraw"]')
        appears(page, ".note")
        assert page.locator("#withdraw").count() == 0
        look(page)
    assert Absence.objects.filter(kind="withdrawn", cancelled_at=None).count() == 1


def test_places_are_tapped_in_the_order_in_which_the_players_came_in(live_server):
    room = Room(game="taki", entries=3, stages=[{"system": "tables", "options": {"rounds": 2}}])
    code = next(iter(room.codes.values()))
    with phone(live_server, "en", code) as page:
        names = page.locator(".place button")
        look(page)
        for index in (2, 0, 1):
            names.nth(index).click()
        assert values(page) == ["2", "3", "1"]
        names.nth(2).click()  # taken back: the others move up
        assert values(page) == ["1", "2", ""]
        names.nth(2).click()
        tap(page, SEND)
        appears(page, ".note")
    assert Game.objects.get().claim == {"places": [1.0, 2.0, 3.0]}


def values(page):
    return [field.input_value() for field in page.locator(".place input").all()]


def test_what_is_typed_is_kept_while_news_come(live_server):
    room = Room()
    first, second = room.seats()
    with phone(live_server, "en", first) as mine, beside(mine, second) as theirs:
        unfold(theirs, "proof-")
        theirs.locator("textarea").fill("1. e5 a1")
        mine.locator('label:has(input[value="R-0"])').click()
        tap(mine, SEND)
        appears(theirs, "#live-news")
        assert theirs.locator("textarea").input_value() == "1. e5 a1"
        with theirs.expect_navigation():
            theirs.locator("#live-news a").click()
        appears(theirs, CONFIRM)


@both_ways
def test_without_a_script_it_works_too(live_server, language):
    room = Room()
    first, second = room.seats()
    still = {"java_script_enabled": False}
    with phone(live_server, language, first, javascript=False) as mine:
        mine.locator('label:has(input[value="0-R"])').click()
        tap(mine, SEND)
        appears(mine, ".note")
        with beside(mine, second, **still) as theirs:
            appears(theirs, CONFIRM)
            tap(theirs, CONFIRM)
            appears(theirs, ".empty")
        mine.reload()
        appears(mine, ".empty")
    assert Game.objects.get().state == "confirmed"
