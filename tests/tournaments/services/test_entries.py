"""Entries: places and who waits for one, approval, check-in, what staff change, who sees what."""

import pytest

from tests.builders import (
    acting,
    actor_of,
    make_club,
    make_entry,
    make_event,
    make_player,
    make_user,
)
from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.models import Entry, JournalLine, Membership
from tournaments.services.entries import entries
from tournaments.services.entries.registration import EventFull, MembersOnly, RatingOutside
from tournaments.services.entries.waiting_list import WrongEntryState
from tournaments.services.events import events
from tournaments.services.events.states import ReasonNeeded, WrongState


def open_event(organiser=None, **registration):
    return make_event(
        entries=0, state="registration", organiser=organiser, registration=registration
    )


def state_of(entry):
    return Entry.objects.get(pk=entry.pk).state


def test_conditions_are_for_players_and_staff_may_waive_them():
    make_club("den")
    event = open_event(rating_min=1500, clubs=["den"], limit=1)
    member, stranger = make_player(), make_player()
    Membership.objects.create(club=selectors.get_club("den"), player=member)
    with pytest.raises(MembersOnly):
        make_entry(event, stranger, rating=1600)
    with pytest.raises(RatingOutside):
        make_entry(event, member, rating=1499)
    assert make_entry(event, member, rating=1500).state == "in"
    by_staff = entries.enter(actor=SYSTEM, event_id=event.pk, player_id=stranger.pk, rating=900)
    assert by_staff.state == "in"


def test_the_club_of_a_record_that_was_merged_into_the_player_counts():
    make_club("den")
    event = open_event(clubs=["den"])
    player, old = make_player(), make_player()
    Membership.objects.create(club=selectors.get_club("den"), player=old)
    old.merged_into = player
    old.save()
    assert make_entry(event, player).state == "in"


def test_clubs_that_do_not_exist_are_refused():
    with pytest.raises(NotFound):
        open_event(clubs=["nowhere"])


def test_a_player_asks_and_staff_answer():
    event = open_event(approval=True)
    yes, no = make_entry(event), make_entry(event)
    assert {yes.state, no.state} == {"applied"}
    for _ in range(2):
        assert entries.approve_entry(actor=SYSTEM, entry_id=yes.pk).state == "in"
    with pytest.raises(ReasonNeeded):
        entries.refuse_entry(actor=SYSTEM, entry_id=no.pk, reason=" ")
    for _ in range(2):
        refused = entries.refuse_entry(actor=SYSTEM, entry_id=no.pk, reason="Too young.")
    assert refused.state == "refused"
    line = JournalLine.objects.get(action="entry.refused")
    assert (line.after, line.text) == ({"state": "refused"}, "Too young.")
    assert JournalLine.objects.filter(action="entry.approved").count() == 1
    for judge in (entries.approve_entry, lambda **who: entries.refuse_entry(reason="x", **who)):
        with pytest.raises(NotAllowed):
            judge(actor=actor_of(yes.player), entry_id=yes.pk)


def test_asking_again_does_not_undo_a_refusal():
    event = open_event()
    entry = make_entry(event)
    entries.refuse_entry(actor=SYSTEM, entry_id=entry.pk, reason="Banned for the season.")
    again = make_entry(event, entry.player)
    assert (again.pk, again.state) == (entry.pk, "applied")
    assert entries.approve_entry(actor=SYSTEM, entry_id=entry.pk).state == "in"


def test_an_approved_player_waits_where_there_is_no_place():
    event = open_event(approval=True, limit=1)
    one, two = make_entry(event), make_entry(event)
    assert entries.approve_entry(actor=SYSTEM, entry_id=one.pk).state == "in"
    assert entries.approve_entry(actor=SYSTEM, entry_id=two.pk).state == "waiting"
    events.edit_event(
        actor=SYSTEM, event_id=event.pk, changes={"registration": {"waiting_list": False}}
    )
    three = Entry.objects.create(event=event, player=make_player(), state="applied")
    with pytest.raises(EventFull):
        entries.approve_entry(actor=SYSTEM, entry_id=three.pk)


def test_a_place_that_becomes_free_goes_to_who_waited_longest():
    event = open_event(limit=1)
    first, second, third = make_entry(event), make_entry(event), make_entry(event)
    assert [first.state, second.state, third.state] == ["in", "waiting", "waiting"]
    entries.cancel_entry(actor=actor_of(second.player), entry_id=second.pk)
    assert make_entry(event, second.player).state == "waiting"  # and now behind the third
    assert [e.pk for e in selectors.waiting_list(event)] == [third.pk, second.pk]
    for _ in range(2):
        entries.cancel_entry(actor=actor_of(first.player), entry_id=first.pk)
    assert [state_of(e) for e in (first, second, third)] == ["cancelled", "waiting", "in"]
    entries.refuse_entry(actor=SYSTEM, entry_id=third.pk, reason="No show last year.")
    assert state_of(second) == "in"
    assert JournalLine.objects.filter(action="entry.promoted").count() == 2


