"""Checks that stored tables, proofs and journals still follow from the facts. Read-only."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.core.cache import cache
from django.db.models import F, Q

from tournaments import engine_process, selectors
from tournaments.choices import EventStatus, RoundStatus, SlotStatus
from tournaments.documents import Document
from tournaments.errors import DomainError
from tournaments.models import (
    Event,
    GameSlot,
    JournalLine,
    Player,
    Publication,
    Result,
    Round,
    Seat,
    Standings,
)
from tournaments.pairing import PairedRound, PairingRefused
from tournaments.proof import parts, proof
from tournaments.proof.hashing import document_hash
from tournaments.recompute import certain_marks, standings_document
from tournaments.services import journal_checks
from tournaments.services.rounds import drafts, first_moves

PROOF_CACHE_SECONDS = 3600  # the result is the same for every reader


def check_event(event_id: int) -> list[str]:
    """Every difference of an event as a sentence. A pending refresh is not a difference.

    Entries appear as numbers; nothing is personal.
    """
    event = selectors.event_by_id(event_id)
    return [
        *_check_standings(event),
        *_check_seats(event),
        *_check_slots(event),
        *_check_rounds(event),
        *_check_publications(event),
        *journal_checks.check_scope(f"event:{event.slug}"),
    ]


def check_people() -> list[str]:
    """Merges into merged players, and the site's journal."""
    chained = Player.objects.filter(merged_into__merged_into__isnull=False)
    found = [f"player {public}: merged into a merged player" for public in _public_ids(chained)]
    return [*found, *journal_checks.check_scope("site")]


def check_journals() -> list[str]:
    """The journals that the other checks do not cover: clubs, rating lists, deleted events."""
    covered = {"site", *(f"event:{slug}" for slug in Event.objects.values_list("slug", flat=True))}
    scopes = [scope for scope in journal_checks.scopes() if scope not in covered]
    return [line for scope in scopes for line in journal_checks.check_scope(scope)]


def _public_ids(players: "object") -> list[str]:
    return list(players.values_list("public_id", flat=True))  # type: ignore[attr-defined]


def _check_standings(event: Event) -> Iterator[str]:
    """Compare the stored table with a rebuilt one; a stale table is not compared."""
    stored = Standings.objects.filter(event=event).first()
    states, version = selectors.event_states(event.pk)
    if stored is None:
        if event.standings_version:
            yield f"{event.slug}: the table of version {event.standings_version} is missing"
        return
    if stored.version != event.standings_version:
        yield f"{event.slug}: the table is of version {stored.version}, not as the event says"
    if stored.version != version:
        return
    document = standings_document(states)
    if stored.document != document:
        yield f"{event.slug}: the stored standings differ from those rebuilt"
    # Null: stored by an older version. After the end nothing is said of it.
    is_said = stored.certain is not None and event.state == EventStatus.RUNNING
    if is_said and stored.certain != certain_marks(event.pk, states[-1], document):
        yield f"{event.slug}: what is certain of places differs from what follows now"


def _check_seats(event: Event) -> Iterator[str]:
    wrong = Seat.objects.filter(pairing__round__event=event).exclude(
        round=F("pairing__round"), leg=F("pairing__leg")
    )
    for seat in wrong:
        yield f"{event.slug}: seat {seat.pk} is not of the round and leg of its pairing"
    strangers = Seat.objects.filter(round__event=event).exclude(entry__event=event)
    for seat in strangers:
        yield f"{event.slug}: seat {seat.pk} holds an entry of another event"


def _check_slots(event: Event) -> Iterator[str]:
    slots = GameSlot.objects.filter(pairing__round__event=event)
    counted = Result.objects.filter(current=True, slot__in=slots).values("slot_id")
    wrong = slots.filter(
        (Q(state=SlotStatus.DECIDED) & ~Q(pk__in=counted))
        | (~Q(state=SlotStatus.DECIDED) & Q(pk__in=counted))
    )
    for slot in wrong:
        yield f"{event.slug}: slot {slot.pk} is {slot.state}, against its results"


