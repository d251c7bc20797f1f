"""A club evening at the desk: a Swiss of nine without accounts, with what happens on the way."""

from tests.browsing import expect, in_a_browser
from tests.config.pages.desk.evening.organiser import evening
from tournaments import selectors
from tournaments.models import Absence, Event, Result

pytestmark = in_a_browser

SLIPS = ["rt", "rr", "td", "fg", "we"]


def test_a_swiss_of_nine_with_a_late_entry_a_withdrawal_and_a_correction(live_server):
    with evening(live_server) as organiser:
        organiser.plan("Friday")
        organiser.start()
        event = Event.objects.get()
        rounds = selectors.event_state(event.pk)[0].rounds_total
        for number in range(1, rounds + 1):
            organiser.enter(f"Publish round {number}")
            if number == 1:
                enter_late(organiser, "Juno")
            if number == 2:
                withdraw(organiser, "Bo")
            organiser.enter_results(SLIPS[: 5 if number == 2 else 4], games=2)
            if number == 3:
                correct(organiser)
            organiser.go_on(f"Close round {number}")
        organiser.finish()
    organiser.check("a Swiss of nine")
    event.refresh_from_db()
    assert event.state == "finished"
    assert event.entries.count() == 10
    assert Absence.objects.filter(entry__player__name="Bo").count() == 1
    assert Result.objects.filter(current=True, revision=2).count() == 1


def enter_late(organiser, name):
    organiser.click("link", "Players", exact=True, nth=-1)
    organiser.click("combobox", "Name")
    organiser.type(f"{name}\n")
    expect(organiser.page.locator("#players-list")).to_contain_text(name)
    organiser.click("link", "Results", exact=True)


def withdraw(organiser, name):
    organiser.click("link", "Players", exact=True, nth=-1)
    organiser.click("link", name, exact=True)
    organiser.click("button", "Withdraw")
    expect(organiser.page.locator("main").get_by_role("status").first).to_contain_text(name)
    organiser.click("link", "Results", exact=True)


def correct(organiser):
    """The first game of the first complete table was won by the other player."""
    expect(organiser.page.locator('#slip-queue [data-state="waiting"]')).to_have_count(0)
    complete = organiser.page.get_by_role("region", name="Complete")
    organiser.click("link", "Game 1", within=complete)
    organiser.click("radio", "by road", nth=1)
    organiser.click("button", "Show what a correction changes")
    expect(organiser.page.get_by_label("Why")).to_be_focused()
    organiser.type("misread\n")
    expect(organiser.page.locator("#line")).to_be_focused()