def test_who_leaves_the_waiting_list_frees_no_place():
    event = open_event(limit=1)
    _first, second, third = make_entry(event), make_entry(event), make_entry(event)
    entries.cancel_entry(actor=actor_of(second.player), entry_id=second.pk)
    assert state_of(third) == "waiting"


@pytest.mark.parametrize(("limit", "still"), [(1, 3), (2, 2), (3, 1), (None, 0)])
def test_raising_the_limit_lets_the_first_in(limit, still):
    event = open_event(limit=1)
    came = [make_entry(event) for _ in range(4)]
    change = {"registration": {"limit": limit}}
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes=change)
    inside = len(came) - still
    assert [state_of(entry) for entry in came] == ["in"] * inside + ["waiting"] * still


def test_lowering_the_limit_puts_nobody_out():
    event = open_event(limit=3)
    came = [make_entry(event) for _ in range(4)]
    change = {"registration": {"limit": 1}}
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes=change)
    entries.cancel_entry(actor=SYSTEM, entry_id=came[0].pk)
    assert [state_of(entry) for entry in came] == ["cancelled", "in", "in", "waiting"]


def test_what_of_the_registration_may_change_once_the_event_runs():
    event = make_event(registration={"limit": 8})

    def change(**registration):
        return events.edit_event(
            actor=SYSTEM, event_id=event.pk, changes={"registration": registration}
        )

    late = {"byes": {"limit": 2}, "note": "Lunch at one.", "closes_at": "2026-05-01T18:00:00Z"}
    changed = change(**late)
    assert changed.registration["byes"] == {"limit": 2, "points_x2": 1, "last_round": None}
    assert change(limit=8).settings_version == changed.settings_version  # it is that already
    with pytest.raises(WrongState):
        change(limit=9)
    with pytest.raises(WrongState):
        change(note="Dinner too.", check_in=True)


def test_others_do_not_cancel_for_a_player_but_their_own_link_does():
    event = open_event()
    entry, other = make_entry(event), make_entry(event)
    with pytest.raises(NotAllowed):
        entries.cancel_entry(actor=actor_of(other.player), entry_id=entry.pk)
    with pytest.raises(NotAllowed):
        entries.cancel_entry(actor=Actor("link", entry_id=other.pk), entry_id=entry.pk)
    link = Actor("link", entry_id=entry.pk)
    assert entries.cancel_entry(actor=link, entry_id=entry.pk).state == "cancelled"


def test_who_was_refused_asks_again_or_is_let_in_by_staff():
    event = make_event(state="registration", entries=0)
    entry = make_entry(event)
    entries.refuse_entry(actor=SYSTEM, entry_id=entry.pk, reason="no")
    assert make_entry(event, entry.player).state == "applied"
    entries.refuse_entry(actor=SYSTEM, entry_id=entry.pk, reason="no")
    again = entries.enter(actor=SYSTEM, event_id=event.pk, player_id=entry.player_id)
    assert (again.pk, again.state) == (entry.pk, "in")


def test_what_was_refused_or_cancelled_is_neither_checked_in_nor_cancelled_again():
    event = open_event()
    refused, gone = make_entry(event), make_entry(event)
    entries.refuse_entry(actor=SYSTEM, entry_id=refused.pk, reason="no")
    entries.cancel_entry(actor=SYSTEM, entry_id=gone.pk)
    with pytest.raises(WrongEntryState, match="refused"):
        entries.cancel_entry(actor=SYSTEM, entry_id=refused.pk)
    with pytest.raises(WrongEntryState, match="cancelled"):
        entries.approve_entry(actor=SYSTEM, entry_id=gone.pk)
    for entry in (refused, gone):
        with pytest.raises(WrongEntryState):
            entries.check_in(actor=SYSTEM, entry_id=entry.pk)


def test_checking_in_is_for_staff_keeps_the_first_time_and_may_be_undone():
    event = open_event()
    entry = make_entry(event)
    with pytest.raises(NotAllowed):
        entries.check_in(actor=actor_of(entry.player), entry_id=entry.pk)
    first = entries.check_in(actor=SYSTEM, entry_id=entry.pk).checked_in_at
    assert first is not None
    assert entries.check_in(actor=SYSTEM, entry_id=entry.pk).checked_in_at == first
    for _ in range(2):
        undone = entries.check_in(actor=SYSTEM, entry_id=entry.pk, undo=True)
    assert undone.checked_in_at is None
    actions = JournalLine.objects.filter(action__startswith="entry.check").values_list("action")
    assert [action for (action,) in actions.order_by("seq")] == [
        "entry.checked_in",
        "entry.check_in_undone",
    ]


