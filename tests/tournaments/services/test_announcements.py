"""Announcements: who each group is, who reads what, and what stays of them."""

import pytest

from tests.builders import (
    acting,
    actor_of,
    decide,
    drafted_round,
    entry_of,
    make_event,
    make_player,
    make_user,
    published_round,
    slot_at,
)
from tournaments import limits, selectors
from tournaments.actor import ANONYMOUS, SYSTEM, Actor
from tournaments.choices import SlotStatus
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.models import Change, JournalLine
from tournaments.services.events.announcements import (
    NobodyAddressed,
    NoRunningRound,
    announce,
    withdraw_announcement,
)
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss():
    return make_user("olga")


@pytest.fixture
def event(boss):
    """Five entries: two tables and a bye."""
    return make_event(slug="cup", entries=5, games=1, organiser=boss)


def say(event, to="all", *, text="Lunch is ready.", actor=SYSTEM):
    return announce(actor=actor, event_id=event.pk, text=text, to=to)


def numbers_of(made):
    return sorted(made.addressees.values_list("entry__number", flat=True))


def read_by(event, actor):
    return [row.text for row in selectors.visible_announcements(event, actor)]


def test_each_group_is_who_is_in_it_when_it_is_made(event):
    round_ = published_round(event)
    seated = [
        sorted(seat.entry.number or 0 for seat in slot_at(round_, table).pairing.seats.all())
        for table in (1, 2)
    ]
    decide(slot_at(round_, 1))
    slot = slot_at(round_, 2)
    first = say(event, "playing")
    assert (numbers_of(first), first.round) == (seated[1], 1)
    assert numbers_of(say(event, "owing")) == seated[1]
    whole = say(event, "round")
    assert (numbers_of(whole), whole.round) == ([1, 2, 3, 4, 5], 1)
    everybody = say(event)
    assert (numbers_of(everybody), everybody.round) == ([1, 2, 3, 4, 5], None)
    slot.state = SlotStatus.REPORTED
    slot.save(update_fields=["state"])
    assert numbers_of(say(event, "playing")) == seated[1]
    with pytest.raises(NobodyAddressed):
        say(event, "owing")
    decide(slot)
    assert numbers_of(first) == seated[1], "decided when it was made"


def test_a_draft_owes_nothing_and_is_no_running_round(event):
    published = published_round(event)
    decide(slot_at(published, 1))
    decide(slot_at(published, 2))
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    drafted_round(event)
    for to in ("round", "playing"):
        with pytest.raises(NoRunningRound):
            say(event, to)
    with pytest.raises(NobodyAddressed):
        say(event, "owing")
    reach = selectors.announcement_reach(event)
    assert reach == {
        "round": None,
        "reach": [
            {"to": "all", "people": 5},
            {"to": "round", "people": 0},
            {"to": "playing", "people": 0},
            {"to": "owing", "people": 0},
        ],
    }


def test_who_reads_what(event, boss):
    round_ = published_round(event)
    decide(slot_at(round_, 1))
    say(event, text="for all")
    say(event, "playing", text="for some")
    done, plays = (
        slot_at(round_, table).pairing.seats.order_by("order")[0].entry for table in (1, 2)
    )
    assert read_by(event, ANONYMOUS) == ["for all"]
    assert read_by(event, actor_of(make_player("Else"))) == ["for all"]
    assert read_by(event, actor_of(done.player)) == ["for all"]
    assert read_by(event, actor_of(plays.player)) == ["for some", "for all"], "the newest first"
    assert read_by(event, Actor("link", entry_id=plays.pk)) == ["for some", "for all"]
    assert read_by(event, acting(boss)) == ["for some", "for all"]


def test_a_withdrawn_one_is_for_staff_and_stays_in_the_journal(event, boss):
    made = say(event, text="Wrong hall!")
    for _again in range(2):
        withdraw_announcement(actor=acting(boss), event_id=event.pk, announcement_id=made.pk)
    assert read_by(event, ANONYMOUS) == []
    assert read_by(event, acting(boss)) == ["Wrong hall!"]
    lines = JournalLine.objects.filter(scope="event:cup", action__startswith="announcement.")
    assert list(lines.order_by("seq").values_list("action", "text")) == [
        ("announcement.made", "Wrong hall!"),
        ("announcement.withdrawn", ""),
    ]


def test_the_feed_tells_everybody_only_of_what_is_for_everybody(event):
    published_round(event)
    say(event)
    say(event, "round")
    changes = Change.objects.filter(kind="announcement").order_by("pk")
    assert [(each.public, each.data["to"]) for each in changes] == [(True, "all"), (False, "round")]
    assert all("Lunch" not in str(each.data) for each in changes)


@pytest.mark.parametrize("text", ["", "  \n ", "x" * (limits.ANNOUNCEMENT + 1)])
def test_a_text_is_needed_and_limited(event, text):
    with pytest.raises(InvalidInput):
        say(event, text=text)


def test_only_staff_announce_and_only_of_their_event(event, boss):
    with pytest.raises(InvalidInput):
        say(event, "friends")
    with pytest.raises(NotAllowed):
        say(event, actor=actor_of(entry_of(event, 1).player))
    made = say(event)
    with pytest.raises(NotAllowed):
        withdraw_announcement(
            actor=actor_of(entry_of(event, 1).player), event_id=event.pk, announcement_id=made.pk
        )
    other = make_event(slug="other", organiser=boss)
    with pytest.raises(NotFound):
        withdraw_announcement(actor=acting(boss), event_id=other.pk, announcement_id=made.pk)
