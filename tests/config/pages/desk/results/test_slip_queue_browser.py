"""Slips typed faster than the server answers, through a reload and a dead network."""

import pytest

from tests.browsing import browser_of, expect, faults, in_a_browser
from tests.builders import acting, make_event, make_user, published_round
from tournaments.models import Result
from tournaments.services.events import events
from tournaments.services.rounds import rounds

pytestmark = in_a_browser

SWISS = [{"system": "swiss"}]
KEY_DELAY = 40  # milliseconds from key to key
LATENCY = 800  # milliseconds until the server has answered


@pytest.fixture
def boss():
    return make_user("boss")


def event_with_tables(boss, tables):
    event = make_event(organiser=boss, slug="cup", games=1, entries=2 * tables, stages=SWISS)
    published_round(event)
    return event


def slow_network(page):
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def type_slips(page, lines):
    page.keyboard.type("".join(f"{line}\n" for line in lines), delay=KEY_DELAY)


def results():
    """The points of the first seat in half points, by table."""
    current = Result.objects.filter(current=True).select_related("slot__pairing")
    return {row.slot.pairing.table: row.outcome for row in current}


def wait_until_sent(page):
    expect(page.locator('#slip-queue [data-state="waiting"]')).to_have_count(0)


def test_forty_slips_typed_at_full_speed_are_forty_right_results(live_server, boss):
    event_with_tables(boss, 40)
    lines = [f"{table}{'rtd'[table % 3]}" for table in range(1, 41)]
    with browser_of(boss, live_server, "en") as page:
        page.goto("/manage/cup/results/")
        slow_network(page)
        type_slips(page, lines)
        expect(page.locator("#line")).to_be_focused()
        expect(page.locator("#line")).to_have_value("")
        wait_until_sent(page)
        expect(page.locator("h2#in")).to_contain_text("40")
        assert faults(page) == []
    saved = results()
    assert sorted(saved) == list(range(1, 41))
    by_key = {key: {saved[t] for t in saved if "rtd"[t % 3] == key} for key in "rtd"}
    assert all(len(outcomes) == 1 for outcomes in by_key.values()), by_key
    assert len({next(iter(outcomes)) for outcomes in by_key.values()}) == 3
    assert Result.objects.count() == 40, "each line was saved once"


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_queue_survives_a_dead_network_and_a_reload(live_server, boss, language):
    event_with_tables(boss, 4)
    with browser_of(boss, live_server, language) as page:
        page.goto("/manage/cup/results/")
        page.context.set_offline(True)
        type_slips(page, ["1r", "2t"])
        expect(page.locator("#slip-queue .offline")).to_have_count(2)
        assert faults(page) == []
        assert results() == {}
        page.context.set_offline(False)
        wait_until_sent(page)
        slow_network(page)
        type_slips(page, ["3d", "4r"])
        page.reload()
        wait_until_sent(page)
    assert sorted(results()) == [1, 2, 3, 4]
    assert Result.objects.count() == 4


def test_a_refused_line_comes_back_selected(live_server, boss):
    event_with_tables(boss, 3)
    with browser_of(boss, live_server, "en") as page:
        page.goto("/manage/cup/results/")
        type_slips(page, ["9r"])
        refused = page.locator('#slip-queue [data-state="refused"]')
        expect(refused).to_contain_text("no table 9")
        expect(page.locator("#line")).to_have_value("9r")
        assert page.evaluate("getSelection().toString()") == "9r"
        type_slips(page, ["1r"])
        wait_until_sent(page)
        expect(refused).to_have_count(1)
        refused.get_by_role("button").click()
        expect(refused).to_have_count(0)
        expect(page.locator("#line")).to_have_value("9r")
    assert sorted(results()) == [1]


def test_a_typed_u_undoes_results_only(live_server, boss):
    event = event_with_tables(boss, 2)
    with browser_of(boss, live_server, "en") as page:
        page.goto("/manage/cup/results/")
        type_slips(page, ["1r", "2r", "u"])
        wait_until_sent(page)
        assert sorted(results()) == [1]
        type_slips(page, ["2r"])
        wait_until_sent(page)
        rounds.close_round(actor=acting(boss), event_id=event.pk, number=1)
        events.finish(actor=acting(boss), event_id=event.pk)
        type_slips(page, ["u"])
        expect(page.locator('#slip-queue [data-state="refused"]')).to_contain_text("not a result")
        event.refresh_from_db()
        assert event.state == "finished"
        page.goto("/manage/cup/")
        page.on("dialog", lambda dialog: dialog.dismiss())
        page.keyboard.press("u")
        event.refresh_from_db()
        assert event.state == "finished", "the key asked, and the answer was no"


def test_a_line_refused_on_the_way_does_not_stop_the_others(live_server, boss):
    event_with_tables(boss, 2)

    def too_large(route):
        if "line=1r" in (route.request.post_data or ""):
            route.fulfill(status=413, content_type="text/html", body="<h1>Too large</h1>")
        else:
            route.continue_()

    with browser_of(boss, live_server, "en") as page:
        page.goto("/manage/cup/results/")
        page.route("**/results/slips/", too_large)
        type_slips(page, ["1r", "2t"])
        wait_until_sent(page)
        refused = page.locator('#slip-queue [data-state="refused"]')
        expect(refused).to_contain_text("did not accept this")
    assert sorted(results()) == [2]
