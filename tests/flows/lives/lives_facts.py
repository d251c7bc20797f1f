"""What must hold of an event whatever was done to it: read off the rows, not by the selectors."""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from games.models import Confirmation, Dispute, Game, GamePlayer, Ruling
from ratings.models import Posting, RatedGame
from tournaments.models import (
    Absence,
    Adjustment,
    Entry,
    Event,
    ForbiddenPair,
    GameSlot,
    JournalHead,
    JournalLine,
    KeptApart,
    Pairing,
    Result,
    Round,
    Seat,
    SeatResult,
    Stage,
    StageEntry,
)

Facts = dict[str, list[tuple[Any, ...]]]

OF_ROUND, OF_SLOT = "pairing__round__event", "slot__pairing__round__event"
# Where the facts of an event stand, and how each row finds its event.
WHERE: dict[type, str] = {
    Entry: "event",
    Stage: "event",
    StageEntry: "stage__event",
    Adjustment: "stage_entry__stage__event",
    Absence: "entry__event",
    ForbiddenPair: "event",
    KeptApart: "event",
    Round: "event",
    Pairing: "round__event",
    Seat: "round__event",
    GameSlot: OF_ROUND,
    Result: OF_SLOT,
    SeatResult: f"result__{OF_SLOT}",
    Game: OF_SLOT,
    GamePlayer: f"game__{OF_SLOT}",
    Confirmation: f"game__{OF_SLOT}",
    Dispute: OF_SLOT,
    Ruling: OF_SLOT,
    RatedGame: "event",
    Posting: "rated_game__event",
}
DERIVED = ("results_version", "standings_version")
VERSIONS = (*DERIVED, "settings_version")
# Facts of which any change makes another table, or another input of the next pairing.
SCORED = (
    "StageEntry", "Adjustment", "Absence", "Result", "SeatResult", "ForbiddenPair", "KeptApart",
)  # fmt: skip
LIVE = ("submitted", "disputed")


def facts_of(event_id: int) -> Facts:
    """Every row of an event that is a fact, by table; nothing derived, no journal."""
    columns = [f.name for f in Event._meta.concrete_fields if f.name not in DERIVED]
    found: Facts = {"Event": list(Event.objects.filter(pk=event_id).values_list(*columns))}
    for model, way in WHERE.items():
        rows = model.objects.filter(**{way: event_id})  # type: ignore[attr-defined]
        found[model.__name__] = list(rows.order_by("pk").values_list())
    return found


@dataclass(frozen=True, slots=True)
class Seen:
    """An event at one moment. scored: the part of the facts that tables are made of, or the next
    pairing: change it, and `results_version` grows. head: number and hash of its last line."""

    facts: Facts
    versions: dict[str, int]
    scored: tuple[Any, ...]
    head: tuple[int, str]

    @classmethod
    def of(cls, event: Event) -> "Seen":
        facts = facts_of(event.pk)
        versions = {name: getattr(event, name) for name in VERSIONS}
        return cls(facts, versions, _scored(facts, event), head_of(event.slug))

    def differs_from(self, before: "Seen") -> list[str]:
        return [table for table in self.facts if self.facts[table] != before.facts[table]]


def _scored(facts: Facts, event: Event) -> tuple[Any, ...]:
    shown = Pairing.objects.filter(round__event=event).exclude(round__state="draft")
    numbered = Entry.objects.filter(event=event, number__isnull=False)
    return (
        *(facts[table] for table in SCORED),
        event.match,
        list(shown.order_by("pk").values_list("pk", "round__number", "kind")),
        list(numbered.order_by("pk").values_list("pk", "number")),
    )


def head_of(slug: str) -> tuple[int, str]:
    """How many lines the journal of an event has, and what its last one is."""
    head = JournalHead.objects.filter(scope=f"event:{slug}").first()
    return (head.seq, head.hash) if head else (0, "")


def check_seats(event_id: int) -> None:
    """Nobody sits twice in a leg, nor at a table that is not of it."""
    sat: Counter[tuple[int, int, int]] = Counter()
    rows = Seat.objects.filter(pairing__round__event=event_id)
    for round_, leg, entry in rows.values_list("pairing__round", "pairing__leg", "entry"):
        sat[round_, leg, entry] += 1
    assert all(times == 1 for times in sat.values()), sat.most_common(1)
    free = set(Entry.objects.filter(event=event_id).values_list("pk", flat=True))
    assert {entry for _round, _leg, entry in sat} <= free
    in_play = Entry.objects.filter(pk__in={entry for _r, _l, entry in sat})
    assert not in_play.exclude(state="in", number__isnull=False).exists()