def test_who_is_checked_in_and_cancels_has_to_check_in_again():
    event = open_event()
    entry = make_entry(event)
    entries.check_in(actor=SYSTEM, entry_id=entry.pk)
    entries.cancel_entry(actor=SYSTEM, entry_id=entry.pk)
    assert make_entry(event, entry.player).checked_in_at is None


def test_staff_change_an_entry_and_no_name_enters_the_chain():
    event = open_event()
    entry = make_entry(event, rating=1500)
    with pytest.raises(NotAllowed):
        entries.edit_entry(
            actor=actor_of(entry.player), entry_id=entry.pk, changes={"rating": 2500}
        )
    changes = {"family": "Reed", "fixed_table": 3, "rating": 1700}
    for _ in range(2):
        edited = entries.edit_entry(actor=SYSTEM, entry_id=entry.pk, changes=changes)
    assert (edited.family, edited.fixed_table, edited.rating) == ("Reed", 3, 1700)
    assert edited.rating_source == "given"
    changes["family"] = "Smith"
    entries.edit_entry(actor=SYSTEM, entry_id=entry.pk, changes=changes)
    first, second = JournalLine.objects.filter(action="entry.edited").order_by("seq")
    assert (first.text, second.text) == ("Reed", "Smith")
    hashed = str([(line.before, line.after) for line in (first, second)])
    assert "Reed" not in hashed  # neither as the new name nor as the old one
    assert "Smith" not in hashed


@pytest.mark.parametrize(
    "changes",
    [
        {"state": "in"},
        {"number": 1},
        {"fixed_table": 0},
        {"fixed_table": True},
        {"rating": "1500"},
        {"family": None},
        {"family": "x" * 201},
    ],
)
def test_changes_that_make_no_sense_are_refused(changes):
    entry = make_entry(open_event())
    with pytest.raises(InvalidInput):
        entries.edit_entry(actor=SYSTEM, entry_id=entry.pk, changes=changes)


def test_a_rating_is_fixed_by_the_start_a_table_is_not():
    event = make_event()
    entry = event.entries.get(number=1)
    before = event.results_version
    with pytest.raises(WrongState):
        entries.edit_entry(actor=SYSTEM, entry_id=entry.pk, changes={"rating": 1})
    entries.edit_entry(actor=SYSTEM, entry_id=entry.pk, changes={"fixed_table": 2})
    event.refresh_from_db()
    assert event.results_version == before + 1  # the next pairing sees it
    line = JournalLine.objects.latest("pk")
    assert line.after == {"fixed_table": 2, "changed": ["fixed_table"]}
    assert (line.text, line.text_hash) == ("", "")


def test_a_rating_that_staff_state_is_theirs_to_state():
    event = open_event(rating_min=2000)
    player = make_player()
    with pytest.raises(NotAllowed):
        make_entry(event, player, rating=2100, rating_source="given")
    entry = entries.enter(
        actor=SYSTEM, event_id=event.pk, player_id=player.pk, rating=1500, rating_source="given"
    )
    entries.cancel_entry(actor=SYSTEM, entry_id=entry.pk)
    with pytest.raises(RatingOutside):  # entering again does not wash it off
        make_entry(event, player, rating=2100, rating_source="pool:tak")


def test_who_is_not_in_is_seen_by_staff_and_themselves():
    organiser = make_user()
    event = open_event(organiser, limit=1)
    inside, waiting, other = make_entry(event), make_entry(event), make_entry(event)
    entries.edit_entry(actor=SYSTEM, entry_id=inside.pk, changes={"family": "Reed"})

    def seen(actor):
        shown = selectors.visible_entries(event, actor)
        return {entry.pk: vars(entry)["family_for_staff"] for entry in shown}

    assert seen(acting(make_user())) == {inside.pk: None}
    assert seen(Actor("anonymous")) == {inside.pk: None}
    assert seen(actor_of(waiting.player)) == {inside.pk: None, waiting.pk: None}
    assert seen(Actor("link", entry_id=other.pk)) == {inside.pk: None, other.pk: None}
    assert seen(acting(organiser)) == {inside.pk: "Reed", waiting.pk: "", other.pk: ""}
    with pytest.raises(NotFound):
        selectors.get_entry(event, waiting.pk, actor_of(other.player))


def test_events_are_listed_by_those_who_are_in():
    event = open_event(limit=1)
    inside, waiting = make_entry(event), make_entry(event)
    listed = selectors.visible_events(SYSTEM)
    assert list(selectors.entered_events(listed, inside.player.public_id)) == [event]
    assert list(selectors.entered_events(listed, waiting.player.public_id)) == []
