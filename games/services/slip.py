"""Enter all games of a pairing from one paper slip."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games.services.desk import enter_result
from games.services.locks import lock_slots
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.errors import NotFound


@transaction.atomic
def enter_slip(*, actor: Actor, pairing_id: int, claims: Mapping[int, dict[str, Any]]) -> None:
    """Enter claims as the counted results of a pairing's games, by number, all or none.

    Idempotent. Locks the pairing's GameSlots.

    :raises DomainError: as `enter_result`.
    """
    slots = {slot.number: slot.slot_id for slot in selectors.slots_of_pairing(pairing_id)}
    for number in claims:
        if number not in slots:
            raise NotFound(what="game", key=f"{pairing_id}:{number}")
    lock_slots(sorted(slots.values()))
    for number, claim in sorted(claims.items()):
        enter_result(
            actor=actor, pairing_id=pairing_id, number=number, claim=claim, slip=list(claims)
        )
