"""The rest of the evening: a knockout, groups, cards, stakes, and a season of events."""

from tests.browsing import expect, in_a_browser
from tests.builders import make_event
from tests.config.pages.desk.evening.organiser import NAMES, evening
from tournaments.models import Club, Event, Result

pytestmark = in_a_browser


def is_finished(results):
    return (
        Event.objects.get().state == "finished"
        and Result.objects.filter(current=True).count() == results
    )


def test_a_knockout(live_server):
    with evening(live_server) as organiser:
        organiser.plan("Cup", kind="knockout", names=NAMES[:8])
        organiser.start()
        organiser.play_round(1, ["rr", "tt", "fr", "eg"], games=2)
        organiser.play_round(2, ["rr", "tt"], games=2)
        organiser.play_round(3, ["rr", "tt"], games=2, is_last=True)
        organiser.finish()
    organiser.check("a knockout")
    assert is_finished(organiser.results)


def test_groups_then_a_knockout(live_server):
    with evening(live_server) as organiser:
        organiser.plan("Groups", kind="groups-knockout", names=NAMES[:8])
        organiser.start()
        for number in (1, 2, 3):
            organiser.play_round(number, favourites(number), games=2, is_last=number == 3)
        organiser.go_on("Begin the next stage")
        organiser.go_on("Pair the next round")
        organiser.play_round(4, ["rr", "tt"], games=2)
        organiser.play_round(5, ["rr", "tt"], games=2, is_last=True)
        organiser.finish()
    organiser.check("groups, then a knockout")
    assert is_finished(organiser.results)


def favourites(number):
    """In each match of the round the player wins who comes first in the list."""
    rows = Event.objects.get().rounds.get(number=number).pairings.order_by("table")
    return ["rr" if row.seats.earliest("entry__number").order == 1 else "tt" for row in rows]


def test_a_taki_night(live_server):
    with evening(live_server) as organiser:
        organiser.plan("Taki", kind="taki-tables", names=NAMES[:8])
        organiser.start()
        for number in (1, 2, 3):
            organiser.play_round(number, ["1324", "4213"], games=4, is_last=number == 3)
        organiser.finish()
    organiser.check("a Taki night")
    assert Event.objects.get().state == "finished"


def test_an_evening_for_stakes(live_server):
    with evening(live_server) as organiser:
        organiser.plan("Tavern", kind="evening", names=NAMES[:8])
        organiser.open("Rules of the game and stakes")
        organiser.open("Stakes (Tak only)")
        organiser.choose("Stakes", "tavern")
        organiser.start()
        for number in (1, 2, 3, 4):
            organiser.play_round(number, ["r9", "f8", "t12", "d"], is_last=number == 4)
        organiser.finish()
    organiser.check("stakes")
    assert is_finished(organiser.results)


def test_a_season(live_server):
    """It is begun on the page of the club; an event counts in it, and so does its copy."""
    with evening(live_server) as organiser:
        club = Club.objects.get()
        event = make_event(organiser=club.roles.get().user, slug="friday", club_id=club.pk)
        organiser.click("link", "Clubs")
        organiser.click("link", club.name, exact=True)
        organiser.click("link", "Begin or change a season")
        organiser.click("textbox", "Name")
        organiser.type("Spring\n")
        expect(organiser.page.locator("main").get_by_role("status").first).to_contain_text("Spring")
        organiser.click("link", "Desk")
        organiser.click("link", "Friday")
        organiser.click("link", "Settings")
        organiser.choose("Counts in", str(club.series.get().pk))
        organiser.click(
            "button", "Save", within=organiser.page.get_by_role("region", name="Season")
        )
        expect(organiser.page.locator("main").get_by_role("status").first).to_contain_text("Saved")
    organiser.check("a season")
    event.refresh_from_db()
    assert event.series == club.series.get()
