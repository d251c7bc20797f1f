"""Pages of an event and a club that are not approved for rating, in a real browser."""

import pytest

from ratings import services as ratings
from tests.browsing import browser_of, faults, in_a_browser
from tests.builders import acting, decide_round, make_event, make_user, published_round
from tournaments.actor import SYSTEM
from tournaments.services.people import people

pytestmark = in_a_browser
ADDRESSES = ("/events/trap/", "/manage/trap/", "/clubs/den/", "/ratings/all/")


@pytest.mark.parametrize("language", ["en", "he"])
def test_what_is_not_approved_is_said_without_a_fault(live_server, language):
    organiser, site = make_user("organiser"), make_user("site", staff=True)
    club = people.create_club(actor=acting(organiser), slug="den", name="Den")
    event = make_event(slug="trap", entries=4, club_id=club.pk, organiser=organiser)
    ratings.undo_event_approval(actor=SYSTEM, event_id=event.pk)
    ratings.create_pool(actor=SYSTEM, slug="all", counts={"game": "tak"}, system="elo")
    decide_round(published_round(event))
    found = []
    for user in (organiser, site):
        with browser_of(user, live_server, language) as page:
            for address in ADDRESSES:
                page.goto(address)
                found += faults(page)
    assert found == []
