"""The desk in a real browser, before the first round: an event planned in six presses, checked in
and started by the keyboard; axe looks at each page, narrow and wide, in English and in Hebrew.
"""

import pytest

from tests.browsing import browser_of, faults, in_a_browser
from tests.builders import make_event, make_user
from tournaments.models import Event

pytestmark = in_a_browser


@pytest.mark.parametrize("language", ["en", "he"])
def test_an_event_is_planned_checked_in_and_started(live_server, language):
    boss = make_user("boss")
    make_event(organiser=boss, slug="cup", state="draft")
    found = []
    with browser_of(boss, live_server, language) as page:
        page.goto("/manage/new/")
        found += faults(page)
        page.fill("#name", "Lantern Cup")
        page.fill("#starts_on", "2026-05-01")
        page.select_option("#preset", "round-robin")
        page.fill("#names", "Ada\nBo\nנועה\n森 健司")
        page.focus("#name")
        with page.expect_navigation():
            page.keyboard.press("Enter")  # look it over
        found += faults(page)
        with page.expect_navigation():
            page.click("button[value=create]")
        found += faults(page)
        event = Event.objects.get(slug="lantern-cup")
        assert page.url.partition("#")[0].endswith("/manage/lantern-cup/")
        assert event.entries.count() == 4
        page.goto("/manage/lantern-cup/checkin/")
        page.focus("button.check")
        with page.expect_navigation(url="**/checkin/#e*"):
            page.keyboard.press("Enter")
        assert page.locator("button.check[aria-pressed=true]").count() == 1
        found += faults(page)
        entry = event.entries.order_by("pk")[0]
        for address in (
            "", "players/", f"players/{entry.pk}/", "apart/", "points/", "settings/", "journal/",
        ):  # fmt: skip
            page.goto(f"/manage/lantern-cup/{address}")
            found += faults(page)
        page.goto("/manage/")
        found += faults(page)
        page.goto("/manage/lantern-cup/")
        page.focus("button[value=start]")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        page.wait_for_selector("button[name=include_absent]")  # three are not checked in
        found += faults(page)
        page.focus("button[name=include_absent]")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        page.wait_for_selector("button[value=pair]")
        found += faults(page)
        page.goto(f"/manage/lantern-cup/players/{entry.pk}/")
        found += faults(page)
    event.refresh_from_db()
    assert event.state == "running"
    assert found == []


@pytest.mark.parametrize(
    ("language", "preset", "system"),
    [
        ("en", "taki-tables", "tables"),
        ("he", "gamnon-tables", "tables"),
        ("en", "evening", "swiss"),
    ],
)
def test_six_acts_from_a_name_to_a_published_event(live_server, language, preset, system):
    boss = make_user("boss")
    with browser_of(boss, live_server, language) as page:
        page.goto("/manage/new/")
        page.fill("#name", "Lantern Night")
        page.fill("#starts_on", "2026-05-01")
        page.select_option("#preset", preset)
        page.fill("#names", "Ada\nBo\nCleo\nDag\nEli\nFay")
        with page.expect_navigation():
            page.click("button[value=review]")
        assert faults(page) == []
        with page.expect_navigation():
            page.keyboard.press("Enter")  # the way on has the focus
    event = Event.objects.get(slug="lantern-night")
    assert (event.state, event.entries.count()) == ("registration", 6)
    assert event.stages.get().system == system
