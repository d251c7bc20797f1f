"""Rounds that an entry misses: who may say so, until when, and what becomes of it."""

import pytest

from tests.builders import (
    acting,
    actor_of,
    drafted_round,
    entry_of,
    make_event,
    make_user,
    played_round,
    published_round,
)
from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.models import Absence, Event, JournalLine
from tournaments.services.entries import absences
from tournaments.services.entries.absences import (
    AwayAlready,
    ByeTooLate,
    NotAway,
    NotTakingPart,
    RoundIsPaired,
    TooManyByes,
)
from tournaments.services.events.states import WrongState
from tournaments.services.rounds import pairing_jobs, rounds


def swiss(entries=6, *, byes=None, organiser=None, **settings):
    event = make_event(
        entries=entries,
        organiser=organiser,
        stages=[{"system": "swiss", "options": {"rounds": 5}}],
        **settings,
    )
    if byes is not None:
        Event.objects.filter(pk=event.pk).update(registration={"byes": byes})
        event.refresh_from_db()
    return event


def player(event, number):
    return actor_of(entry_of(event, number).player)


def rows(entry):
    """Kind, rounds and points of what still holds."""
    holding = entry.absences.filter(cancelled_at=None).order_by("from_round")
    return [(a.kind, a.from_round, a.to_round, a.points_x2) for a in holding]


# --- byes


def test_a_player_asks_for_a_bye_and_takes_it_back():
    event = swiss()
    entry, me = entry_of(event, 3), player(event, 3)
    asked = absences.ask_bye(actor=me, entry_id=entry.pk, round_number=2)
    assert absences.ask_bye(actor=me, entry_id=entry.pk, round_number=2) == asked
    assert rows(entry) == [("asked", 2, 2, 1)]
    for _again in range(2):
        assert absences.cancel_bye(actor=me, entry_id=entry.pk, round_number=2) == asked
    assert rows(entry) == []
    assert Absence.objects.filter(entry=entry).count() == 1  # kept, as cancelled
    actions = JournalLine.objects.filter(subject=f"entry:{entry.pk}").order_by("seq")
    assert [line.action for line in actions][-2:] == ["entry.bye_asked", "entry.bye_cancelled"]


def test_a_bye_asked_for_and_cancelled_twice_answers_with_the_last_one():
    event = swiss()
    entry, me = entry_of(event, 3), player(event, 3)
    absences.ask_bye(actor=me, entry_id=entry.pk, round_number=3)
    absences.cancel_bye(actor=me, entry_id=entry.pk, round_number=3)
    for points in (0, 1):
        last = absences.ask_bye(actor=me, entry_id=entry.pk, round_number=2, points_x2=points)
        absences.cancel_bye(actor=me, entry_id=entry.pk, round_number=2)
    again = absences.cancel_bye(actor=me, entry_id=entry.pk, round_number=2)
    assert (again, again.points_x2) == (last, 1)


def test_byes_have_a_limit_that_staff_do_not():
    boss = make_user()
    event = swiss(byes={"limit": 2, "points_x2": 1, "last_round": 4}, organiser=boss)
    entry, me = entry_of(event, 3), player(event, 3)
    with pytest.raises(ByeTooLate):
        absences.ask_bye(actor=me, entry_id=entry.pk, round_number=5)
    with pytest.raises(InvalidInput):
        absences.ask_bye(actor=me, entry_id=entry.pk, round_number=1, points_x2=2)
    absences.ask_bye(actor=me, entry_id=entry.pk, round_number=1, points_x2=0)
    absences.ask_bye(actor=me, entry_id=entry.pk, round_number=3)
    with pytest.raises(TooManyByes):
        absences.ask_bye(actor=me, entry_id=entry.pk, round_number=4)
    absences.ask_bye(actor=acting(boss), entry_id=entry.pk, round_number=5, points_x2=2)
    assert rows(entry) == [("asked", 1, 1, 0), ("asked", 3, 3, 1), ("asked", 5, 5, 2)]
    with pytest.raises(InvalidInput):  # more than a win
        absences.ask_bye(actor=acting(boss), entry_id=entry.pk, round_number=4, points_x2=3)


