"""Boxes of the pages, measured: nothing is cut off, broken inside a word or laid over another."""

import pytest

from ratings.recompute import refresh_series
from tests.browsing import LANGUAGES, PHONE, TABLET, WIDTHS, browser_of, in_a_browser
from tests.builders import (
    drafted_round,
    finish_round,
    make_club,
    make_event,
    make_user,
    published_round,
    slot_at,
)
from tournaments.actor import SYSTEM
from tournaments.recompute import refresh_standings
from tournaments.services.events import seasons
from tournaments.services.people.naming import rename_player

pytestmark = in_a_browser

OVERLAPS = """list => {
  const boxes = [...list.children].map(e => e.getBoundingClientRect());
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)).length
}"""
LINES = """box => {
  const range = document.createRange();
  range.selectNode([...box.childNodes].findLast(n => n.nodeName === "#text" && n.data.trim()));
  return range.getClientRects().length
}"""
LONG = ("Bruno Achterberg", "Hana Dvořáková", "Alexandra Solberg")
BROKEN = "names => names.filter(e => e.getClientRects().length > 1).map(e => e.textContent)"
CUT = "boxes => boxes.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"


@pytest.mark.parametrize("width", [*WIDTHS, TABLET])
def test_no_player_of_a_drafted_table_lies_over_another(transactional_db, live_server, width):
    boss = make_user("boss")
    event = make_event(
        slug="cup", game="taki", entries=4, organiser=boss, stages=[{"system": "tables"}]
    )
    drafted_round(event)
    with browser_of(boss, live_server, "en", width=width) as page:
        page.goto("/manage/cup/rounds/1/draft/")
        table = page.locator(".drag").first
        assert table.locator("bdi").count() == 4
        assert table.evaluate(OVERLAPS) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_whole_words_and_names(transactional_db, live_server, language):
    boss = make_user("boss")
    event = make_event(slug="cup", entries=4, organiser=boss, games=1)
    for entry, name in zip(event.entries.all(), LONG, strict=False):
        rename_player(actor=SYSTEM, player_id=entry.player_id, name=name)
    finish_round(published_round(event))
    published = published_round(event)
    refresh_standings(event.pk)
    with browser_of(boss, live_server, language, width=PHONE) as page:
        page.goto("/events/cup/crosstable/")
        assert (
            "·" not in page.locator(".event-head .dotted").inner_text()
        )  # drawn between, by styles
        assert page.locator(".cross tbody th *").evaluate_all(CUT) == []
        page.goto(f"/manage/cup/games/{slot_at(published, 1).pairing_id}/1/")
        assert page.locator("h2 bdi").evaluate_all(BROKEN) == []
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        ends = page.locator(".choices label").all()
        assert len(ends) > 4
        assert [end.evaluate(LINES) for end in ends] == [1] * len(ends)


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_season_shows_the_sum_first_and_its_headers_over_the_numbers(
    transactional_db, live_server, language
):
    club = make_club("club")
    series = seasons.create_series(actor=SYSTEM, club_id=club.pk, slug="season", name="Season")
    for number in range(3):
        event = make_event(slug=f"evening-{number}", club_id=club.pk)
        seasons.set_event_series(actor=SYSTEM, event_id=event.pk, series_id=series.pk)
        finish_round(published_round(event))
        refresh_standings(event.pk)
    refresh_series(series.pk)
    with browser_of(None, live_server, language, width=PHONE) as page:
        page.goto("/series/season/")
        total = page.locator("tbody td strong").first.bounding_box()
        assert total["x"] >= 0
        assert total["x"] + total["width"] <= PHONE
        # Place, player and sum come before the events.
        header, number = page.locator("th.n bdi").last, page.locator("td:nth-child(6) .num").first
        boxes = header.bounding_box(), number.bounding_box()
        ends = [box["x"] + (0 if language == "he" else box["width"]) for box in boxes]
        assert abs(ends[0] - ends[1]) < 3
