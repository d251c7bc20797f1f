"""The settings in sections: each is saved by itself, and tie-breaks are picked by name."""

import re

import pytest

from config.pages.desk.setup.setting_fields import COMMON, sections
from config.pages.desk.setup.tiebreak_order import arrange
from config.pages.desk.setup.tiebreak_words import EXPLANATIONS
from tests.browsing import PHONE, browser_of, expect, faults, in_a_browser
from tests.builders import decide_round, make_event, published_round
from tests.clients import signed_in, text_of, url_of
from tournaments.standings.tiebreaks.registry import MESSAGES, TIEBREAKS

SETTINGS = url_of("manage-settings", "cup")


@pytest.mark.parametrize(
    ("before", "places", "after"),
    [
        (["A", "B", "C"], {"A": 1, "B": 2, "C": 3}, ["A", "B", "C"]),
        (["A", "B", "C"], {"A": 1, "B": 2, "C": 1}, ["C", "A", "B"]),  # C moved up
        (["A", "B", "C"], {"A": 3, "B": 2, "C": 3}, ["B", "C", "A"]),  # A moved down
        (["A", "B"], {"A": 1, "B": 2, "N": 2}, ["A", "N", "B"]),  # N is new
        (["A", "B"], {"A": None, "B": 2}, ["B"]),
        ([], {"A": None, "B": None}, []),
    ],
)
def test_each_tie_break_ends_where_it_was_put(before, places, after):
    assert arrange(before, places) == after


def test_every_tie_break_has_a_name_and_a_line_about_it():
    assert set(EXPLANATIONS) == set(MESSAGES) == set(TIEBREAKS)


@pytest.mark.parametrize("game", ["tak", "taki", "gamnon"])
@pytest.mark.django_db
def test_each_setting_is_in_one_section_and_the_common_ten_come_first(game):
    found = sections(make_event(game=game, games=1, state="draft"))
    names = [name for section in found for name in section.fields]
    assert found[0].fields.keys() == set(COMMON)
    assert len(COMMON) == 10
    assert len(names) == len(set(names))
    assert len({section.key for section in found}) == len(found)


@pytest.mark.django_db
def test_a_section_saves_itself_and_nothing_of_the_others(boss):
    event = make_event(
        organiser=boss,
        slug="cup",
        state="registration",
        registration={"approval": True, "limit": 9},
    )
    sent = {
        "section": "common",
        "settings_version": "0",
        "name": "Later",
        "registration-limit": "7",
    }
    saved = signed_in(boss).post(SETTINGS, sent | {"registration-limit": "7", "entry_fee": "x"})
    assert saved["Location"] == f"{SETTINGS}?open=common"
    event.refresh_from_db()
    registration = event.registration
    assert (event.name, registration["limit"], registration["approval"]) == ("Later", 7, True)
    assert event.entry_fee == ""


@pytest.mark.django_db
def test_a_refused_section_is_open_with_what_was_typed(boss):
    make_event(organiser=boss, slug="cup", state="registration")
    sent = {"section": "registration", "settings_version": "0", "registration-rating_min": "many"}
    refused = signed_in(boss).post(SETTINGS, sent)
    page = text_of(refused, 422)
    assert 'value="many"' in page
    opened = re.findall(r'<details class="leaf settings" id="(\w+)" open>', page)
    assert opened == ["common", "stage1", "registration"]


@pytest.mark.django_db
def test_tie_breaks_are_moved_by_their_places(boss):
    event = make_event(
        organiser=boss, slug="cup", state="draft", match={"tiebreaks": ["BH", "SB", "WIN"]}
    )
    place = "match-tiebreaks-place-"
    sent = {"section": "ranking", "settings_version": "0", "match-tiebreaks-before": "BH,SB,WIN"}
    chosen = {f"{place}BH": "1", f"{place}SB": "2", f"{place}WIN": "1"}
    assert signed_in(boss).post(SETTINGS, sent | chosen).status_code == 302
    event.refresh_from_db()
    assert event.match["tiebreaks"] == ["WIN", "BH", "SB"]


@pytest.mark.django_db
def test_what_ranks_asks_for_a_reason_once_rounds_were_published(boss):
    event = make_event(organiser=boss, slug="cup")
    decide_round(published_round(event))
    event.refresh_from_db()
    client = signed_in(boss)
    sent = {
        "section": "ranking",
        "settings_version": str(event.settings_version),
        "match-tiebreaks-before": "",
        "match-tiebreaks-place-SB": "1",
    }
    assert client.post(SETTINGS, sent).status_code == 422
    assert client.post(SETTINGS, sent | {"reason": "as announced"}).status_code == 302
    event.refresh_from_db()
    assert event.match["tiebreaks"] == ["SB"]


class TestInABrowser:
    pytestmark = in_a_browser

    def test_a_change_is_saved_without_a_press(self, live_server, boss):
        event = make_event(organiser=boss, slug="cup", state="registration")
        with browser_of(boss, live_server, "he", width=PHONE) as page:
            page.goto(SETTINGS)
            section, ranking = page.locator("#common"), page.locator("#ranking")
            section.locator("[name=venue]").fill("Lantern")
            section.locator("[name=name]").fill("Later")  # leaving a field is a change
            section.locator("[name=name]").press("Enter")
            expect(section.locator("[data-saved]")).not_to_be_empty()
            ranking.locator("summary").first.click()
            ranking.locator("[name=match-tiebreaks-place-WIN]").select_option("1")
            expect(ranking.locator(".tiebreaks li select").first).to_have_attribute(
                "name", "match-tiebreaks-place-WIN"
            )
            section.locator("[name=registration-limit]").fill("lots")
            section.locator("[name=venue]").focus()
            expect(section.locator(".error")).to_be_visible()
            found = faults(page)
        event.refresh_from_db()
        assert (event.name, event.venue) == ("Later", "Lantern")
        assert event.match["tiebreaks"] == ["WIN", "BPR", "GP"]
        assert found == []