def test_rounds_that_staff_noted_as_missed_are_no_byes_of_the_player():
    event = swiss()
    entry, me = entry_of(event, 3), player(event, 3)
    absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=2, to_round=2)
    with pytest.raises(NotAway) as refused:
        absences.cancel_bye(actor=me, entry_id=entry.pk, round_number=2)
    assert refused.value.details == {"round": 2}
    absences.ask_bye(actor=me, entry_id=entry.pk, round_number=3)
    assert rows(entry) == [("absent", 2, 2, 0), ("asked", 3, 3, 1)]


def test_without_a_word_from_the_organiser_one_half_point_bye_may_be_asked_for():
    event = swiss()
    entry, me = entry_of(event, 3), player(event, 3)
    absences.ask_bye(actor=me, entry_id=entry.pk, round_number=5)
    assert rows(entry) == [("asked", 5, 5, 1)]
    with pytest.raises(TooManyByes):
        absences.ask_bye(actor=me, entry_id=entry.pk, round_number=4)
    # Taken back, it may be asked for again.
    absences.cancel_bye(actor=me, entry_id=entry.pk, round_number=5)
    absences.ask_bye(actor=me, entry_id=entry.pk, round_number=4)


def test_a_paired_round_is_too_late_for_a_bye():
    event = swiss()
    entry, me = entry_of(event, 3), player(event, 3)
    absences.ask_bye(actor=me, entry_id=entry.pk, round_number=1)
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)  # a draft is enough
    other = entry_of(event, 4)
    for refused in (
        lambda: absences.ask_bye(actor=player(event, 4), entry_id=other.pk, round_number=1),
        lambda: absences.cancel_bye(actor=me, entry_id=entry.pk, round_number=1),
        lambda: absences.add_absence(actor=SYSTEM, entry_id=other.pk, from_round=1, to_round=3),
    ):
        with pytest.raises(RoundIsPaired):
            refused()
    with pytest.raises(NotAway):
        absences.cancel_bye(actor=me, entry_id=entry.pk, round_number=2)


def test_a_personal_link_speaks_for_its_own_entry_only():
    event = swiss()
    mine, other = entry_of(event, 3), entry_of(event, 4)
    link = Actor("link", entry_id=mine.pk)
    absences.ask_bye(actor=link, entry_id=mine.pk, round_number=2)
    absences.withdraw_entry(actor=link, entry_id=mine.pk, from_round=3)
    for verb in (absences.withdraw_entry, absences.return_entry):
        with pytest.raises(NotAllowed):
            verb(actor=link, entry_id=other.pk, from_round=2)
    with pytest.raises(NotAllowed):
        absences.ask_bye(actor=link, entry_id=other.pk, round_number=2)
    with pytest.raises(NotAllowed):
        absences.add_absence(actor=link, entry_id=mine.pk, from_round=1, to_round=1)


# --- absences


def test_two_absences_never_cover_the_same_round():
    event = swiss()
    entry = entry_of(event, 3)
    absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=2, to_round=3)
    absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=2, to_round=3)
    for first, last in ((1, 2), (3, 5), (1, 5), (3, 3)):
        with pytest.raises(AwayAlready):
            absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=first, to_round=last)
    with pytest.raises(AwayAlready):
        absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=3)
    absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=4)
    absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=1, to_round=1)
    assert rows(entry) == [("absent", 1, 1, 0), ("absent", 2, 3, 0), ("asked", 4, 4, 1)]
    for first, last in ((0, 1), (7, 6)):
        with pytest.raises(InvalidInput):
            absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=first, to_round=last)


