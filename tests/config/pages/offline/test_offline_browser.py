"""A dead network in a real browser: the desk, one's own table, the wall, and what is kept.

The network is a relay that is cut, so that the worker of the page has none either.
"""

import re
import socket
import threading
import time
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from games.models import Dispute, Game
from tests.browsing import PATIENCE, PHONE, browser_of, expect, faults, in_a_browser
from tests.builders import make_event, make_user, published_round, slot_at
from tests.room import Room
from tournaments.models import Result

pytestmark = in_a_browser
SWISS = [{"system": "swiss"}]


class Relay:
    """Passes connections on to a server, until it is cut."""

    def __init__(self, url):
        target = urlsplit(url)
        self._target = target.hostname, target.port
        self._listener = socket.create_server(("localhost", 0))
        self.url = f"http://localhost:{self._listener.getsockname()[1]}"
        self._is_cut = False
        self._open = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        self._is_cut = True
        for each in list(self._open):
            _shut(each)

    def mend(self):
        self._is_cut = False

    def close(self):
        self.cut()
        _shut(self._listener)

    def _accept(self):
        while True:
            try:
                near, _address = self._listener.accept()
            except OSError:
                return
            if self._is_cut:
                _shut(near)
                continue
            far = socket.create_connection(self._target)
            self._open |= {near, far}
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _pass_on(self, source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        for each in (source, sink):
            _shut(each)
            self._open.discard(each)


def _shut(opened):
    with suppress(OSError):
        opened.shutdown(socket.SHUT_RDWR)
    opened.close()


@pytest.fixture
def network(live_server):
    relay = Relay(live_server.url)
    yield relay
    relay.close()


@pytest.fixture
def boss():
    return make_user("boss")


@contextmanager
def device(network, user, language="en", **about):
    """A browser behind the network, with the worker of the page."""
    server = SimpleNamespace(url=network.url)
    with browser_of(user, server, language, workers="allow", **about) as page:
        yield page


def visit(page, path):
    """Open a page, with the worker in control of it, and keep it."""
    page.goto(path)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.goto(path)
    wait_until(lambda: path.partition("?")[0] in copies(page))


def wait_until(is_so):
    for _attempt in range(PATIENCE // 200):
        if is_so():
            return
        time.sleep(0.2)
    raise AssertionError("it never was so")


def copies(page):
    return page.evaluate(
        "async () => (await (await caches.open('pages-1')).keys())"
        ".map((request) => new URL(request.url).pathname)"
    )


def cup(boss, tables):
    event = make_event(organiser=boss, slug="cup", games=1, entries=2 * tables, stages=SWISS)
    return published_round(event)


def type_slips(page, lines):
    page.keyboard.type("".join(f"{line}\n" for line in lines), delay=40)


def results():
    current = Result.objects.filter(current=True).select_related("slot__pairing")
    return {row.slot.pairing.table: row.outcome for row in current}


def wait_until_sent(page):
    expect(page.locator("#unsent")).to_be_hidden()
    page.wait_for_function(
        "() => !Object.keys(localStorage).some((key) => /^outbox:/.test(key) && "
        "JSON.parse(localStorage[key]).some((item) => item.state === 'waiting'))"
    )


RESULTS = "/manage/cup/results/"


@pytest.mark.parametrize("language", ["en", "he"])
def test_a_round_is_typed_without_a_network_on_a_laptop_that_is_closed(network, boss, language):
    cup(boss, 6)
    with device(network, boss, language) as page:
        visit(page, RESULTS)
        network.cut()
        page.goto(RESULTS)
        expect(page.locator("#as-of")).to_be_visible()
        assert re.search(r"\d\d:\d\d", page.locator("#as-of time").inner_text())
        type_slips(page, ["1r", "2t", "3d"])
        expect(page.locator("#slip-queue .offline")).to_have_count(3)
        expect(page.locator("#unsent .num")).to_have_text("3")
        assert faults(page, widths=(PHONE,)) == []
        again = page.context.new_page()
        page.close()
        again.goto(RESULTS)
        expect(again.locator("#slip-queue .offline")).to_have_count(3)
        again.locator("#line").focus()
        type_slips(again, ["4r", "5t", "6d"])
        assert results() == {}
        network.mend()
        wait_until_sent(again)
        expect(again.locator("h2#in")).to_contain_text("6")
        expect(again.locator("#as-of")).to_be_hidden()
    assert sorted(results()) == [1, 2, 3, 4, 5, 6]
    assert Result.objects.count() == 6


def test_two_devices_type_a_table_differently(network, boss):
    round_ = cup(boss, 2)
    with device(network, boss) as one, device(network, boss) as two:
        visit(one, RESULTS)
        visit(two, RESULTS)
        network.cut()
        for page, line in ((one, "1r"), (two, "1t")):
            page.locator("#line").focus()
            type_slips(page, [line])
            expect(page.locator("#slip-queue .offline")).to_have_count(1)
        two.close()  # the first device is back first
        network.mend()
        wait_until_sent(one)
        counted = results()
        two = two.context.new_page()
        two.goto(RESULTS)
        disputed = two.locator('#slip-queue [data-state="disputed"]')
        expect(disputed).to_contain_text("1t")
        expect(disputed).to_contain_text("an arbiter decides")
        expect(two.locator("#unsent .num")).to_have_text("1")
        expect(two.locator("#disputes").locator("..").locator("..")).to_contain_text("1t")
        assert results() == counted
        disputed.get_by_role("button").click()
        expect(two.locator("#unsent")).to_be_hidden()
    assert Dispute.objects.filter(slot=slot_at(round_), closed_at=None).count() == 1
    assert Result.objects.count() == 1


def test_a_player_reports_and_another_confirms_without_a_network(network):
    room = Room(stages=SWISS)
    mine, theirs = room.seats()
    with (
        device(network, None, width=PHONE) as first,
        device(network, None, width=PHONE) as second,
    ):
        visit(first, f"/e/{mine}/")
        network.cut()
        first.goto(f"/e/{mine}/")
        expect(first.locator("#as-of")).to_be_visible()
        first.locator('label:has(input[value="R-0"])').click()
        first.locator('button[value="send"]').first.click()
        expect(first.locator("#outbox li")).to_contain_text("waits for a connection")
        expect(first.locator("#unsent .num")).to_have_text("1")
        assert faults(first, widths=(PHONE,)) == []
        assert not Game.objects.exists()
        network.mend()
        expect(first.locator(".note.good")).to_contain_text("Sent")
        wait_until_sent(first)
        visit(second, f"/e/{theirs}/")
        network.cut()
        second.locator('button[value="confirm"]').click()
        expect(second.locator("#outbox li")).to_have_count(1)
        second.reload()
        expect(second.locator("#outbox li")).to_have_count(1)
        network.mend()
        expect(second.locator(".note.good")).to_contain_text("counts now")
    assert Game.objects.count() == 1
    assert [row.outcome for row in Result.objects.all()] == ["R-0"]


def test_a_confirmation_that_is_a_conflict_by_now_is_answered_by_hand(network):
    room = Room(stages=SWISS)
    mine, theirs = room.seats()
    with device(network, None, width=PHONE) as page:
        visit(page, f"/e/{mine}/")
        page.locator('label:has(input[value="R-0"])').click()
        page.locator('button[value="send"]').first.click()
        expect(page.locator(".note.good")).to_contain_text("Sent")
    with device(network, None, width=PHONE) as page:
        visit(page, f"/e/{theirs}/")
        network.cut()
        page.locator('button[value="confirm"]').click()
        expect(page.locator("#outbox li .mark.offline")).to_have_count(1)  # tried in vain
        Game.objects.update(state="disputed")
        network.mend()
        refused = page.locator('#outbox [data-state="refused"]')
        expect(refused).to_contain_text("does not wait for an answer")
        expect(page.locator("#unsent .num")).to_have_text("1")
        refused.get_by_role("button").click()
        expect(page.locator("#unsent")).to_be_hidden()
    assert not Result.objects.exists()


def test_a_ruling_is_kept_and_made_once(network, boss):
    slot = slot_at(cup(boss, 2))
    path = f"/manage/cup/games/{slot.pairing_id}/1/"
    with device(network, boss) as page:
        visit(page, path)
        network.cut()
        page.goto(path)
        page.locator("#rule").click()
        form = page.locator('form:has(input[value="rule"])')
        form.locator('label:has([value="cancelled"])').click()
        form.locator('[name="reason"]').fill("The table fell.")
        form.get_by_role("button").click()
        expect(page.locator("#outbox li")).to_contain_text("table 1")
        network.mend()
        wait_until_sent(page)
    assert slot.rulings.count() == 1


def test_the_wall_turns_its_sheets_without_a_network(network, boss):
    cup(boss, 10)  # two sheets of pairings
    with device(network, None) as page:
        visit(page, "/events/cup/wall/?every=1&show=pairings")
        first = page.locator(".pairs .table").first
        for table in ("9", "1"):  # each sheet has come once
            expect(first).to_contain_text(table)
        network.cut()
        for table in ("9", "1"):
            expect(first).to_contain_text(table)
        expect(page.locator("#as-of")).to_be_visible()
        page.goto("/events/cup/wall/")
        expect(page.locator("#as-of")).to_be_visible()


def test_signing_out_deletes_what_is_kept_and_the_next_sees_none_of_it(network, boss):
    cup(boss, 2)
    with device(network, boss) as page:
        visit(page, RESULTS)
        visit(page, "/me/")
        network.cut()
        page.goto(RESULTS)
        type_slips(page, ["1r"])
        expect(page.locator("#unsent")).to_be_visible()
        asked: list[str] = []

        def agree(dialog):
            asked.append(dialog.message)
            dialog.accept()

        page.on("dialog", agree)
        page.locator("form[data-leaves] button").click()
        expect(page.locator("#left")).to_be_visible()
        assert len(asked) == 1
        assert copies(page) == []
        assert (
            page.evaluate("Object.keys(localStorage).filter((k) => k.startsWith('outbox'))") == []
        )
        page.goto("/me/")
        expect(page.locator("h1")).to_have_text("No connection")
        network.mend()
    assert results() == {}


def test_another_reader_on_the_device_deletes_the_copies_of_the_first(network, boss):
    cup(boss, 2)
    make_user("ada").set_password("")
    with device(network, boss) as page:
        visit(page, RESULTS)
        assert RESULTS in copies(page)
        page.context.clear_cookies(name="sessionid")  # as one that is over
        page.goto("/events/")
        wait_until(lambda: RESULTS not in copies(page))
        network.cut()
        page.goto(RESULTS)
        expect(page.locator("h1")).to_have_text("No connection")


def test_on_plain_http_without_a_worker_results_wait_too(live_server):
    room = Room(stages=SWISS)
    mine, _theirs = room.seats()
    with browser_of(None, live_server, "en", width=PHONE) as page:
        page.goto(f"/e/{mine}/")
        page.context.set_offline(True)
        page.locator('label:has(input[value="R-0"])').click()
        page.locator('button[value="send"]').first.click()
        expect(page.locator("#outbox li")).to_contain_text("waits for a connection")
        page.context.set_offline(False)
        expect(page.locator(".note.good")).to_contain_text("Sent")
    assert Game.objects.count() == 1


def test_a_lost_answer_is_asked_for_again_and_done_once(live_server):
    room = Room(stages=SWISS)
    mine, _theirs = room.seats()
    lost: list[int] = []

    def lose(route):
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    with browser_of(None, live_server, "en", width=PHONE) as page:
        page.route("**/slots/**", lose)
        page.goto(f"/e/{mine}/")
        page.locator('label:has(input[value="R-0"])').click()
        page.locator('button[value="send"]').first.click()
        expect(page.locator(".note.good")).to_contain_text("Sent")
        wait_until_sent(page)
    assert lost == [200]
    assert Game.objects.count() == 1
