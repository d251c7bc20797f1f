"""Does what is stored still follow from the facts? Reads only; a sentence for each difference."""

from collections.abc import Iterator

from django.db.models import F, Q

from tournaments import proof, selectors
from tournaments.models import (
    Event,
    GameSlot,
    JournalHead,
    Player,
    Publication,
    Result,
    Round,
    Seat,
    Standings,
)
from tournaments.pairing import PairingRefused
from tournaments.recompute import document_hash
from tournaments.services import journal
from tournaments.standings import table


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
    state, version = selectors.event_state(event.pk)
    if stored is None:
        if event.standings_version:
            yield f"{event.slug}: the table of version {event.standings_version} is missing"
        return
    if stored.version != event.standings_version:
        yield f"{event.slug}: the table is of version {stored.version}, not as the event says"
    if stored.version == version and stored.document != table(state).as_json():
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


def _rounds(event: Event) -> Iterator[str]:
    """Pair the stored input again, and compare the round as it stands with what was proved."""
    for round_ in event.rounds.exclude(state="draft").order_by("number"):
        name = f"{event.slug}: round {round_.number}"
        document = round_.proof
        if not document or proof.digest(document) != round_.proof_hash:
            yield f"{name}: the proof was changed"
            continue
        try:
            again = proof.pairs_of(proof.pair_again(document))
        except PairingRefused as refused:
            yield f"{name}: the stored input cannot be paired: {refused.code}"
            continue
        if again != document["pairs"]:
            yield f"{name}: pairing the stored input again gives other pairs"
        if not document["edits"] and _as_played(round_) != _as_proved(document["pairs"]):
            yield f"{name}: the pairings are not those that were proved"


def _as_played(round_: Round) -> set[tuple[object, ...]]:
    rows = round_.pairings.prefetch_related("seats__entry", "slots")
    found: set[tuple[object, ...]] = set()
    for pairing in rows:
        seats = sorted(pairing.seats.all(), key=lambda seat: seat.order)
        first = next((slot.first_seat for slot in pairing.slots.all() if slot.number == 1), 1)
        numbers = tuple(seat.entry.number for seat in seats)
        found.add((pairing.leg, pairing.table, pairing.kind, first, numbers))
    return found


def _as_proved(pairs: list[dict[str, object]]) -> set[tuple[object, ...]]:
    return {
        (pair["leg"], pair["table"], pair["kind"], pair["first_seat"], tuple(pair["seats"]))  # type: ignore[arg-type]
        for pair in pairs
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