def verified_proof(slug: str, round_: Round, *, for_staff: bool) -> Document:
    """A round's proof and whether it still holds; the check is cached for all readers.

    for_staff: include the staff part.
    """
    key = f"proof:{round_.pk}:{round_.state}:{round_.proof_hash}"
    found = cache.get(key)
    if found is None:
        found = round_differences(round_)
        cache.set(key, found, PROOF_CACHE_SECONDS)
    shown = parts.visible_proof(round_, for_staff=for_staff)
    return {
        "event": slug,
        "round": round_.number,
        "holds": not found,
        "differences": found,
        "hash": shown.hash,
        "document": shown.document,
        "redacted": shown.redacted,
        "staff": shown.staff,
    }


def _check_rounds(event: Event) -> Iterator[str]:
    for round_ in event.rounds.exclude(state=RoundStatus.DRAFT).order_by("number"):
        for difference in round_differences(round_):
            yield f"{event.slug}: round {round_.number}: {difference}"


def round_differences(round_: Round) -> list[str]:
    """How a round differs from its proof; empty if it does not."""
    if not round_.proof or document_hash(round_.proof) != round_.proof_hash:
        return ["the proof was changed"]
    if parts.is_staff_part_changed(round_.proof, round_.proof_staff):
        return ["the part of the proof for staff was changed"]
    document = parts.whole_proof(round_)
    return [*pairing_differences(document), *_edit_differences(round_, document)]


def _edit_differences(round_: Round, document: dict[str, object]) -> Iterator[str]:
    """Compare the played pairings with the engine's pairs after all edits."""
    try:
        proved = proof.edited_round(document)
    except PairingRefused as refused:
        yield f"the edits by hand cannot be done again: {refused.code}"
        return
    played = drafts.stored_round(round_)
    if _seating(played) == _seating(proved):
        return
    if _seating(_without_bid_first_moves(round_, played)) != _seating(proved):
        yield "the pairings are not those that were proved"


def _without_bid_first_moves(round_: Round, played: PairedRound) -> PairedRound:
    """The pairings with the first moves as paired, before any bidding."""
    slots = GameSlot.objects.filter(pairing__round=round_, number=1)
    slots = slots.select_related("pairing").prefetch_related("pairing__seats__entry")
    rows = {f"slot:{slot.pk}": slot for slot in slots}
    lines = JournalLine.objects.filter(
        scope=f"event:{round_.event.slug}", action=first_moves.ACTION, subject__in=rows
    ).order_by("-seq")
    paired: dict[tuple[int, ...], Any] = {}
    for line in lines:  # newest first, so the oldest value wins
        seats = rows[line.subject].pairing.seats.all()
        numbers = [s.entry.number or 0 for s in sorted(seats, key=lambda seat: seat.order)]
        paired[rows[line.subject].pairing.leg, *numbers] = line.before
    return replace(
        played,
        pairings=tuple(
            replace(each, first_seat=paired.get((each.leg, *each.seats), each.first_seat))
            for each in played.pairings
        ),
    )


def pairing_differences(document: dict[str, object]) -> list[str]:
    """Pair the stored input again and compare the pairs."""
    try:
        again = proof.pair_again(document, run_engine=engine_process.run_engine)
    except PairingRefused as refused:
        return [f"the stored input cannot be paired: {refused.code}"]
    except DomainError as failed:
        return [f"the stored input was not paired: {failed}"]
    if proof.pairs_of(again) != document["pairs"]:
        return ["pairing the stored input again gives other pairs"]
    if proof.matches_of(again) != document.get("matches", []):
        return ["pairing the stored input again gives other matches of teams"]
    return []


def _seating(paired: PairedRound) -> set[tuple[object, ...]]:
    """Leg, table, kind, first seat and seats of each pairing."""
    return {
        (pairing.leg, pairing.table, pairing.kind, pairing.first_seat, pairing.seats)
        for pairing in paired.pairings
    }


def _check_publications(event: Event) -> Iterator[str]:
    for kept in Publication.objects.filter(event=event).order_by("pk"):
        if document_hash(kept.document) != kept.sha256:
            yield f"{event.slug}: publication {kept.kind} {kept.after_round} was changed"
