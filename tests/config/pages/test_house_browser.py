"""House rules in a real browser: the options of a new event without a script, and the paper."""

import re

import pytest

from tests.browsing import PHONE, browser_of, faults, in_a_browser
from tests.builders import make_event, make_user, published_round
from tournaments.models import Event
from tournaments.services.events.settings import validate_ruleset

pytestmark = in_a_browser
LONG = "The open championship of the whole valley and of the hills around it"


@pytest.mark.parametrize("language", ["en", "he"])
def test_options_are_opened_and_chosen_without_a_script(live_server, language):
    boss = make_user("boss")
    with browser_of(boss, live_server, language, width=PHONE, javascript=False) as page:
        page.goto("/manage/new/")
        assert not page.locator("#o-tak-name").is_visible()
        page.fill("#name", "Nine")
        page.select_option("#size", "9")
        page.locator("details.options > summary").first.click()
        page.locator("details.options > details > summary").first.click()
        page.fill("#o-tak-stones", "60")
        with page.expect_navigation():
            page.click("button[value=review]")
        assert page.locator("[role=alert]").count() == 1
        assert page.locator("#o-tak-stones").input_value() == "60"
        page.fill("#o-tak-capstones", "2")
        with page.expect_navigation():
            page.click("button[value=review]")
        with page.expect_navigation():
            page.click("button[value=create]")
    assert Event.objects.get().ruleset == validate_ruleset(
        "tak", {"size": 9, "stones": 60, "capstones": 2}
    )


def test_nothing_is_wrong_with_the_open_form(live_server):
    boss = make_user("boss")
    with browser_of(boss, live_server, "en") as page:
        page.goto("/manage/new/")
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert faults(page) == []


@pytest.mark.parametrize("language", ["en", "he", "ja"])
def test_slips_and_sheets_with_customs_fill_no_more_paper(live_server, language):
    boss = make_user("boss")
    event = make_event(organiser=boss, slug="cup", games=2, entries=6)
    rules = validate_ruleset("tak", {"name": "noble", "first_colour": "black"})
    Event.objects.filter(pk=event.pk).update(ruleset=rules, name=LONG)
    event.refresh_from_db()
    published_round(event, organiser=boss)
    with browser_of(boss, live_server, language) as page:
        for paper in ("a4", "letter"):
            for what, pages in (("slips", 1), ("sheets", 6)):
                page.goto(f"/manage/cup/print/rounds/1/{what}/?paper={paper}&language={language}")
                pdf = page.pdf(prefer_css_page_size=True)
                assert len(re.findall(rb"/Type /Page\b(?!s)", pdf)) == pages, (paper, what)


def test_hebrew_headings_have_their_own_letters_and_english_pages_do_not_load_them(live_server):
    for language, loaded in (("he", True), ("en", False)):
        with browser_of(None, live_server, language) as page:
            page.goto("/rules/tak/")
            page.evaluate("document.fonts.ready.then(() => 0)")
            faces = page.evaluate("[...document.fonts].map(face => face.status)")
            assert ("loaded" in faces) is loaded