@pytest.mark.parametrize(("rounds_asked", "away"), [((1, 5), 3), ((4, 5), 4), ((2, 3), 3)])
def test_who_is_away_already_is_told_the_first_round_and_why(rounds_asked, away):
    event = swiss()
    entry, (first, last) = entry_of(event, 3), rounds_asked
    absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=3, to_round=4)
    with pytest.raises(AwayAlready) as refused:
        absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=first, to_round=last)
    assert refused.value.details == {"round": away, "why": "absent"}


# --- withdrawing and returning


def test_withdrawing_ends_what_was_asked_for_later():
    event = swiss()
    entry = entry_of(event, 3)
    absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=1)
    absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=5)
    absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=2, to_round=4)
    absences.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=3)
    assert rows(entry) == [("asked", 1, 1, 1), ("absent", 2, 2, 0), ("withdrawn", 3, None, 0)]
    with pytest.raises(AwayAlready):
        absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=4)


def test_withdrawing_earlier_takes_the_place_of_later_and_later_changes_nothing():
    event = swiss()
    entry = entry_of(event, 3)
    for first in (4, 2, 5, 2):
        absences.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=first)
    assert rows(entry) == [("withdrawn", 2, None, 0)]


def test_nobody_withdraws_from_a_round_that_is_over():
    event = swiss()
    entry = entry_of(event, 3)
    played_round(event)
    published_round(event)
    with pytest.raises(InvalidInput):
        absences.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=1)
    absences.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=2)


def test_a_draft_is_no_round_that_it_is_too_late_to_leave():
    event = swiss()
    played_round(event)
    drafted_round(event)
    entry = entry_of(event, 3)
    absences.withdraw_entry(actor=player(event, 3), entry_id=entry.pk, from_round=1)
    assert rows(entry) == [("withdrawn", 1, None, 0)]


def test_who_returns_plays_again_from_that_round():
    event = swiss(entries=5)
    entry, me = entry_of(event, 3), player(event, 3)
    absences.withdraw_entry(actor=me, entry_id=entry.pk, from_round=1)
    assert not played_round(event).seats.filter(entry=entry).exists()
    for _again in range(2):
        absences.return_entry(actor=me, entry_id=entry.pk, from_round=2)
    assert rows(entry) == [("withdrawn", 1, 1, 0)]
    assert played_round(event).seats.filter(entry=entry).exists()
    with pytest.raises(NotAway) as refused:
        absences.return_entry(actor=me, entry_id=entry.pk, from_round=4)
    assert refused.value.details == {"round": 4}


def test_returning_before_one_left_cancels_it():
    event = swiss()
    entry = entry_of(event, 3)
    absences.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=4)
    for _again in range(2):
        absences.return_entry(actor=SYSTEM, entry_id=entry.pk, from_round=3)
    assert rows(entry) == []


def test_returning_during_an_absence_before_one_left_ends_both():
    event = swiss()
    entry = entry_of(event, 3)
    absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=1, to_round=3)
    absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=4)
    absences.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=5)
    absences.return_entry(actor=SYSTEM, entry_id=entry.pk, from_round=2)
    assert rows(entry) == [("absent", 1, 1, 0), ("asked", 4, 4, 1)]


def test_a_bye_that_was_asked_for_is_not_ended_by_returning():
    event = swiss()
    entry = entry_of(event, 3)
    absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2)
    for _cancelled in range(2):
        with pytest.raises(NotAway):
            absences.return_entry(actor=SYSTEM, entry_id=entry.pk, from_round=2)
        absences.cancel_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2)


def test_an_absence_ends_sooner_by_returning():
    event = swiss()
    entry = entry_of(event, 3)
    absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=1, to_round=4)
    absences.return_entry(actor=SYSTEM, entry_id=entry.pk, from_round=3)
    assert rows(entry) == [("absent", 1, 2, 0)]


def test_nobody_returns_into_a_round_that_is_paired():
    event = swiss(entries=5)
    entry = entry_of(event, 3)
    absences.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=1)
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(RoundIsPaired):
        absences.return_entry(actor=SYSTEM, entry_id=entry.pk, from_round=1)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=1)
    absences.return_entry(actor=SYSTEM, entry_id=entry.pk, from_round=1)
    assert rows(entry) == []


