"""The facts of an event as an archive has them: entries by number, and no row ids but the slots'.

Names and free texts are kept apart, in `sealed`, under ids that say what they belong to. Drafts
are left out. Entries without a number, such as those refused, are left out too.
"""

from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import date, time
from typing import Any, NamedTuple

from tournaments.chain.links import text_digest, write_time
from tournaments.choices import RoundStatus
from tournaments.documents import Document
from tournaments.models import (
    Absence,
    Adjustment,
    Entry,
    Event,
    GameSlot,
    JournalLine,
    Pairing,
    Publication,
    Result,
    Round,
)
from tournaments.selectors.events.announcements import announcement_parts
from tournaments.selectors.events.journal import journal_head
from tournaments.selectors.events.state import event_states
from tournaments.selectors.ladder.archive import ladder_parts
from tournaments.selectors.people.people import resolve
from tournaments.selectors.prizes.archive import prize_parts
from tournaments.selectors.team_archive import matches_of_round, teams_of_event
from tournaments.standings.table import standings_document

EVENT_COLUMNS = (
    "slug", "public_id", "game", "ruleset", "time_control", "time_zone", "match", "confirm",
    "state", "visibility",
)  # fmt: skip
TEXT_COLUMNS = ("name", "venue", "address", "contact", "entry_fee", "description")
# Moments of a round and of its slots.
ROUND_TIMES, SLOT_TIMES = ("opens_at", "closes_at"), ("due_at", "play_at")
ABSENCE_COLUMNS = ("from_round", "to_round", "kind", "points_x2")  # fmt: skip


class EventFacts(NamedTuple):
    """parts: JSON values by the name of the part. sealed: values by id."""

    parts: dict[str, Any]
    sealed: dict[str, Any]


def event_facts(event: Event) -> EventFacts:
    """Everything that tournaments know of an event."""
    states, _version = event_states(event.pk)
    sealed: dict[str, Any] = {"event": {name: getattr(event, name) for name in TEXT_COLUMNS}}
    head = journal_head(event)
    about = {name: getattr(event, name) for name in EVENT_COLUMNS}
    about |= {
        "starts_on": _iso(event.starts_on),
        "start_time": _iso(event.start_time),
        "byes": event.registration.get("byes"),
    }
    parts: dict[str, Any] = {
        "event.json": {
            **about,
            "journal": str(head) if head else None,
            **teams_of_event(event, sealed),
        },
        # Line-ups of the next round are hidden until it is published.
        "states.json": [asdict(replace(state, lineups=())) for state in states],
        "standings.json": standings_document(states),
        "entries.ndjson": _entries(event, sealed),
        "stages.ndjson": _stages(event),
        "absences.ndjson": _absences(event),
        **ladder_parts(event),
        "rounds.ndjson": _rounds(event, sealed),
        "results.ndjson": _results(event, sealed),
        "adjustments.ndjson": _adjustments(event, sealed),
        **prize_parts(event, sealed),
        **announcement_parts(event, sealed),
        "publications.ndjson": _publications(event),
        "journal.ndjson": _journal(event, sealed),
    }
    return EventFacts(parts, sealed)


def _iso(value: date | time | None) -> str | None:
    return value.isoformat() if value else None


def _moments(row: Round | GameSlot, names: Iterable[str]) -> dict[str, str | None]:
    """Times of a row as texts."""
    found = {name: getattr(row, name) for name in names}
    return {name: at and write_time(at) for name, at in found.items()}


def _stages(event: Event) -> list[Document]:
    """Stages with their entries, as `[entry, group, seed, start_points_x2, rank, why]`."""
    columns = ("entry__number", "group", "seed", "start_points_x2", "decided_rank", "decided_why")
    return [
        {
            "stage": row.number,
            "system": row.system,
            "options": row.options,
            "state": row.state,
            "entries": [
                list(each)
                for each in row.stage_entries.filter(entry__number__isnull=False)
                .order_by("seed")
                .values_list(*columns)
            ],
        }
        for row in event.stages.order_by("number")
    ]


def _absences(event: Event) -> list[Document]:
    rows = Absence.objects.filter(entry__event=event, entry__number__isnull=False)
    return [
        {
            "entry": row.entry.number,
            **{name: getattr(row, name) for name in ABSENCE_COLUMNS},
            "cancelled": row.cancelled_at is not None,
        }
        for row in rows.order_by("entry__number", "pk").select_related("entry")
    ]


def _entries(event: Event, sealed: dict[str, Any]) -> list[Document]:
    rows = Entry.objects.filter(event=event, number__isnull=False).order_by("number")
    found = []
    for row in rows.select_related("player__merged_into"):
        player = resolve(row.player)
        sealed[f"person:{row.number}"] = {"name": player.name, "family": row.family}
        found.append(
            {
                "entry": row.number,
                "player": player.public_id,
                "state": row.state,
                "rating": row.rating,
                "rating_source": row.rating_source,
                "fixed_table": row.fixed_table,
                "forgotten": player.anonymised_at is not None,
            }
        )
    return found


