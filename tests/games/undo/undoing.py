"""Players who ask for places, the last action undone, and what an undo leaves behind."""

from games.undo.undo import last_action, undo_action, undoable_actions
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.integrity import check_event
from tournaments.models import Event
from tournaments.services import journal_checks
from tournaments.services.events import events


def undo_last(actor, event):
    """Undo the last action; return what it was."""
    event.refresh_from_db()
    act = last_action(actor, event)
    assert act is not None
    undo_action(actor=actor, event_id=event.pk, line=act.line.seq)
    return act.line.action


def offered(event):
    """The actions that can be undone, the latest first."""
    return [act.line.action for act in undoable_actions(Event.objects.get(pk=event.pk))]


def last_line(event):
    return selectors.journal_of(event)[0]


def assert_consistent(event):
    assert check_event(event.pk) == []
    assert journal_checks.check_scope(f"event:{event.slug}") == []


def settle(event, **registration):
    """Set how players are let in, as the system: staff cannot undo that."""
    changes = {"registration": registration}
    events.edit_event(actor=SYSTEM, event_id=event.pk, changes=changes)


def state_of(entry):
    entry.refresh_from_db()
    return entry.state


def entry_of_place(event, place):
    return event.entries.order_by("pk")[place - 1]
