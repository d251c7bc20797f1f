"""What leads others to an event from its desk: the link, the wall, paper."""

import pytest

from tests.browsing import browser_of, expect, in_a_browser
from tests.builders import make_event
from tests.clients import signed_in, text_of, url_of

CLIPBOARD = ("clipboard-read", "clipboard-write")


@pytest.mark.django_db
def test_the_desk_leads_to_the_wall_and_to_paper_and_shows_the_link(boss):
    make_event(organiser=boss, slug="cup", state="registration")
    page = text_of(signed_in(boss).get(url_of("manage", "cup")))
    assert f'href="{url_of("event-wall", "cup")}"' in page
    assert f'href="{url_of("manage-print", "cup")}"' in page
    assert f'value="http://testserver{url_of("event", "cup")}"' in page
    assert "Only staff see a draft" not in page


@pytest.mark.django_db
def test_the_link_of_a_draft_says_that_it_waits(boss):
    make_event(organiser=boss, slug="cup", state="draft")
    assert "Only staff see a draft" in text_of(signed_in(boss).get(url_of("manage", "cup")))


class TestInABrowser:
    pytestmark = in_a_browser

    def test_the_link_is_copied_and_the_button_says_so(self, live_server, boss):
        make_event(organiser=boss, slug="cup", state="registration")
        with browser_of(boss, live_server, "en", permissions=CLIPBOARD) as page:
            page.goto("/manage/cup/")
            page.click("[data-copy]")
            expect(page.get_by_text("Copied.")).to_be_visible()
            copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == f"{live_server.url}/events/cup/"
