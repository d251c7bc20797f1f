"""Withdraw a player from a running event and forfeit the open games."""

from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.services.locks import lock_slots
from games.services.rulings.rule import RulingOutcome, write_ruling
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import SlotStatus
from tournaments.selectors import SlotContext
from tournaments.services.entries import absences
from tournaments.state import DOUBLE_FORFEIT, FORFEIT, WITHDREW

UNREPORTED_STATES = (SlotStatus.OPEN, SlotStatus.POSTPONED)
TABLE = "table"


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """from_round: the first missed round. ruled: pairing and number of each forfeited game.

    left: the games that an arbiter has to decide, with the reason: reported, disputed, or table
    (more than two players, where a forfeit gives no places).
    """

    from_round: int
    ruled: list[tuple[int, int]] = field(default_factory=list)
    left: list[tuple[int, int, str]] = field(default_factory=list)


def withdraw_player(
    *, actor: Actor, entry_id: int, from_round: int, reason: str = ""
) -> Withdrawal:
    """Withdraw an entry from a round on and forfeit its open games from that round. Idempotent.

    The opponent wins, unless withdrawn too; then both forfeit. Players may withdraw themselves.
    Locks GameSlots, then Event: a round published meanwhile is either paired without the entry, or
    its games are ruled here.
    """
    while True:
        with transaction.atomic():
            waiting = _waiting(entry_id, from_round)
            lock_slots(sorted(waiting))
            absence = absences.withdraw_entry(
                actor=actor, entry_id=entry_id, from_round=from_round, reason=reason
            )
            if _waiting(entry_id, from_round).keys() != waiting.keys():
                transaction.set_rollback(True)  # published or decided meanwhile: try again
                continue
            done = Withdrawal(absence.from_round)
            why = reason.strip() or str(_("withdrew"))
            while (slot := _next_to_rule(entry_id, from_round)) is not None:
                write_ruling(actor, slot, _outcome(slot, entry_id), why)
                done.ruled.append((slot.pairing_id, slot.number))
            for slot in _waiting(entry_id, from_round).values():
                why_left = TABLE if len(slot.seats) != 2 else slot.slot_state
                done.left.append((slot.pairing_id, slot.number, why_left))
            return done


def _waiting(entry_id: int, from_round: int) -> dict[int, SlotContext]:
    slots = selectors.undecided_slots_of_entry(entry_id, from_round=from_round)
    return {slot.slot_id: slot for slot in slots}


def _next_to_rule(entry_id: int, from_round: int) -> SlotContext | None:
    """Called after each ruling, which may end a series or add a game to it."""
    slots = _waiting(entry_id, from_round).values()
    return next((s for s in slots if s.slot_state in UNREPORTED_STATES and len(s.seats) == 2), None)


def _outcome(slot: SlotContext, entry_id: int) -> RulingOutcome:
    (other,) = (seat for seat in slot.seats if seat.entry_id != entry_id)
    if selectors.entries_away([other.entry_id], slot.round_number):
        return {"kind": DOUBLE_FORFEIT, "cause": WITHDREW}
    return {"kind": FORFEIT, "winner": other.order, "cause": WITHDREW}
