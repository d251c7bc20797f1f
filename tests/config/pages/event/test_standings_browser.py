"""The standings on a phone: the rounds are there, and the page is as wide as the screen."""

import pytest

from tests.browsing import PHONE, browser_of, faults, in_a_browser
from tests.builders import finish_round, make_event, published_round
from tournaments.recompute import refresh_standings

pytestmark = in_a_browser
ROUNDS = 3


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_rounds_scroll_beside_the_names(transactional_db, live_server, language):
    event = make_event(slug="cup", games=1, entries=6, stages=[{"system": "swiss"}])
    for _round in range(ROUNDS):
        finish_round(published_round(event))
    refresh_standings(event.pk)
    with browser_of(None, live_server, language, width=PHONE) as page:
        page.goto("/events/cup/standings/")
        row = page.locator("table.standings tbody tr").first
        assert row.locator("strong:visible").count() >= ROUNDS
        name, last = row.locator("th"), row.locator("td:visible").last
        last.scroll_into_view_if_needed()
        shown = (name.bounding_box(), last.bounding_box())
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= PHONE for box in shown)
        assert faults(page, (PHONE,)) == []
