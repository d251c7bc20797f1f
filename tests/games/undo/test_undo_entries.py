"""Undoing approvals, refusals and other changes of an entry."""

import pytest

from games.undo.undo import NothingToUndo, undo_action
from tests.builders import actor_of, make_entry, make_player
from tests.games.undo.undoing import (
    assert_consistent,
    entry_of_place,
    last_line,
    offered,
    settle,
    state_of,
    undo_last,
)
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.services.entries import entries, waiting_list
from tournaments.services.entries.entries import EventBegun
from tournaments.services.events import events

EVENT = {"state": "registration"}


def test_an_approval_is_taken_back_once_and_the_player_asks_again(actor, event):
    settle(event, approval=True)
    entry = make_entry(event)
    entries.approve_entry(actor=actor, entry_id=entry.pk)
    line = last_line(event).seq
    assert undo_last(actor, event) == "entry.approved"
    assert state_of(entry) == "applied"
    assert last_line(event).action == "entry.judgement_undone"
    assert offered(event) == [], "what was undone is not undone in turn"
    with pytest.raises(NothingToUndo):
        undo_action(actor=actor, event_id=event.pk, line=line)
    assert_consistent(event)


def test_decisions_on_one_player_are_undone_one_after_another(actor, event):
    settle(event, approval=True)
    entry = make_entry(event)
    entries.refuse_entry(actor=actor, entry_id=entry.pk, reason="no")
    entries.approve_entry(actor=actor, entry_id=entry.pk)
    entries.refuse_entry(actor=actor, entry_id=entry.pk, reason="no after all")
    assert offered(event)[-1] == "entry.refused"
    states = []
    for _press in range(3):
        undo_last(actor, event)
        states.append(state_of(entry))
    assert states == ["in", "refused", "applied"]
    assert offered(event) == []
    assert_consistent(event)


def test_a_place_that_went_to_another_is_not_taken_from_them(actor, event):
    settle(event, limit=4)
    entry, waits = entry_of_place(event, 1), make_entry(event)
    entries.check_in(actor=SYSTEM, entry_id=entry.pk)
    entries.refuse_entry(actor=actor, entry_id=entry.pk, reason="wrong one")
    assert state_of(waits) == "in", "the first of the list moved up"
    with pytest.raises(waiting_list.PlacesTaken):
        undo_last(actor, event)
    assert (state_of(entry), state_of(waits)) == ("refused", "in")
    entries.cancel_entry(actor=actor_of(waits.player), entry_id=waits.pk)
    assert undo_last(actor, event) == "entry.refused"
    assert state_of(entry) == "in"
    assert entry.checked_in_at is not None, "who had come has come"


def test_who_was_refused_by_mistake_has_the_old_place_on_the_list(actor, event):
    settle(event, limit=4)
    first, second = make_entry(event), make_entry(event)
    entries.refuse_entry(actor=actor, entry_id=first.pk, reason="wrong one")
    undo_last(actor, event)
    assert [each.pk for each in selectors.waiting_list(event)] == [first.pk, second.pk]


def test_a_place_that_an_undone_approval_frees_goes_to_who_waits(actor, event):
    settle(event, limit=5, approval=True)
    one, other = make_entry(event), make_entry(event)
    entries.approve_entry(actor=actor, entry_id=one.pk)
    entries.approve_entry(actor=SYSTEM, entry_id=other.pk)
    assert state_of(other) == "waiting"
    undo_last(actor, event)
    assert (state_of(one), state_of(other)) == ("applied", "in")


def test_what_the_player_did_since_is_theirs(actor, event):
    settle(event, approval=True)
    entry, other = make_entry(event), make_entry(event)
    entries.approve_entry(actor=actor, entry_id=entry.pk)
    line = last_line(event).seq
    entries.cancel_entry(actor=actor_of(entry.player), entry_id=entry.pk)
    entries.refuse_entry(actor=actor, entry_id=other.pk, reason="no")
    entries.enter(actor=actor_of(other.player), event_id=event.pk, player_id=other.player_id)
    assert state_of(other) == "applied"
    assert offered(event) == []
    with pytest.raises(NothingToUndo):
        undo_action(actor=actor, event_id=event.pk, line=line)


def test_whom_staff_entered_and_refused_is_in_again_then_gone(actor, event):
    player = make_player()
    entry = entries.enter(actor=actor, event_id=event.pk, player_id=player.pk)
    entries.refuse_entry(actor=actor, entry_id=entry.pk, reason="no")
    assert (undo_last(actor, event), state_of(entry)) == ("entry.refused", "in")
    assert (undo_last(actor, event), state_of(entry)) == ("entry.added", "cancelled")
    assert offered(event) == []


def test_who_asks_again_after_staff_entered_and_refused_them_is_left_alone(actor, event):
    player = make_player()
    entry = entries.enter(actor=actor, event_id=event.pk, player_id=player.pk)
    entries.refuse_entry(actor=actor, entry_id=entry.pk, reason="no")
    entries.enter(actor=actor_of(player), event_id=event.pk, player_id=player.pk)
    assert (state_of(entry), offered(event)) == ("applied", [])


def test_nobody_is_put_out_of_an_event_that_has_begun(actor, event):
    settle(event, approval=True)
    entry, late = make_entry(event), make_entry(event)
    entries.approve_entry(actor=actor, entry_id=entry.pk)
    events.start(actor=SYSTEM, event_id=event.pk)
    assert offered(event) == []
    with pytest.raises(EventBegun):
        entries.undo_judgement(actor=actor, entry_id=entry.pk, state="applied")
    entries.refuse_entry(actor=actor, entry_id=late.pk, reason="too late")
    assert undo_last(actor, event) == "entry.refused"
    assert state_of(late) == "applied"
    assert_consistent(event)


def test_each_change_of_an_entry_is_undone_by_itself(actor, event):
    entry = entry_of_place(event, 1)
    for table in (3, 5):
        entries.edit_entry(actor=actor, entry_id=entry.pk, changes={"fixed_table": table})
    tables = []
    for _press in range(2):
        undo_last(actor, event)
        entry.refresh_from_db()
        tables.append(entry.fixed_table)
    assert tables == [3, None]
    assert offered(event) == []
