"""The admin in a real browser: on a phone and on a laptop, in light and in dark colours."""

from typing import Any

import pytest

from tests.browsing import LAPTOP, PHONE, browser_of, in_a_browser, violations
from tests.builders import decide, make_event, published_round, slot_at
from tournaments.models import User

pytestmark = in_a_browser
TABLES = "/admin/tournaments/"
RULES = ["wcag2a", "wcag2aa", "wcag21aa"]


@pytest.fixture
def director() -> User:
    round_ = published_round(make_event(slug="cup", games=1))
    decide(slot_at(round_), "R-0")
    make_event(slug="next", state="draft")
    return User.objects.create_superuser("director", password="x")


def addresses() -> list[str]:
    event = make_event(slug="third", state="registration")
    pages = ("player/", "event/", "gameslot/", "journalline/", "event/add/")
    return ["/admin/", *(TABLES + page for page in pages), f"{TABLES}event/{event.pk}/change/"]


def problems(page: Any) -> list[Any]:
    """What axe finds, and whether the page scrolls sideways."""
    found = [(page.url, *each) for each in violations(page, RULES)]
    width = page.viewport_size["width"]
    if page.evaluate("document.documentElement.scrollWidth") > width:
        found.append((page.url, "scrolls sideways", width))
    return found


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize(("language", "width"), [("en", LAPTOP), ("he", PHONE), ("ja", PHONE)])
def test_nothing_is_wrong_with_its_pages(live_server, director, language, width, colours):
    missing: list[str] = []
    options = {"width": width, "color_scheme": colours}
    with browser_of(director, live_server, language, **options) as page:
        page.on("response", lambda r: missing.append(r.url) if r.status >= 400 else None)
        for address in addresses():
            page.goto(address)
            assert problems(page) == []
    assert missing == []


def test_on_a_phone_the_cells_of_a_list_say_what_they_are(live_server, director):
    with browser_of(director, live_server, "en", width=PHONE) as page:
        page.goto(f"{TABLES}gameslot/")
        row = page.locator("#result_list tbody tr", has_text="R-0")
        labels = row.locator("td:visible").evaluate_all("cells => cells.map(c => c.dataset.label)")
        assert {"Event", "Round", "State", "Result"} <= set(labels)
        assert "Due" not in labels  # it has none
        widths = row.locator("td:visible").evaluate_all(
            "cells => cells.map(c => c.getBoundingClientRect().right)"
        )
        assert max(widths) <= PHONE