def check_slots(event_id: int) -> None:
    """One current result a slot, the last revision; the state says what is known of it."""
    slots = GameSlot.objects.filter(pairing__round__event=event_id)
    results, games, disputes = (
        by_slot(model.objects.filter(slot__in=slots)) for model in (Result, Game, Dispute)
    )
    for slot in slots:
        revisions = results.get(slot.pk, [])
        current = [result for result in revisions if result.current]
        assert [r.revision for r in revisions] == list(range(1, len(revisions) + 1))
        assert len(current) == (slot.state == "decided"), (slot.pk, slot.state, current)
        assert not current or current[0] == revisions[-1]
        sent = [game for game in games.get(slot.pk, []) if game.state in LIVE]
        counted = [game for game in games.get(slot.pk, []) if game.state in ("confirmed", "ruled")]
        open_ = [dispute for dispute in disputes.get(slot.pk, []) if dispute.closed_at is None]
        assert len(open_) <= 1
        _check_state(slot, sent, open_)
        named = [f"game:{game.public_id}" for game in counted]
        assert named == [r.source for r in current if r.source], (slot.pk, named, current)
    check_points(event_id)


def _check_state(slot: GameSlot, sent: list[Game], disputes: list[Dispute]) -> None:
    told = (slot.pk, slot.state, [game.state for game in sent], len(disputes))
    if slot.state == "disputed":
        assert disputes, told
    elif slot.state == "reported":
        assert [g for g in sent if g.state == "submitted"], told
        assert not disputes, told
    elif slot.state in ("open", "unneeded"):
        assert not sent, told
        assert not disputes, told
    elif slot.state == "decided":
        assert not sent, told
    else:
        assert slot.state == "postponed", told


def check_points(event_id: int) -> None:
    """Points of a played game of two: what the result says of who moved first and second."""
    rows = Result.objects.filter(slot__pairing__round__event=event_id, current=True)
    for result in rows.select_related("slot__pairing").prefetch_related("seats"):
        points = [seat.points_x2 for seat in sorted(result.seats.all(), key=lambda s: s.order)]
        assert len(points) == result.slot.pairing.seats.count()
        if result.kind in ("played", "adjudicated") and "places_x2" not in result.facts:
            first = {"1": 2, "R": 2, "F": 2, "0": 0}[result.outcome[0]]
            first = 1 if result.outcome.startswith("1/2") else first
            expected = [first, 2 - first]
            assert points == (expected if result.slot.first_seat == 1 else expected[::-1])


def by_slot(rows: Any) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows.order_by("pk"):
        found.setdefault(row.slot_id, []).append(row)
    return found


def check_journal(slug: str, *, after: tuple[int, str] = (0, "")) -> None:
    """The chain from a line on, by its definition, and one head: the last line."""
    seq, previous = after
    for line in JournalLine.objects.filter(scope=f"event:{slug}", seq__gt=seq).order_by("seq"):
        seq += 1
        salted = f"{line.salt}|{line.text}".encode()
        parts = {
            "scope": f"event:{slug}",
            "seq": seq,
            "prev": previous,
            "actor": line.actor,
            "action": line.action,
            "subject": line.subject,
            "before": line.before,
            "after": line.after,
            "text": hashlib.sha256(salted).hexdigest() if line.text else "",
            "version": 2,
            "at": line.at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        }
        text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
        previous = hashlib.sha256(text.encode()).hexdigest()
        assert (line.seq, line.hash) == (seq, previous), f"line {seq} of {slug}"
    assert head_of(slug) == (seq, previous)


def check_ledger(event_id: int) -> None:
    """Exactly the counted games that were played or adjudicated are rated, as they were scored."""
    expected = {}
    played = Result.objects.filter(
        slot__pairing__round__event=event_id, current=True, kind__in=("played", "adjudicated")
    )
    for result in played.select_related("slot"):
        seats = {
            seat.order: seat.entry.player_id
            for seat in Seat.objects.filter(pairing=result.slot.pairing_id).select_related("entry")
        }
        points = {seat.order: (seat.points_x2, seat.place_x2) for seat in result.seats.all()}
        first = result.slot.first_seat - 1
        turn = [(first + step) % len(seats) + 1 for step in range(len(seats))]
        expected[f"slot:{result.slot_id}"] = [
            (seats[order], points[order][1] or points[order][0]) for order in turn
        ]
    live = RatedGame.objects.filter(event=event_id, voided_at=None).prefetch_related("postings")
    rated = {
        game.source: [
            (seat.player_id, seat.place_x2 or seat.score_x2)
            for seat in sorted(game.postings.all(), key=lambda s: s.order)
        ]
        for game in live
    }
    assert rated == expected
