"""The entry of a personal link, in plain values."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournaments.choices import EntryStatus, EventStatus
from tournaments.models import Entry, Event, JournalLine
from tournaments.selectors.people.people import resolve

# Refused and cancelled entries have no links.
LINKED_STATES = (EntryStatus.APPLIED, EntryStatus.WAITING, EntryStatus.IN)


@dataclass(frozen=True, slots=True)
class LinkEntry:
    """finished_at: None unless the event is finished."""

    entry_id: int
    number: int | None
    state: str
    player_id: int  # after merges
    player_public_id: str
    name: str
    event: Event
    time_zone: str  # of the player; empty: that of the event
    finished_at: datetime | None


def get_link_entry(entry_id: int) -> LinkEntry | None:
    """None for an entry that has no link. Two queries."""
    rows = Entry.objects.select_related("event", "player__merged_into")
    entry = rows.filter(pk=entry_id, state__in=LINKED_STATES).first()
    if entry is None:
        return None
    player = resolve(entry.player)
    return LinkEntry(
        entry_id=entry.pk,
        number=entry.number,
        state=entry.state,
        player_id=player.pk,
        player_public_id=player.public_id,
        name=player.name,
        event=entry.event,
        time_zone=player.time_zone,
        finished_at=_finished_at(entry.event),
    )


def linkable_entries(event_id: int) -> "QuerySet[Entry]":
    """Entries of an event that may have a link, by number, then by name."""
    rows = Entry.objects.filter(event_id=event_id, state__in=LINKED_STATES)
    return rows.select_related("player__merged_into", "player__user").order_by(
        "number", "player__name", "pk"
    )


def _finished_at(event: Event) -> datetime | None:
    if event.state != EventStatus.FINISHED:
        return None
    scope = f"event:{event.slug}"
    lines = JournalLine.objects.filter(scope=scope, action="event.finished").order_by("-seq")
    return lines.values_list("at", flat=True).first()
