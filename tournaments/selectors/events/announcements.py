"""Announcements: who may read which, and whom one would reach."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q, QuerySet

from tournaments.actor import Actor
from tournaments.chain.links import write_time
from tournaments.choices import (
    FINISHED_SLOTS,
    AnnouncedTo,
    EntryStatus,
    RoundStatus,
    SlotStatus,
)
from tournaments.documents import Document
from tournaments.models import Addressee, Announcement, Entry, Event, GameSlot, Round
from tournaments.selectors.events.events import is_staff_of
from tournaments.selectors.people.people import of_account

TOLD = (EntryStatus.APPLIED, EntryStatus.WAITING, EntryStatus.IN)
OF_A_ROUND = (AnnouncedTo.ROUND, AnnouncedTo.PLAYING)


def visible_announcements(event: Event, actor: Actor) -> "QuerySet[Announcement]":
    """What the actor may read, the newest first: those to all, and to a group they were in.

    Staff read all of them, also withdrawn ones.
    """
    rows = event.announcements.order_by("-pk")
    if is_staff_of(actor, event.pk):
        return rows.annotate(people=Count("addressees"))
    mine = Q(to=AnnouncedTo.ALL)
    if (own := _own_entries(event, actor)) is not None:
        mine |= Q(pk__in=Announcement.objects.filter(addressees__entry__in=own).values("pk"))
    return rows.filter(mine, withdrawn_at=None)


def _own_entries(event: Event, actor: Actor) -> "QuerySet[Entry] | None":
    """Their entries in the event; None for who can have none."""
    mine = Q()
    if actor.user_id is not None:
        mine |= of_account(actor.user_id)
    if actor.entry_id is not None:
        mine |= Q(pk=actor.entry_id)
    return Entry.objects.filter(mine, event=event) if mine else None


def describe_announcements(rows: Iterable[Announcement]) -> list[Document]:
    """Rows of `visible_announcements`. people: how many it was for; null if not for the reader."""
    return [
        {
            "id": row.pk,
            "at": row.at,
            "text": row.text,
            "to": row.to,
            "round": row.round,
            "people": getattr(row, "people", None),
            "withdrawn_at": row.withdrawn_at,
        }
        for row in rows
    ]


def running_round(event: Event) -> int | None:
    """The number of the round that is being played, the latest of several."""
    rounds = Round.objects.filter(event=event, state=RoundStatus.PUBLISHED)
    return rounds.order_by("-number").values_list("number", flat=True).first()


def _running_rounds(event: Event) -> "QuerySet[Round]":
    """The running round as rows: one or none."""
    number = running_round(event)
    return Round.objects.filter(event=event, number=number) if number else Round.objects.none()


def addressed_entries(event: Event, to: str) -> "QuerySet[Entry]":
    """The entries that a group consists of now.

    playing: with an unfinished game in the running round. owing: with an open game, of any round,
    that nobody reported and that was not postponed.
    """
    entries = Entry.objects.filter(event=event)
    if to == AnnouncedTo.ALL:
        return entries.filter(state__in=TOLD)
    if to == AnnouncedTo.ROUND:
        return entries.filter(seats__round__in=_running_rounds(event)).distinct()
    slots = GameSlot.objects.filter(pairing__round__event=event)
    if to == AnnouncedTo.PLAYING:
        slots = slots.filter(pairing__round__in=_running_rounds(event))
        slots = slots.exclude(state__in=FINISHED_SLOTS)
    else:
        slots = slots.exclude(pairing__round__state=RoundStatus.DRAFT)
        slots = slots.filter(state=SlotStatus.OPEN)
    return entries.filter(seats__pairing__slots__in=slots).distinct()


def announcement_reach(event: Event) -> Document:
    """How many people each group has now, and the running round."""
    return {
        "round": running_round(event),
        "reach": [
            {"to": to.value, "people": addressed_entries(event, to).count()} for to in AnnouncedTo
        ],
    }


def entries_addressed(announcement_id: int) -> list[int]:
    """The entries that an announcement was for when it was made."""
    told = Addressee.objects.filter(announcement=announcement_id)
    return list(told.order_by("pk").values_list("entry_id", flat=True))


def announcement_texts(announcement_ids: Iterable[int]) -> dict[int, str]:
    """The texts of announcements; withdrawn ones are left out."""
    rows = Announcement.objects.filter(pk__in=set(announcement_ids), withdrawn_at=None)
    return dict(rows.values_list("pk", "text"))


def announcement_parts(event: Event, sealed: dict[str, Any]) -> dict[str, list[Document]]:
    """The part of the archive by name; none of an event without announcements.

    entries: whom one was for, by number. The texts are sealed.
    """
    rows = event.announcements.order_by("pk").prefetch_related("addressees__entry")
    found: list[Document] = []
    for number, row in enumerate(rows, start=1):
        sealed[f"announcement:{number}"] = {"text": row.text}
        people = (each.entry.number for each in row.addressees.all())
        found.append(
            {
                "announcement": number,
                "at": write_time(row.at),
                "to": row.to,
                "round": row.round,
                "withdrawn_at": row.withdrawn_at and write_time(row.withdrawn_at),
                "entries": sorted(each for each in people if each is not None),
            }
        )
    return {"announcements.ndjson": found} if found else {}
