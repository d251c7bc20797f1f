"""Postpone several games of a round at once."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.models import Ruling
from games.services.locks import lock_slots
from games.services.rule import rule_slot
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import NotFound
from tournaments.selectors import SlotContext
from tournaments.services.rounds.results import WAITING_STATES, SlotDecided


@transaction.atomic
def postpone_slots(
    *,
    actor: Actor,
    event_id: int,
    round_number: int,
    slots: Sequence[tuple[int, int]] = (),
    until: datetime | None = None,
    reason: str,
) -> list[Ruling]:
    """Postpone games of a round, all or none. Locks their GameSlots.

    slots: the pairing and number of each game; empty: all open games.

    :raises SlotDecided: one of them has a result.
    """
    permissions.require(actor, "round.close", selectors.event_by_id(event_id))
    found = _selected_slots(event_id, round_number, slots)
    lock_slots(sorted(slot.slot_id for slot in found))
    found = _selected_slots(event_id, round_number, slots)
    for slot in found:
        if slot.slot_state not in WAITING_STATES:
            raise SlotDecided(number=f"{slot.pairing_id}:{slot.number}")
    return [
        rule_slot(
            actor=actor,
            pairing_id=slot.pairing_id,
            number=slot.number,
            outcome={"kind": "postponed", "until": until},
            reason=reason,
        )
        for slot in found
    ]


def _selected_slots(
    event_id: int, round_number: int, slots: Sequence[tuple[int, int]]
) -> list[SlotContext]:
    of_round = selectors.slots_of_round(event_id, round_number)
    if not of_round:
        raise NotFound(what="round with games", key=round_number)
    if not slots:
        return [slot for slot in of_round if slot.slot_state == "open"]
    by_name = {(slot.pairing_id, slot.number): slot for slot in of_round}
    for pairing_id, number in slots:
        if (pairing_id, number) not in by_name:
            raise NotFound(what="game", key=f"{pairing_id}:{number}")
    return [by_name[name] for name in dict.fromkeys(slots)]
