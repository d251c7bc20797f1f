"""The desk in a real browser while a round is played: slips of four keys, what Enter will save,
Undo by button and by key, two presses to a published round and to a withdrawal.
"""

import pytest

from tests.browsing import browser_of, expect, faults, in_a_browser
from tests.builders import acting, entry_of, make_event, published_round
from tournaments.models import Absence, Result, Round
from tournaments.services.rounds import pairing_jobs, rounds

pytestmark = in_a_browser

LANGUAGES = ("en", "he")
SWISS = [{"system": "swiss"}]


def keys(page, typed):
    """Each key by itself; the field has the focus before the first and again after the last."""
    expect(page.locator("#line")).to_be_focused()
    for key in typed:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator("#line")).to_be_focused()
    expect(page.locator("#line")).to_have_value("")
    expect(page.locator('#slip-queue [data-state="saved"]').first).to_be_visible()
    expect(page.locator('#slip-queue [data-state="waiting"]')).to_have_count(0)


def counted():
    return list(
        Result.objects.filter(current=True)
        .order_by("slot__pairing__table", "slot__number")
        .values_list("slot__pairing__table", "outcome")
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_keys_a_slip_and_the_focus_returns(live_server, boss, language):
    event = make_event(organiser=boss, slug="cup", games=1, entries=24, stages=SWISS)
    published_round(event)
    with browser_of(boss, live_server, language) as page:
        page.goto("/manage/cup/results/")
        for slip in ("1r", "2d", "12r", "11d"):
            assert len(slip) + 1 <= 4
            keys(page, slip)
        assert faults(page) == []
    assert [table for table, _outcome in counted()] == [1, 2, 11, 12]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_enter_will_save_is_said_before(live_server, boss, language):
    event = make_event(organiser=boss, slug="cup", games=2, stages=SWISS)
    published_round(event)
    with browser_of(boss, live_server, language) as page:
        page.goto("/manage/cup/results/")
        said = page.locator("#line-said")
        expect(said).to_have_attribute("role", "status")
        page.keyboard.type("1rt")
        expect(said.locator("li")).to_have_count(3)
        expect(said).to_contain_text("Ada")
        expect(said.locator("li").nth(1)).to_contain_text("1")
        assert faults(page) == []
        page.locator("#line").fill("9r")
        expect(said.locator("li")).to_have_count(0)
        expect(said).to_contain_text("9")
        assert counted() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_by_button_by_line_and_by_key(live_server, boss, language):
    event = make_event(organiser=boss, slug="cup", games=1, stages=SWISS)
    published_round(event)
    with browser_of(boss, live_server, language) as page:
        page.goto("/manage/cup/results/")
        keys(page, "1r")
        keys(page, "2d")
        log = page.locator("[data-fresh=entered] ol.log li")
        expect(log).to_have_count(2)
        with page.expect_navigation():
            log.nth(1).locator("button").press("Enter")
        assert [table for table, _outcome in counted()] == [2], "that of table 1, not the last"
        keys(page, "u")
        assert counted() == []
        keys(page, "1r")
        page.goto("/manage/cup/")
        expect(page.locator("#undo-what")).to_contain_text("1")
        assert faults(page) == []
        with page.expect_navigation():
            page.keyboard.press("u")
        assert counted() == []
        expect(page.locator("#undo")).to_have_count(0)


def test_the_key_u_can_be_turned_off_and_types_in_fields(live_server, boss):
    event = make_event(organiser=boss, slug="cup", games=1, stages=SWISS)
    published_round(event)
    with browser_of(boss, live_server, "en") as page:
        page.goto("/manage/cup/results/")
        keys(page, "1r")
        page.keyboard.press("u")
        expect(page.locator("#line")).to_have_value("u")
        page.goto("/manage/cup/")
        page.locator("#key-u").uncheck()
        page.reload()
        expect(page.locator("#key-u")).not_to_be_checked()
        page.locator("h1").click(position={"x": 1, "y": 1}, trial=True)
        page.keyboard.press("u")
        page.locator("#key-u").check()
        with page.expect_navigation():
            page.locator("#undo button").press("Enter")
    assert counted() == []


def test_the_desk_without_a_script(live_server, boss):
    event = make_event(organiser=boss, slug="cup", games=1, stages=SWISS)
    published_round(event)
    with browser_of(boss, live_server, "en", javascript=False) as page:
        page.goto("/manage/cup/results/")
        page.locator("#line").fill("1r")
        with page.expect_navigation():
            page.locator("#line").press("Enter")
        assert len(counted()) == 1
        with page.expect_navigation():
            page.locator("#undo button").press("Enter")
    assert counted() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_presses_to_a_published_round_and_undone_to_where_it_was(live_server, boss, language):
    make_event(organiser=boss, slug="cup", games=1, stages=SWISS)
    with browser_of(boss, live_server, language) as page:
        page.goto("/manage/cup/")
        with page.expect_navigation(url="**/rounds/1/draft/"):
            page.locator("button[value=pair]").press("Enter")
        assert faults(page) == []
        with page.expect_navigation(url="**/results/"):
            page.locator('form:has(input[value="publish"]) button').press("Enter")
        assert Round.objects.get().state == "published"
        page.goto("/manage/cup/")
        for left in ("draft", None):
            with page.expect_navigation():
                page.locator("#undo button").press("Enter")
            row = Round.objects.first()
            assert (row.state if row else None) == left


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_presses_to_a_withdrawal_and_its_undo(live_server, boss, language):
    event = make_event(organiser=boss, slug="cup", games=1, stages=SWISS)
    published_round(event)
    with browser_of(boss, live_server, language) as page:
        page.goto("/manage/cup/players/")
        with page.expect_navigation():
            page.get_by_role("link", name="Cleo").press("Enter")
        assert faults(page) == []
        with page.expect_navigation():
            page.locator("button[value=withdraw]").press("Enter")
        assert Absence.objects.get().entry == entry_of(event, 3)
        page.goto("/manage/cup/")
        expect(page.locator("#undo-what")).to_contain_text("Cleo")
        with page.expect_navigation():
            page.locator("#undo button").press("Enter")
        assert Absence.objects.get().cancelled_at is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_draft_is_swapped_by_two_keys_of_names_and_the_warning_comes_first(
    live_server, boss, language
):
    event = make_event(organiser=boss, slug="cup", games=1, stages=SWISS)
    made = pairing_jobs.pair_round(actor=acting(boss), event_id=event.pk)
    rounds.publish_round(actor=acting(boss), event_id=event.pk, number=made.number)
    with browser_of(boss, live_server, language) as page:
        page.goto("/manage/cup/results/")
        keys(page, "1r")
        keys(page, "2r")
        rounds.close_round(actor=acting(boss), event_id=event.pk, number=1)
        pairing_jobs.pair_round(actor=acting(boss), event_id=event.pk)
        page.goto("/manage/cup/rounds/2/draft/")
        seats = drawn()
        first, other = page.locator("button.slot").nth(0), page.locator("button.slot").nth(2)
        entry = other.get_attribute("value")
        with page.expect_navigation():
            first.press("Enter")
        with page.expect_navigation():
            page.locator(f'button.slot[value="{entry}"]').press("Enter")
        expect(page.locator("[role=status] .note.warn")).to_be_visible()
        assert faults(page) == []
        assert drawn() == seats, "nothing is kept yet"
        with page.expect_navigation():
            page.keyboard.press("Enter")
        assert drawn() != seats
        page.goto("/manage/cup/")
        with page.expect_navigation():
            page.locator("#undo button").press("Enter")
        assert drawn() == seats


def drawn():
    seats = Round.objects.get(number=2).seats.order_by("pairing__table", "order")
    return list(seats.values_list("entry__number", flat=True))
