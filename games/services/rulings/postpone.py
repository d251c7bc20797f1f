"""Postpone several games of a round at once."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import Ruling
from games.services.locks import lock_slots
from games.services.records.evidence import note_of
from games.services.rulings.rule import (
    RulingNeedsReason,
    RulingOutcome,
    new_ruling,
    note_of_own_game,
    postponed_until,
    ruling_note,
    with_note,
)
from games.services.rulings.slot_snapshot import snapshot_slots, with_times
from games.services.submit import RoundNotOpen
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.errors import NotFound
from tournaments.selectors import SlotContext
from tournaments.services import journal
from tournaments.services.rounds import results, times
from tournaments.services.rounds.results import WAITING_STATES, SlotDecided


def postpone_slots(
    *,
    actor: Actor,
    event_id: int,
    round_number: int,
    slots: Sequence[tuple[int, int]] = (),
    until: datetime | None = None,
    reason: str,
) -> list[Ruling]:
    """Postpone games of a round, all or none. Locks their GameSlots, then Event.

    slots: the pairing and number of each game; empty: all open games. Each is ruled as `rule_slot`
    rules it; the statements grow by batches.

    :raises SlotDecided: one of them has a result.
    """
    permissions.require(actor, "round.close", selectors.event_by_id(event_id))
    while True:
        marks = selectors.slot_marks(event_id, round_number)
        found = _selected_slots(event_id, round_number, slots)
        if not found:
            return []
        reasons = _judged(actor, found, reason)
        ids = sorted(reasons)
        with transaction.atomic():
            lock_slots(ids)
            now = selectors.slot_marks(event_id, round_number)
            if any(now.get(slot_id) != marks.get(slot_id) for slot_id in ids):
                continue
            return _postponed(actor, found, {"kind": SlotStatus.POSTPONED, "until": until}, reasons)


def _selected_slots(
    event_id: int, round_number: int, slots: Sequence[tuple[int, int]]
) -> list[SlotContext]:
    of_round = selectors.slots_of_round(event_id, round_number)
    if not of_round:
        raise NotFound(what="round with games", key=round_number)
    if not slots:
        return [slot for slot in of_round if slot.slot_state == SlotStatus.OPEN]
    by_name = {(slot.pairing_id, slot.number): slot for slot in of_round}
    for pairing_id, number in slots:
        if (pairing_id, number) not in by_name:
            raise NotFound(what="game", key=f"{pairing_id}:{number}")
    return [by_name[name] for name in dict.fromkeys(slots)]


def _postponed(
    actor: Actor,
    slots: Sequence[SlotContext],
    outcome: RulingOutcome,
    reasons: Mapping[int, str],
) -> list[Ruling]:
    """Postpone locked slots of one event that wait for a result. Stakes stay as they are.

    reasons: of the rulings, by slot.

    :raises InvalidInput: `until` is no moment.
    """
    before = snapshot_slots(slots)
    until = postponed_until(outcome)
    changed = results.postpone_slots(slots, due_at=until)
    times.clear_replaced_times(slots, until=until, now=timezone.now())
    rulings = Ruling.objects.bulk_create(
        new_ruling(actor, slot, outcome, reasons[slot.slot_id]) for slot in slots
    )
    after = ruling_note(outcome["kind"], {}, revision=None)
    notes: list[journal.Note] = []
    for slot in slots:
        if slot.slot_id in changed:
            notes.append(changed[slot.slot_id])
        text, stood = reasons[slot.slot_id], with_times(before[slot.slot_id], slot)
        notes.append(note_of(slot, "slot.ruled", before=stood, after=after, text=text))
    journal.write_all(actor, notes)
    return rulings


def _judged(actor: Actor, slots: Sequence[SlotContext], reason: str) -> dict[int, str]:
    """The reason of the ruling of each slot. In games of others the actor's rights are the same.

    :raises SlotDecided, NotAllowed, RulingNeedsReason, RoundNotOpen: as `rule_slot`, of one slot.
    """
    for slot in slots:
        if slot.slot_state not in WAITING_STATES:
            raise SlotDecided(number=f"{slot.pairing_id}:{slot.number}")
    seated = permissions.seats_of(actor, slots)
    own = [slot for slot in slots if slot.slot_id in seated]
    others = [slot for slot in slots if slot.slot_id not in seated]
    for slot in [*own, *others[:1]]:
        permissions.require(actor, "slot.rule", slot)
    if not reason.strip():
        raise RulingNeedsReason()
    if slots[0].round_state == RoundStatus.DRAFT:
        raise RoundNotOpen(round=slots[0].round_number)
    return {slot.slot_id: reason for slot in others} | {
        slot.slot_id: with_note(reason, note_of_own_game(actor, slot)) for slot in own
    }
