"""Buttons of clubs on a phone: in a line that is a link they can be pressed all the same."""

from tests.browsing import PHONE, browser_of, expect, faults, in_a_browser
from tests.builders import make_club, make_members, make_player
from tournaments.models import MembershipRequest

pytestmark = in_a_browser


def test_a_player_leaves_a_club_and_asks_another(transactional_db, live_server):
    ada = make_player("Ada")
    mine, other = make_members(ada, club=make_club("north")), make_club("south")
    with browser_of(ada.user, live_server, "en", width=PHONE) as page:
        page.goto("/me/")
        page.locator("button[value=leave]").click()
        expect(page.locator("button[value=leave]")).to_have_count(0)
        assert not mine.memberships.exists()
        page.goto(f"/clubs/{other.slug}/")
        page.locator("button[value=ask]").click()
        expect(page.locator("button[value=cancel]")).to_be_visible()
        assert MembershipRequest.objects.get().club == other
        assert faults(page, (PHONE,)) == []
        page.locator("button[value=cancel]").click()
        expect(page.locator("button[value=cancel]")).to_have_count(0)