def _rounds(event: Event, sealed: dict[str, Any]) -> list[Document]:
    """Published rounds with their proofs and pairings, each by leg, table and seats."""
    found = []
    rounds = event.rounds.exclude(state=RoundStatus.DRAFT).order_by("number")
    for row in rounds.select_related("stage"):
        if row.proof_staff is not None:
            sealed[f"staff:{row.number}"] = row.proof_staff
        found.append(
            {
                "round": row.number,
                "stage": row.stage.number,
                "legs": row.legs,
                "kind": row.kind,
                "state": row.state,
                **_moments(row, ROUND_TIMES),
                "proof": row.proof,
                "proof_hash": row.proof_hash,
                "pairings": _pairings(row),
                **matches_of_round(row, sealed),
            }
        )
    return found


def _pairings(round_: Round) -> list[Document]:
    rows = Pairing.objects.filter(round=round_).prefetch_related("seats__entry", "slots")
    found = [
        {
            "leg": row.leg,
            "table": row.table,
            "group": row.group,
            "kind": row.kind,
            "bracket": row.bracket,
            "seats": [seat.entry.number for seat in row.seats_from(1)],
            **_berserk(row),
            "slots": [
                {
                    "id": slot.pk,
                    "number": slot.number,
                    "kind": slot.kind,
                    "first_seat": slot.first_seat,
                    "ruleset": slot.ruleset,
                    "time_control": slot.time_control,
                    "state": slot.state,
                    **_moments(slot, SLOT_TIMES),
                    "proposed_by": slot.proposed_by,
                }
                for slot in sorted(row.slots.all(), key=lambda slot: slot.number)
            ],
        }
        for row in rows
    ]
    return sorted(found, key=_place)


def _berserk(pairing: Pairing) -> Document:
    """By seat, when its player halved the own time; nothing where nobody did."""
    found = [
        [seat.order, write_time(seat.berserk_at)]
        for seat in pairing.seats_from(1)
        if seat.berserk_at is not None
    ]
    return {"berserk": found} if found else {}


def _place(pairing: Document) -> tuple[Any, ...]:
    return pairing["leg"], pairing["table"] or 10**9, pairing["seats"]


def _results(event: Event, sealed: dict[str, Any]) -> list[Document]:
    """All revisions by slot; `current` is the one that counts."""
    rows = Result.objects.filter(slot__pairing__round__event=event)
    rows = rows.exclude(slot__pairing__round__state=RoundStatus.DRAFT)
    found: list[Document] = []
    for row in rows.order_by("slot", "revision").prefetch_related("seats"):
        if row.reason:
            sealed[f"result:{row.slot_id}:{row.revision}"] = {"reason": row.reason}
        seats = sorted(row.seats.all(), key=lambda seat: seat.order)
        found.append(
            {
                "slot": row.slot_id,
                "revision": row.revision,
                "current": row.current,
                "kind": row.kind,
                "outcome": row.outcome,
                "facts": row.facts,
                "source": row.source,
                "actor": row.actor,
                "at": write_time(row.at),
                "points_x2": [seat.points_x2 for seat in seats],
                "places_x2": [seat.place_x2 for seat in seats],
            }
        )
    return found


def _adjustments(event: Event, sealed: dict[str, Any]) -> list[Document]:
    rows = Adjustment.objects.filter(stage_entry__stage__event=event).order_by("pk")
    found: list[Document] = []
    for row in rows.select_related("stage_entry__entry", "stage_entry__stage"):
        sealed[f"adjustment:{len(found) + 1}"] = {"reason": row.reason}
        found.append(
            {
                "entry": row.stage_entry.entry.number,
                "stage": row.stage_entry.stage.number,
                "after_round": row.after_round,
                "kind": row.kind,
                "points_x2": row.points_x2,
                "cancelled": row.cancelled_at is not None,
            }
        )
    return found


def _publications(event: Event) -> list[Document]:
    rows = Publication.objects.filter(event=event).order_by("after_round", "kind", "version")
    columns = ("kind", "after_round", "version", "document", "sha256")
    return list(rows.values(*columns))


def _journal(event: Event, sealed: dict[str, Any]) -> list[Document]:
    """The chain with the hashes of texts; the texts and their salts are sealed."""
    found = []
    for row in JournalLine.objects.filter(scope=f"event:{event.slug}").order_by("seq"):
        if row.text:
            sealed[f"journal:{row.seq}"] = {"salt": row.salt, "text": row.text}
        found.append(
            {
                "version": row.version,
                "scope": row.scope,
                "seq": row.seq,
                "prev_hash": row.prev_hash,
                "hash": row.hash,
                "at": write_time(row.at),
                "actor": row.actor,
                "action": row.action,
                "subject": row.subject,
                "before": row.before,
                "after": row.after,
                "text_hash": row.text_hash or text_digest(row.salt, row.text),
                "erased": row.version == 1 and bool(row.salt) and not row.text,
            }
        )
    return found
