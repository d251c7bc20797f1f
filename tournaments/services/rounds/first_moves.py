"""The first move of a game that is decided by bids instead of the pairing."""

from django.utils.translation import gettext_lazy as _

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus
from tournaments.errors import InvalidInput
from tournaments.execution.transactions import in_transaction
from tournaments.models import GameSlot
from tournaments.services import journal
from tournaments.services.rounds.results import (
    RoundNotOpen,
    SlotDecided,
    bump_results,
)

ACTION = "slot.first_seat"  # also read by tournaments.integrity, since the proof has no bids


@in_transaction
def set_first_seat(*, actor: Actor, slot_id: int, first_seat: int) -> None:
    """Set which seat moves first in an undecided slot. The caller checks permissions.

    Repeating it changes nothing. Locks GameSlot, then Event.

    :raises SlotDecided: it has a result, which depends on the first move.
    """
    context = selectors.lock_slot(slot_id)
    if context.first_seat == first_seat:
        return
    if context.round_state == RoundStatus.DRAFT:
        raise RoundNotOpen(round=context.round_number)
    if context.current is not None:
        raise SlotDecided(number=context.number)
    if first_seat not in {seat.order for seat in context.seats}:
        raise InvalidInput(field="first", problem=_("one of the seats"))
    GameSlot.objects.filter(pk=slot_id).update(first_seat=first_seat)
    journal.write(
        actor,
        ACTION,
        scope=f"event:{context.event_slug}",
        subject=f"slot:{slot_id}",
        before=context.first_seat,
        after=first_seat,
    )
    bump_results(context.event_id)
