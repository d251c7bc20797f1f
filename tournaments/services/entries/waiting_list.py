"""The states of entries, and free places.

Not here: permissions, which the services in entries.py and events.py check.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import EntryStatus, EventStatus
from tournaments.documents import Document
from tournaments.errors import DomainError, require_found
from tournaments.models import Entry, Event
from tournaments.services import journal
from tournaments.services.entries.entry_rules import entry_note
from tournaments.services.entries.late_entries import join_stage
from tournaments.services.entries.registration import IN, WAITING, registration_settings
from tournaments.services.events.states import lock_event
from tournaments.services.rounds.results import bump_results

REFUSED, CANCELLED = EntryStatus.REFUSED, EntryStatus.CANCELLED
PRESENT_IN = (IN, WAITING)  # states that keep the time of check-in


class WrongEntryState(DomainError):
    code = "entry_state"
    message = _("This cannot be done with an entry that is {state}.")


class PlacesTaken(DomainError):
    code = "places_taken"
    message = _("Other players have the places by now.")


def lock_entry(entry_id: int) -> tuple[Event, Entry]:
    """Lock the event of an entry, then read the entry."""
    event_id = require_found(
        Entry.objects.filter(pk=entry_id).values_list("event_id", flat=True).first(),
        "entry",
        entry_id,
    )
    event = lock_event(event_id)
    return event, Entry.objects.select_related("player__merged_into").get(pk=entry_id)


def count_in(event: Event) -> int:
    return event.entries.filter(state=IN).count()


def entries_not_checked_in(event: Event) -> list[Entry]:
    """Players in who are not checked in; empty if the event does not use the check-in."""
    entries = list(selectors.event_entries(event).filter(state=IN))
    missing = [entry for entry in entries if entry.checked_in_at is None]
    is_required = registration_settings(event.registration)["check_in"]
    return missing if is_required or len(missing) < len(entries) else []


def set_state(
    actor: Actor,
    event: Event,
    entry: Entry,
    state: str,
    *,
    action: str,
    after: Mapping[str, object] | None = None,
    reason: str = "",
) -> None:
    """Set the state of an entry; one that gets in while the event runs joins the stage."""
    before = _put_state(entry, state)
    entry.save()
    written = {**(after or {}), "state": state}
    late = state == IN and event.state == EventStatus.RUNNING
    if late:
        written |= join_stage(event, entry)
    journal_entry(actor, event, entry, action, before=before, after=written, text=reason)
    if late:
        bump_results(event.pk)


def set_states(
    actor: Actor, event: Event, entries: Sequence[Entry], state: str, *, action: str
) -> None:
    """As `set_state` for each of these entries, of an event that has not begun.

    They all had the same state. The statements grow by batches.
    """
    before = [_put_state(entry, state) for entry in entries]
    columns: dict[str, Any] = {"state": state}
    if state not in PRESENT_IN:
        columns["checked_in_at"] = None
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(**columns)
    journal.write_all(
        actor,
        [
            entry_note(event, entry, action, before=was, after={"state": state})
            for entry, was in zip(entries, before, strict=True)
        ],
    )


def _put_state(entry: Entry, state: str) -> Document | None:
    """Set the state of an entry, not stored yet; what the journal says of it before."""
    before: Document | None = {"state": entry.state} if entry.pk else None
    entry.state = state
    if state not in PRESENT_IN and entry.checked_in_at is not None:
        before = {**(before or {}), "checked_in_at": entry.checked_in_at.isoformat()}
        entry.checked_in_at = None
    return before


def fill_free_places(actor: Actor, event: Event, *, only_present: bool = False) -> None:
    """Give free places to the first on the waiting list.

    The Event is locked and has not begun.

    only_present: skip those who are not checked in.
    """
    limit = registration_settings(event.registration)["limit"]
    waiting = selectors.waiting_list(event)
    if only_present:
        waiting = [entry for entry in waiting if entry.checked_in_at is not None]
    free = len(waiting) if limit is None else max(0, limit - count_in(event))
    set_states(actor, event, waiting[:free], IN, action="entry.promoted")


def cancel_absent_entries(actor: Actor, event: Event) -> list[int]:
    """Cancel entries that are in without check-in; returns their ids. The Event is locked.

    Their places go to checked-in entries of the waiting list.
    """
    absent = list(event.entries.filter(state=IN, checked_in_at__isnull=True).order_by("pk"))
    set_states(actor, event, absent, CANCELLED, action="entry.left_out")
    fill_free_places(actor, event, only_present=True)
    return [entry.pk for entry in absent]


def journal_entry(
    actor: Actor,
    event: Event,
    entry: Entry,
    action: str,
    *,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    text: str = "",
) -> None:
    note = entry_note(event, entry, action, before=before, after=after, text=text)
    journal.write_all(actor, [note])
