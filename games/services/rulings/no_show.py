"""Rule games whose players did not come."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Ruling
from games.services.locks import lock_slots
from games.services.rulings.rule import RulingOutcome, rule_slot
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import SlotStatus
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.execution.transactions import in_transaction
from tournaments.selectors import SlotContext
from tournaments.state import DOUBLE_FORFEIT, FORFEIT, NO_SHOW


class NothingOpen(DomainError):
    code = "nothing_open"
    message = _("No game of pairing {pairing} is open: correct its results one by one.")


class TableNeedsPlaces(DomainError):
    code = "table_needs_places"
    message = _(
        "At a table of {seats} a forfeit does not say who takes which place: "
        "rule the places, or cancel the game."
    )


@in_transaction
def record_no_show(
    *,
    actor: Actor,
    pairing_id: int,
    seats: Sequence[int],
    noticed_at: datetime | None = None,
    evidence: str = "",
    reason: str = "",
) -> list[Ruling]:
    """Rule every open game of a pairing because these seats did not come. Idempotent.

    If one of two is absent, the other wins by forfeit; if all are, it is a double forfeit.
    Reported and decided games stay. noticed_at: by default now. Locks the GameSlots.

    :raises NothingOpen: no game waits, and none was ruled a no-show.
    :raises TableNeedsPlaces: some of more than two are absent.
    """
    slots = selectors.slots_of_pairing(pairing_id)
    if not slots:
        raise NotFound(what="game of pairing", key=pairing_id)
    permissions.require(actor, "slot.rule", slots[0])
    lock_slots([slot.slot_id for slot in slots])
    outcome = _outcome(slots[0], set(seats)) | {
        "cause": NO_SHOW,
        "noticed_at": noticed_at or timezone.now(),
        "evidence": evidence,
    }
    rulings: list[Ruling] = []
    while (slot := _next_open(pairing_id)) is not None:
        why = reason.strip() or str(_("did not come"))
        rulings.append(
            rule_slot(
                actor=actor,
                pairing_id=pairing_id,
                number=slot.number,
                outcome=outcome,
                reason=why,
            )
        )
    if not rulings and not _ruled_before(pairing_id):
        raise NothingOpen(pairing=pairing_id)
    return rulings


def _outcome(slot: SlotContext, absent: set[int]) -> RulingOutcome:
    seats = {seat.order for seat in slot.seats}
    if not absent or not absent <= seats:
        raise InvalidInput(field="seats", problem=_("the seats that did not come"))
    if absent == seats:
        return {"kind": DOUBLE_FORFEIT}
    if len(seats) != 2:
        raise TableNeedsPlaces(seats=len(seats))
    (winner,) = seats - absent
    return {"kind": FORFEIT, "winner": winner}


def _next_open(pairing_id: int) -> SlotContext | None:
    """Called after each ruling, which may end a series or add a game to it."""
    slots = selectors.slots_of_pairing(pairing_id)
    return next((slot for slot in slots if slot.slot_state == SlotStatus.OPEN), None)


def _ruled_before(pairing_id: int) -> bool:
    slots = selectors.slots_of_pairing(pairing_id)
    return any(slot.current and slot.current.facts.get("cause") == NO_SHOW for slot in slots)
