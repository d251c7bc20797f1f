"""The header of a reader with notices, on a phone and a desk, in three languages."""

import os

import pytest
from django.utils import timezone

from config.models import Notice
from tests.browsing import LANGUAGES, browser_of, expect, faults, in_a_browser
from tests.builders import make_event, published_round
from tests.config.notices.conftest import tell
from tournaments.models import User

pytestmark = in_a_browser
PICTURES = os.environ.get("PICTURES", "")  # a folder: what the pages look like is kept there


@pytest.fixture
def ada(transactional_db):
    event = make_event(slug="cup", games=1)
    published_round(event)
    tell()
    user = User.objects.get(player__entries__event=event, player__entries__number=1)
    for number in range(120):
        data = {"round": number, "others": [], "play_at": "2036-05-02T17:00:00+00:00"}
        about = {"kind": "time", "what": "time_agreed", "event": "cup", "source": str(number)}
        Notice.objects.create(user=user, data=data, **about)
    return user


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bell_leaves_the_languages_in_their_row(ada, live_server, language):
    with browser_of(ada, live_server, language) as page:
        for path in ("/me/notices/", "/me/notices/settings/"):
            page.goto(path)
            assert faults(page, (360, 1280)) == []
            for width in (360, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                if PICTURES:
                    name = f"{path.strip('/').replace('/', '_')}_{language}_{width}.png"
                    page.screenshot(path=f"{PICTURES}/{name}")
                tops = [
                    page.locator(part).bounding_box()["y"] for part in (".brand", ".bell", ".langs")
                ]
                assert max(tops) - min(tops) < 12
                assert page.locator(".bell .num").inner_text() == "99+"


def tell_one(user, source):
    Notice.objects.create(user=user, kind="time", what="bye", source=source, data={"round": 2})


def shorten_waits(page):
    """What bell.js does after half a minute it does at once."""
    page.add_init_script(
        "const wait = setTimeout; setTimeout = (f, ms) => wait(f, ms > 20000 ? 200 : ms);"
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/events/cup/", "/glossary/"])
def test_the_bell_of_an_open_page_counts_on(ada, live_server, language, path):
    """On a page that refreshes itself, and on one that does not; the focus stays at the bell."""
    Notice.objects.all().delete()
    with browser_of(ada, live_server, language) as page:
        shorten_waits(page)
        page.goto(path)
        bell, said = page.locator(".bell"), page.locator("#bell-said")
        expect(bell.locator(".num")).to_have_count(0)
        bell.focus()
        tell_one(ada, "one")
        expect(bell.locator(".num")).to_have_text("1")
        expect(said).to_have_text(bell.get_attribute("aria-label").strip())
        expect(bell).to_be_focused()
        tell_one(ada, "two")
        expect(bell.locator(".num")).to_have_text("2")
        if PICTURES:
            for width in (360, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                name = f"bell_{path.strip('/').replace('/', '_')}_{language}_{width}.png"
                page.screenshot(path=f"{PICTURES}/{name}")
        Notice.objects.update(read_at=timezone.now())
        expect(bell.locator(".num")).to_have_count(0)
        expect(said).to_have_text("")


def test_without_a_script_the_bell_says_what_was_true(ada, live_server):
    with browser_of(ada, live_server, "en", javascript=False) as page:
        page.goto("/events/cup/")
        assert page.locator(".bell .num").inner_text() == "99+"
