"""A real browser for tests: chromium of Debian, driven by playwright, and axe to look at pages.

Tests that use it are skipped, with a word why, where one of the three is missing.
"""

import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.clients import signed_in

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
expect = playwright.expect

# The shell draws the same pages, without the windows of a browser: a third less processor time.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "/usr/lib/chromium/chromium")
CHROMIUM = next((found for name in NAMES if (found := shutil.which(name))), None)
LANGUAGES = ("en", "he", "ja")
PHONE, LAPTOP = WIDTHS = (360, 1280)
TABLET = 768
PATIENCE = 60_000  # milliseconds; the machines that test are slow and shared
expect.set_options(timeout=PATIENCE)

in_a_browser = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.usefixtures("chromium"),
]

# Controls smaller than 44 by 44, but for links inside sentences and boxes inside a label.
_SMALL = """() => [...document.querySelectorAll(
  'main button, main select, main textarea, main summary, main a.btn, main nav a, main table a, ' +
  'main input:not([type=checkbox]):not([type=radio]):not([type=hidden]), main label:has(input)')]
  .filter(e => e.offsetParent !== null)
  .filter(e => { const r = e.getBoundingClientRect(); return r.height < 43.5 || r.width < 43.5 })
  .map(e => e.outerHTML.slice(0, 120))"""


_running: list[Any] = []  # the browser of this process, while one runs


@contextmanager
def running_chromium():
    """Chromium for all tests of a process: starting it takes longer than many a test."""
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-quic", "--disable-background-networking"],
        )
        _running.append(browser)
        try:
            yield
        finally:
            _running.remove(browser)
            browser.close()


@contextmanager
def browser_of(
    user, live_server, language, *, width=LAPTOP, javascript=True, workers="block", **context
):
    """A page of a browser in a language; of somebody signed in, or of nobody (None).

    Cookies, stores and the cache of files are its own, as those of a fresh browser. workers:
    "allow" for the worker of the installable page.
    """
    (browser,) = _running
    opened = browser.new_context(
        base_url=live_server.url,
        locale=language,
        viewport={"width": width, "height": 800},
        java_script_enabled=javascript,
        service_workers=workers,
        **context,
    )
    try:
        opened.set_default_timeout(PATIENCE)
        cookies = {"django_language": language}
        if user is not None:
            client = signed_in(user)
            cookies["sessionid"] = client.cookies["sessionid"].value
        opened.add_cookies(
            [
                {"url": live_server.url, "name": name, "value": value}
                for name, value in cookies.items()
            ]
        )
        yield opened.new_page()
    finally:
        opened.close()


_AXE = axe.Axe()
_LOOK = Path(__file__).with_name("axe.js").read_text()
_LAYOUT = f"() => [document.documentElement.scrollWidth, ({_SMALL})()]"
_enough = {"known": ""}  # looks of texts with enough contrast, on the pages seen in this process


def violations(page, tags=()):
    """Rules of axe that the page breaks, with the markup: all, or those with one of the tags.

    A page takes the script of axe once, however often it is looked at.
    """
    asked = {"known": _enough["known"], "tags": tags}
    seen = page.evaluate(_LOOK, asked)
    if seen is None:
        page.evaluate(_AXE.axe_script)
        seen = page.evaluate(_LOOK, asked)
    _enough["known"] = seen["enough"]
    return seen["faults"]


def faults(page, widths=WIDTHS):
    """What is wrong with the page that is open: at `widths` what axe finds (WCAG 2.2 AA), at each
    width whether it scrolls sideways, targets below 44 px. An empty list is what tests ask for.
    A tablet has the rules of the two others, so its layout alone is looked at.
    """
    found = []
    now = page.viewport_size["width"]
    for width in sorted((*WIDTHS, TABLET), key=lambda width: width != now):
        if width != now:
            page.set_viewport_size({"width": width, "height": 800})
        where = (page.url, width)
        found += [(*where, *each) for each in (violations(page) if width in widths else ())]
        needed, small = page.evaluate(_LAYOUT)
        found += [(*where, "scrolls sideways", needed)] if needed > width else []
        found += [(*where, "small target", small)] if small else []
    return found


def report_errors(page: Any, found: list[Any]) -> None:
    """Add errors of scripts and of the console to `found`: a file that is not there, a content
    policy that is broken.
    """

    def read_console(said: Any) -> None:
        if said.type == "error":
            found.append((page.url, said.text))

    page.on("console", read_console)
    page.on("pageerror", lambda error: found.append((page.url, str(error))))


def press(page, name):
    """The button with this text, by the keyboard; waits for the page that comes."""
    with page.expect_navigation():
        page.get_by_role("button", name=name).first.focus()
        page.keyboard.press("Enter")
