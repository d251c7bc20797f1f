"""Does what is stored still follow from the facts? Reads only; a sentence for each difference."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.core.cache import cache
from django.db.models import F, Q

from tournaments import engine_process, proof, proof_parts, selectors
from tournaments.errors import DomainError
from tournaments.models import (
    Event,
    GameSlot,
    JournalHead,
    JournalLine,
    Player,
    Publication,
    Result,
    Round,
    Seat,
    Standings,
)
from tournaments.pairing import PairedRound, PairingRefused
from tournaments.recompute import document_hash, standings_of
from tournaments.services import journal
from tournaments.services.rounds import drafts, first_moves

# What pairing the same input again gave is the same for every reader.
PROOF_KEPT_SECONDS = 3600


def check_event(event_id: int) -> list[str]:
    """Every difference of an event; empty when all holds. Open refreshes are waited for, not told.

    Names entries by number; nothing in it is personal.
    """
    event = selectors.event_by_id(event_id)
    return [
        *_standings(event),
        *_seats(event),
        *_slots(event),
        *_rounds(event),
        *_publications(event),
        *_journal(f"event:{event.slug}"),
    ]


def check_people() -> list[str]:
    """Merges that chain, and the site's journal."""
    chained = Player.objects.filter(merged_into__merged_into__isnull=False)
    found = [f"player {public}: merged into a merged player" for public in _public_ids(chained)]
    return [*found, *_journal("site")]


def check_journals() -> list[str]:
    """The chains of clubs and rating lists; the other checks read the rest."""
    heads = JournalHead.objects.exclude(scope="site").exclude(scope__startswith="event:")
    scopes = heads.order_by("scope").values_list("scope", flat=True)
    return [line for scope in scopes for line in _journal(scope)]


def _public_ids(players: "object") -> list[str]:
    return list(players.values_list("public_id", flat=True))  # type: ignore[attr-defined]


def _standings(event: Event) -> Iterator[str]:
    """The stored table against the one rebuilt; a stale one is nobody's fault yet."""
    stored = Standings.objects.filter(event=event).first()
    states, version = selectors.event_states(event.pk)
    if stored is None:
        if event.standings_version:
            yield f"{event.slug}: the table of version {event.standings_version} is missing"
        return
    if stored.version != event.standings_version:
        yield f"{event.slug}: the table is of version {stored.version}, not as the event says"
    if stored.version == version and stored.document != standings_of(states):
        yield f"{event.slug}: the stored standings differ from those rebuilt"


def _seats(event: Event) -> Iterator[str]:
    wrong = Seat.objects.filter(pairing__round__event=event).exclude(
        round=F("pairing__round"), leg=F("pairing__leg")
    )
    for seat in wrong:
        yield f"{event.slug}: seat {seat.pk} is not of the round and leg of its pairing"
    strangers = Seat.objects.filter(round__event=event).exclude(entry__event=event)
    for seat in strangers:
        yield f"{event.slug}: seat {seat.pk} holds an entry of another event"


def _slots(event: Event) -> Iterator[str]:
    slots = GameSlot.objects.filter(pairing__round__event=event)
    counted = Result.objects.filter(current=True, slot__in=slots).values("slot_id")
    wrong = slots.filter(
        (Q(state="decided") & ~Q(pk__in=counted)) | (~Q(state="decided") & Q(pk__in=counted))
    )
    for slot in wrong:
        yield f"{event.slug}: slot {slot.pk} is {slot.state}, against its results"


def checked_proof(slug: str, round_: Round, *, for_staff: bool) -> dict[str, Any]:
    """A round's proof and whether it holds now; computed once for all who read it.

    for_staff: with the part of the proof that is for staff.
    """
    key = f"proof:{round_.pk}:{round_.state}:{round_.proof_hash}"
    found = cache.get(key)
    if found is None:
        found = round_differences(round_)
        cache.set(key, found, PROOF_KEPT_SECONDS)
    shown = proof_parts.shown_proof(round_, for_staff=for_staff)
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


def _rounds(event: Event) -> Iterator[str]:
    for round_ in event.rounds.exclude(state="draft").order_by("number"):
        for difference in round_differences(round_):
            yield f"{event.slug}: round {round_.number}: {difference}"


def round_differences(round_: Round) -> list[str]:
    """What of a round does not follow from its proof; empty when all of it does."""
    if not round_.proof or proof_parts.digest(round_.proof) != round_.proof_hash:
        return ["the proof was changed"]
    if proof_parts.staff_part_differs(round_.proof, round_.proof_staff):
        return ["the part of the proof for staff was changed"]
    document = proof_parts.whole_proof(round_)
    return [*paired_again(document), *_not_as_edited(round_, document)]


def _not_as_edited(round_: Round, document: dict[str, Any]) -> Iterator[str]:
    """The engine's pairs with the edits done again, against what is played."""
    try:
        proved = proof.edited_round(document)
    except PairingRefused as refused:
        yield f"the edits by hand cannot be done again: {refused.code}"
        return
    played = drafts.stored_round(round_)
    if _places(played) == _places(proved):
        return
    if _places(_without_bids(round_, played)) != _places(proved):
        yield "the pairings are not those that were proved"


def _without_bids(round_: Round, played: PairedRound) -> PairedRound:
    """The pairings with the first move as it was paired, before the players bid for it."""
    slots = GameSlot.objects.filter(pairing__round=round_, number=1)
    slots = slots.select_related("pairing").prefetch_related("pairing__seats__entry")
    rows = {f"slot:{slot.pk}": slot for slot in slots}
    lines = JournalLine.objects.filter(
        scope=f"event:{round_.event.slug}", action=first_moves.ACTION, subject__in=rows
    ).order_by("-seq")
    paired: dict[tuple[int, ...], Any] = {}
    for line in lines:  # the earliest is read last
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


def paired_again(document: dict[str, Any]) -> list[str]:
    """Pair the stored input again, and compare with what the system said then."""
    try:
        again = proof.pair_again(document, run_engine=engine_process.run_engine)
    except PairingRefused as refused:
        return [f"the stored input cannot be paired: {refused.code}"]
    except DomainError as failed:
        return [f"the stored input was not paired: {failed}"]
    if proof.pairs_of(again) != document["pairs"]:
        return ["pairing the stored input again gives other pairs"]
    return []


def _places(paired: PairedRound) -> set[tuple[object, ...]]:
    """Leg, table, kind, who moves first, seats of each pairing."""
    return {
        (pairing.leg, pairing.table, pairing.kind, pairing.first_seat, pairing.seats)
        for pairing in paired.pairings
    }


def _publications(event: Event) -> Iterator[str]:
    for kept in Publication.objects.filter(event=event).order_by("pk"):
        if document_hash(kept.document) != kept.sha256:
            yield f"{event.slug}: publication {kept.kind} {kept.after_round} was changed"


def _journal(scope: str) -> Iterator[str]:
    """The chain, and that its head is its last line."""
    yield from journal.broken_links(scope)
    head = JournalHead.objects.filter(scope=scope).first()
    last = journal.last_link(scope)
    if (head.seq, head.hash) != last if head else last != (0, ""):
        yield f"{scope}: the journal does not end where its head says"
