"""No page breaks the content policy in a real browser: the admin, and what scripts do on pages.

A policy that is broken is an error of the console: tests/config/pages/test_every_page_browser.py
opens every other page and finds those.
"""

import struct
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browsing import browser_of, expect, in_a_browser, report_errors
from tests.builders import make_club, make_event, make_user
from tests.clients import signed_in
from tests.flows.events import draft_world
from tests.flows.security.addresses import every_address
from tests.games.drawing import replayed
from tournaments.models import User

pytestmark = in_a_browser

LISTEN = """
window.broken = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.broken.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


@pytest.fixture
def world(transactional_db):
    made = draft_world.make_world()
    draft_world.add_drafts(made)
    return made


class Watched:
    """A page of a browser that remembers what its content policy forbade."""

    def __init__(self, page) -> None:
        self.page = page
        self.found: list[str] = []
        page.add_init_script(LISTEN)
        page.on("console", self._heard)

    def _heard(self, message) -> None:
        if "Content Security Policy" in message.text:
            self.found.append(f"{self.page.url}: {message.text}")

    def open(self, path) -> None:
        self.page.goto(path)
        self.found += [f"{path}: {each}" for each in self.page.evaluate("window.broken")]


def paths_of(world, reader) -> Iterator[str]:
    """An address of each page of the admin that the reader is shown."""
    values = draft_world.values_of(world)
    client = signed_in(reader)
    for address in every_address():
        if not address.in_admin or "logout" in address.pattern:
            continue
        for path in address.filled(values):
            answer = client.get(path)
            kind = answer.headers.get("Content-Type", "")
            if answer.status_code == 200 and kind.startswith("text/html"):
                yield path
                break


def test_no_page_of_the_admin_breaks_the_policy(world, live_server):
    root = User.objects.create_superuser("root")
    seen = list(paths_of(world, root))
    assert len(seen) > 60
    with browser_of(root, live_server, "en") as page:
        watched = Watched(page)
        for path in seen:
            watched.open(path)
        assert watched.found == []


def test_scripts_do_their_work_under_the_policy(live_server):
    game = replayed.a_road()
    with browser_of(None, live_server, "en") as page:
        watched = Watched(page)
        watched.open(f"/games/{game.public_id}/")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        with page.expect_download() as waiting:
            page.locator("[data-do=picture]").click()
        picture = waiting.value.path().read_bytes()
        assert struct.unpack(">2I", picture[16:24])[0] > 100
        assert page.evaluate("window.broken") == []
        watched.open(f"/games/{game.public_id}/board.svg")
        frame = page.locator("rect.b-frame")
        assert frame.evaluate("e => getComputedStyle(e).fill") == "rgb(85, 53, 28)"
        letters = page.locator("g.b-coord text").first
        assert letters.evaluate("e => getComputedStyle(e).fontSize") == "21px"
        watched.open("/api/docs/")
        expect(page.locator("#swagger-ui .opblock").first).to_be_visible()
        assert page.evaluate("window.broken") == []
        assert watched.found == []


def test_the_admin_works_under_the_policy(live_server):
    root = User.objects.create_superuser("root")
    make_event(slug="cup", organiser=make_user("boss"), club_id=make_club().pk)
    with browser_of(root, live_server, "en") as page:
        watched = Watched(page)
        watched.open("/admin/tournaments/player/add/")
        page.locator(".select2-selection").first.click()
        expect(page.locator(".select2-results__option").first).to_be_visible()
        page.keyboard.type("boss")
        expect(page.locator(".select2-results__option", has_text="boss").first).to_be_visible()
        assert page.evaluate("window.broken") == []
        watched.open("/admin/tournaments/event/")
        page.locator("#action-toggle").check()
        assert page.evaluate("window.broken") == []
        assert watched.found == []


def test_only_a_board_may_be_framed_by_another_site(live_server):
    game = replayed.a_road()
    url = f"{live_server.url}/games/{game.public_id}/"
    with browser_of(None, live_server, "en") as page:
        for path, shown in (("embed/", 1), ("", 0)):
            # A page of no site at all, which is not ours either.
            page.set_content(f'<iframe src="{url}{path}"></iframe>', wait_until="networkidle")
            assert page.frame_locator("iframe").locator(".board").count() == shown, path


def test_what_is_smuggled_into_a_page_does_nothing(live_server):
    """The policy stops what escaping has missed: here, markup that is put in by force."""
    with browser_of(None, live_server, "en") as page:
        errors: list[Any] = []
        report_errors(page, errors)
        watched = Watched(page)
        watched.open("/about/")
        page.evaluate(
            """() => {
              const main = document.querySelector("main");
              main.insertAdjacentHTML("beforeend", '<img src="/no" onerror="window.got = 1">');
              main.insertAdjacentHTML("beforeend", '<p style="color:red">x</p>');
              const script = document.createElement("script");
              script.textContent = "window.got = 2";
              document.body.append(script);
            }"""
        )
        page.wait_for_function("window.broken.length >= 3")
        assert page.evaluate("window.got") is None
        assert len(errors) >= 3
