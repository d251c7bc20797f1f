"""The desk in a real browser, by the keyboard: from pairing a round to closing it.

Skipped where there is no chromium. Every page on the way is looked at by axe, narrow and wide,
in English and in Hebrew.
"""

import pytest

from tests.browsing import browser_of, expect, faults, in_a_browser
from tests.builders import make_event, make_user
from tournaments.models import Result, Round

pytestmark = in_a_browser


def look(page):
    assert faults(page) == []


def press(page, do):
    """The button of the form that says what it does, by the keyboard."""
    with page.expect_navigation():
        page.locator(f'form:has(input[name="do"][value="{do}"]) button').first.focus()
        page.keyboard.press("Enter")


def type_line(page, line):
    assert page.evaluate("document.activeElement.name") == "line", "the field has the focus"
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    expect(page.locator("#slip-queue li").first).to_contain_text(line)
    expect(page.locator('#slip-queue [data-state="waiting"]')).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_round_by_keyboard_from_pairing_to_closing(live_server, language):
    boss = make_user("boss")
    event = make_event(organiser=boss, slug="cup", games=1, stages=[{"system": "swiss"}])
    with browser_of(boss, live_server, language) as page:
        page.goto("/manage/cup/rounds/")
        assert page.locator("html").get_attribute("dir") == ("rtl" if language == "he" else None)
        look(page)
        press(page, "pair")
        look(page)
        swap(page, event)
        look(page)
        assert page.evaluate("document.activeElement.form.elements.do.value") == "publish"
        with page.expect_navigation():
            page.keyboard.press("Enter")
        look(page)
        page.goto("/manage/cup/results/")
        look(page)
        type_line(page, "1r")
        type_line(page, "9r")
        expect(page.locator('#slip-queue [data-state="refused"]')).to_have_count(1)
        page.locator("#line").fill("")
        type_line(page, "2d")
        with page.expect_navigation():
            page.locator('button[value="close-pair"]').press("Enter")
        look(page)
        with page.expect_navigation():
            page.locator('input[value="discard"] ~ p button').press("Enter")
        page.goto("/manage/cup/rounds/1/")
        look(page)
        look_at_a_game(page)
        for address in ("stages", "late"):
            page.goto(f"/manage/cup/{address}/")
            look(page)
    assert Round.objects.get().state == "closed"
    assert sorted(Result.objects.values_list("outcome", flat=True)) == ["1/2-1/2", "R-0"]


def swap(page, event):
    """Two numbers and Enter show what would come of it; Enter again keeps it."""
    page.locator("#try-line").focus()
    first = Round.objects.get().pairings.get(table=1).seats.get(order=1).entry.number
    other = Round.objects.get().pairings.get(table=2).seats.get(order=1).entry.number
    page.keyboard.type(f"{first} {other}")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    look(page)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    seated = Round.objects.get().pairings.get(table=1).seats.get(order=1).entry.number
    assert seated == other


def look_at_a_game(page):
    """A game that counts, and what its correction would change."""
    page.locator("a.tap[href*='/manage/cup/games/']").first.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    for details in page.locator("details").all():
        details.evaluate("each => each.open = true")
    look(page)
    page.locator('input[name="end"][value="2R"]').first.check()
    press(page, "enter")
    look(page)
