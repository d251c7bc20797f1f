"""What players send for a slot, and what the desk says of it."""

from datetime import datetime
from typing import Any

from games import services
from games.services.rulings.postpone import postpone_slots
from tournaments.actor import SYSTEM, Actor
from tournaments.models import GameSlot
from tournaments.selectors.rounds.slot_context import SlotContext


def submit(actor: Actor, slot: GameSlot | SlotContext, **sent: Any) -> Any:
    """Send the record or the claim of a game, as `record=` or `claim=`."""
    return services.submit_game(actor=actor, pairing_id=slot.pairing_id, number=slot.number, **sent)


def enter_result(
    slot: GameSlot | SlotContext, claim: dict[str, Any], *, actor: Actor = SYSTEM, **more: Any
) -> Any:
    """Enter a result at the desk."""
    return services.enter_result(
        actor=actor, pairing_id=slot.pairing_id, number=slot.number, claim=claim, **more
    )


def rule(
    slot: GameSlot | SlotContext,
    outcome: dict[str, Any],
    *,
    actor: Actor = SYSTEM,
    reason: str = "seen",
) -> Any:
    """Rule how a game ends."""
    return services.rule_slot(
        actor=actor, pairing_id=slot.pairing_id, number=slot.number, outcome=outcome, reason=reason
    )


def postpone(
    slot: GameSlot, until: datetime | None, *, actor: Actor = SYSTEM, many: bool = False
) -> None:
    """Postpone a game by a ruling, or in the way of many games at once."""
    if not many:
        rule(slot, {"kind": "postponed", "until": until}, actor=actor, reason="a cold")
        return
    round_ = slot.pairing.round
    postpone_slots(
        actor=actor,
        event_id=round_.event_id,
        round_number=round_.number,
        slots=[(slot.pairing_id, slot.number)],
        until=until,
        reason="a cold",
    )
