"""Names typed faster than the server answers, and chosen by the keyboard."""

import pytest

from tests.browsing import browser_of, expect, faults, in_a_browser
from tests.builders import make_event, make_player, make_user
from tournaments.models import Entry

pytestmark = in_a_browser

KEY_DELAY = 40  # milliseconds from key to key
LATENCY = 500  # milliseconds until the server has answered


@pytest.fixture
def boss():
    return make_user("boss")


def entered(event):
    entries = Entry.objects.filter(event=event).order_by("pk")
    return list(entries.values_list("player__name", flat=True))


def test_players_are_added_by_the_keyboard_without_waiting(live_server, boss):
    event = make_event(organiser=boss, slug="cup", state="registration", entries=0)
    make_player("Hana Dvořáková", account=False)
    make_player("Hana Svobodová", account=False)
    make_player("Jürgen Groß", account=False)
    with browser_of(boss, live_server, "en") as page:
        page.goto("/manage/cup/players/")
        field = page.locator("#name")
        field.focus()
        page.keyboard.type("hana d")
        expect(page.get_by_role("option")).to_have_count(1)
        assert faults(page) == []
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator("#players-list")).to_contain_text("Hana Dvořáková")
        expect(field).to_be_focused()
        page.context.new_cdp_session(page).send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": LATENCY,
                "downloadThroughput": -1,
                "uploadThroughput": -1,
            },
        )
        page.keyboard.type("Noa\nOmer\nJuergen Gross\nPia", delay=KEY_DELAY)
        expect(page.locator("#add-log .mark.refused")).to_have_count(1)
        expect(field).to_have_value("Pia")
        page.keyboard.press("Enter")
        expect(page.locator("#players-list")).to_contain_text("Pia")
        page.get_by_role("button", name="Change").click()
        expect(field).to_have_value("Juergen Gross")
        page.get_by_label("Who it is").select_option(index=1)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("#players-list")).to_contain_text("Jürgen Groß")
    assert entered(event) == ["Hana Dvořáková", "Noa", "Omer", "Pia", "Jürgen Groß"]
