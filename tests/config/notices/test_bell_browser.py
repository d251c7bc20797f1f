"""The header of a reader with notices, on a phone and a desk, in three languages."""

import os

import pytest

from config.models import Notice
from tests.browsing import LANGUAGES, browser_of, faults, in_a_browser
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
