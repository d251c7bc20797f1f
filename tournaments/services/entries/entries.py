"""Entries: who asks to take part, who waits, who is in, who came."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import BEFORE_START
from tournaments.documents import Document
from tournaments.errors import DomainError, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Entry, Event, Membership, Player
from tournaments.selectors.events.events import JUDGEMENT_UNDONE
from tournaments.selectors.people.people import entries_of_players
from tournaments.services.entries.entry_rules import (
    ASKED,
    GIVEN,
    edit_of,
    entry_as_json,
    is_entered,
    is_made_for,
    rated_entry,
    require_entries,
)
from tournaments.services.entries.registration import (
    APPLIED,
    IN,
    WAITING,
    Applicant,
    EventFull,
    initial_state,
    registration_settings,
)
from tournaments.services.entries.waiting_list import (
    CANCELLED,
    REFUSED,
    PlacesTaken,
    WrongEntryState,
    count_in,
    fill_free_places,
    journal_entry,
    lock_entry,
    set_state,
)
from tournaments.services.events.states import (
    FINISHED,
    RUNNING,
    ReasonNeeded,
    WrongState,
    lock_event,
)
from tournaments.services.rounds.results import bump_results


class EventBegun(DomainError):
    code = "event_begun"
    message = _("The event has begun. Withdraw from the rounds to come instead.")


@in_transaction
def enter(
    *,
    actor: Actor,
    event_id: int,
    player_id: int,
    rating: int | None = None,
    rating_source: str = "",
) -> Entry:
    """Enter a player; players enter themselves while the registration is open, staff anybody.

    What becomes of players who enter themselves the event's registration says; whom staff
    enter is in, and in an event that runs is a late entry. Entering twice is one entry; one that
    was refused or cancelled may be made again. Locks Event.

    :raises WrongState: the event takes no entries.
    :raises NoLateEntries: the event runs, and what is played now takes nobody any more.
    :raises DomainError: as `registration.initial_state`.
    """
    event = lock_event(event_id)
    player = get_row(Player.objects.select_related("merged_into"), "player", pk=player_id)
    player = selectors.resolve(player)
    permissions.require(actor, "event.enter", (event, player.pk))
    staff = permissions.may(actor, "entry.add", event)
    if rating_source == GIVEN:
        permissions.require(actor, "entry.add", event)
    known = entries_of_players(event, [player.pk]).get(player.pk)
    if known is not None and is_entered(known, staff=staff):
        return known
    require_entries(event, staff=staff)
    entry = rated_entry(event, player, known, rating=rating, source=rating_source)
    state = IN if staff else _verdict(event, entry)
    if entry.state == REFUSED and not staff:
        state = APPLIED  # asking again does not undo a refusal
    after = entry_as_json(entry, player)
    set_state(actor, event, entry, state, action="entry.added", after=after)
    if staff and is_made_for(event, player, actor):
        player.made_by_event = event
        player.save(update_fields=["made_by_event"])
    return entry


@in_transaction
def approve_entry(*, actor: Actor, entry_id: int) -> Entry:
    """Let somebody in who asked or was refused; on the waiting list where there is no place.

    Repeating it is harmless. Locks Event.

    :raises EventFull: there is neither a place nor a waiting list.
    """
    event, entry = lock_entry(entry_id)
    permissions.require(actor, "entry.judge", entry)
    if entry.state in (IN, WAITING):
        return entry
    if entry.state == CANCELLED:
        raise WrongEntryState(state=entry.state)
    _require_open(event)
    settings = registration_settings(event.registration)
    full = settings["limit"] is not None and count_in(event) >= settings["limit"]
    if full and not settings["waiting_list"]:
        raise EventFull(limit=settings["limit"])
    set_state(actor, event, entry, WAITING if full else IN, action="entry.approved")
    return entry


@in_transaction
def refuse_entry(*, actor: Actor, entry_id: int, reason: str) -> Entry:
    """Say no to somebody who asked, waits, or is in an event that has not begun. Locks Event.

    Repeating it is harmless. A place that becomes free goes to the waiting list.

    :raises ReasonNeeded: `reason` is empty.
    """
    event, entry = lock_entry(entry_id)
    permissions.require(actor, "entry.judge", entry)
    if entry.state == REFUSED:
        return entry
    if not reason.strip():
        raise ReasonNeeded
    _leave(actor, event, entry, REFUSED, action="entry.refused", reason=reason)
    return entry


@in_transaction
def undo_judgement(
    *, actor: Actor, entry_id: int, state: str, checked_in_at: datetime | None = None
) -> Entry:
    """Give an entry that was approved or refused the state that it had before. Locks Event.

    checked_in_at: when the player had come, if it was in or waited. Who waits again has the old
    place on the list. Repeating it is harmless.

    :raises WrongEntryState: it was cancelled since.
    :raises EventBegun: it is in, or was, and the event has begun.
    :raises PlacesTaken: it was in, and there is no place any more.
    """
    event, entry = lock_entry(entry_id)
    permissions.require(actor, "entry.judge", entry)
    if entry.state == state:
        return entry
    if entry.state == CANCELLED:
        raise WrongEntryState(state=entry.state)
    _require_open(event)
    if IN in (entry.state, state) and event.state not in BEFORE_START:
        raise EventBegun
    limit = registration_settings(event.registration)["limit"]
    if state == IN and limit is not None and count_in(event) >= limit:
        raise PlacesTaken
    was_in = entry.state == IN
    entry.checked_in_at = checked_in_at
    set_state(actor, event, entry, state, action=JUDGEMENT_UNDONE)
    if was_in:
        fill_free_places(actor, event)
    return entry


@in_transaction
def cancel_entry(*, actor: Actor, entry_id: int) -> Entry:
    """Take an entry back, before the event begins if it is in. Locks Event.

    Repeating it is harmless. A place that becomes free goes to the waiting list.

    :raises EventBegun: it is in and has a number; `withdraw_entry` is the way then.
    """
    event, entry = lock_entry(entry_id)
    permissions.require(actor, "entry.cancel", entry)
    if entry.state != CANCELLED:
        _leave(actor, event, entry, CANCELLED, action="entry.cancelled")
    return entry


@in_transaction
def check_in(*, actor: Actor, entry_id: int, undo: bool = False) -> Entry:
    """Note that a player who is in or waits has come, or has not after all. Locks Event.

    Repeating it is harmless, and keeps the first time.
    """
    event, entry = lock_entry(entry_id)
    permissions.require(actor, "entry.check_in", entry)
    if entry.state not in (IN, WAITING):
        raise WrongEntryState(state=entry.state)
    if event.state not in BEFORE_START:
        raise WrongState(state=event.state)
    if (entry.checked_in_at is None) == undo:
        return entry
    entry.checked_in_at = None if undo else timezone.now()
    entry.save(update_fields=["checked_in_at"])
    journal_entry(actor, event, entry, "entry.check_in_undone" if undo else "entry.checked_in")
    return entry


@in_transaction
def edit_entry(*, actor: Actor, entry_id: int, changes: Mapping[str, object]) -> Entry:
    """Change `family`, `fixed_table` or, before the start, `rating`. Locks Event.

    A rating that is given here stays; null lets the rating list say it again.

    :raises InvalidInput: there is no such field, or the value makes no sense.
    """
    event, entry = lock_entry(entry_id)
    permissions.require(actor, "entry.edit", entry)
    edit = edit_of(event, entry, changes)
    if edit is None:
        return entry
    for name, value in edit.changes.items():
        setattr(entry, name, value)
    entry.save(update_fields=list(edit.changes))
    contents: Document = {"before": edit.before, "after": edit.after, "text": edit.text}
    journal_entry(actor, event, entry, "entry.edited", **contents)
    if event.state == RUNNING:
        bump_results(event.pk)
    return entry


def _require_open(event: Event) -> None:
    if event.state == FINISHED:
        raise WrongState(state=event.state)


def _verdict(event: Event, entry: Entry) -> str:
    clubs = Membership.objects.filter(
        Q(player=entry.player) | Q(player__merged_into=entry.player)
    ).values_list("club__slug", flat=True)
    return initial_state(
        registration_settings(event.registration),
        Applicant(entry.rating, frozenset(clubs)),
        now=timezone.now(),
        count_in=count_in(event),
    )


def _leave(
    actor: Actor, event: Event, entry: Entry, state: str, *, action: str, reason: str = ""
) -> None:
    if entry.state not in (*ASKED, IN):
        raise WrongEntryState(state=entry.state)
    _require_open(event)
    was_in = entry.state == IN
    if was_in and event.state not in BEFORE_START:
        raise EventBegun
    set_state(actor, event, entry, state, action=action, reason=reason)
    if was_in:
        fill_free_places(actor, event)