# --- whom and when


def test_the_journal_says_what_was_ended_and_why():
    event = swiss()
    entry = entry_of(event, 3)
    bye = absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=5, points_x2=2)
    away = absences.add_absence(
        actor=SYSTEM, entry_id=entry.pk, from_round=2, to_round=4, reason="On a journey"
    )
    absences.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=3, reason="Ill")
    absences.return_entry(actor=SYSTEM, entry_id=entry.pk, from_round=3, reason="Well again")
    lines = JournalLine.objects.filter(subject=f"entry:{entry.pk}").order_by("seq")
    told = [(line.action, line.after, line.text) for line in lines][-4:]
    left = {"kind": "withdrawn", "from_round": 3, "to_round": None, "points_x2": 0}
    plain = {"cancelled": False}
    asked = {"kind": "asked", "from_round": 5, "to_round": 5, "points_x2": 2}
    absent = {"kind": "absent", "from_round": 2, "to_round": 4, "points_x2": 0}
    ended = [[bye.pk, 5], [away.pk, 4]]
    assert told == [
        ("entry.bye_asked", asked | plain, ""),
        ("entry.absent", absent | plain, "On a journey"),
        ("entry.withdrawn", left | plain | {"ended": ended}, "Ill"),
        ("entry.returned", left | {"cancelled": True, "back": 3}, "Well again"),
    ]


def test_players_ask_for_nothing_in_a_draft_and_staff_do():
    boss = make_user()
    event = swiss(state="registration", organiser=boss)
    entry = event.entries.order_by("pk")[2]
    Event.objects.filter(pk=event.pk).update(state="draft")
    with pytest.raises(WrongState) as refused:
        absences.ask_bye(actor=actor_of(entry.player), entry_id=entry.pk, round_number=1)
    assert refused.value.details == {"state": "draft"}
    absences.ask_bye(actor=acting(boss), entry_id=entry.pk, round_number=1)
    assert rows(entry) == [("asked", 1, 1, 1)]


def test_a_finished_event_and_an_entry_that_is_out_take_none_of_it():
    event = swiss()
    entry = entry_of(event, 3)
    for state in ("refused", "cancelled"):
        type(entry).objects.filter(pk=entry.pk).update(state=state)
        with pytest.raises(NotTakingPart) as refused:
            absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=1)
        assert refused.value.details == {"state": state}
    Event.objects.filter(pk=event.pk).update(state="finished")
    with pytest.raises(WrongState):
        absences.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=1)
    with pytest.raises(NotFound):
        absences.withdraw_entry(actor=SYSTEM, entry_id=0, from_round=1)


def test_a_bye_is_asked_for_before_the_event_begins():
    event = swiss(state="registration")
    entry = event.entries.order_by("pk")[2]
    absences.ask_bye(actor=actor_of(entry.player), entry_id=entry.pk, round_number=1)
    assert rows(entry) == [("asked", 1, 1, 1)]


def test_every_change_makes_the_table_stale_and_a_repeat_does_not():
    event = swiss()
    entry = entry_of(event, 3)

    def version():
        event.refresh_from_db()
        return event.results_version

    before = version()
    for step, do in enumerate(
        (
            lambda: absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2),
            lambda: absences.cancel_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2),
            lambda: absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=2, to_round=3),
            lambda: absences.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=2),
            lambda: absences.return_entry(actor=SYSTEM, entry_id=entry.pk, from_round=4),
        ),
        start=1,
    ):
        do()
        assert version() == before + step
        do()
        assert version() == before + step


def test_what_the_algorithms_see():
    event = swiss()
    entry = entry_of(event, 3)
    absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=2)
    absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=3)
    absences.cancel_bye(actor=SYSTEM, entry_id=entry.pk, round_number=3)
    state, _version = selectors.event_state(event.pk)
    assert state.present_entries(2) == (1, 2, 4, 5, 6)
    assert state.present_entries(3) == state.entry_numbers
