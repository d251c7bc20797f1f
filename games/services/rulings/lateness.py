"""Late games: the list for staff, and automatic rulings if the event asks for them.

Only unreported games are ruled automatically. Reported, disputed and postponed games are listed
for the arbiter.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.models import PENDING_STATES, Game, GameState
from games.services.locks import lock_slot
from games.services.rulings.rule import RulingOutcome, write_ruling
from tournaments import permissions
from tournaments.actor import SYSTEM, Actor
from tournaments.choices import SlotStatus
from tournaments.execution.transactions import in_transaction
from tournaments.selectors.rounds import late as selectors
from tournaments.services import journal
from tournaments.state import DOUBLE_FORFEIT, FORFEIT, LADDER, LATE

if TYPE_CHECKING:
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class LateGame:
    """A late slot. late: the seats that owe a move; of a reported game, the other seats."""

    slot: selectors.LateSlot
    late: tuple[selectors.LateSeat, ...]
    reported_by: int | None = None
    proven: bool = False


def late_games(*, actor: Actor, event: "Event", now: datetime) -> list[LateGame]:
    """Every late game of an event, the longest delay first; for its staff."""
    permissions.require(actor, "round.view_draft", event)
    slots = selectors.late_slots(event, now)
    found = Game.objects.filter(
        slot__in=[slot.slot_id for slot in slots], state=GameState.SUBMITTED
    )
    reports = {game.slot_id: game for game in found.order_by("pk")}
    return [_late_game(slot, reports.get(slot.slot_id)) for slot in slots]


def _late_game(slot: selectors.LateSlot, report: Game | None) -> LateGame:
    if report is None or slot.state != SlotStatus.REPORTED:
        return LateGame(slot, slot.late)
    owing = tuple(seat for seat in slot.seats if seat.order != report.submitted_seat)
    proven = bool((report.verdict or {}).get("proven"))
    return LateGame(slot, owing, reported_by=report.submitted_seat, proven=proven)


def late_slots(now: datetime) -> list[int]:
    """Slots that may have to be ruled now, in all events."""
    return selectors.slots_to_rule(now)


@in_transaction
@journal.together()
def rule_late(*, slot_id: int, now: datetime) -> bool:
    """Rule a late open game of two; returns whether it was ruled. Idempotent. Locks GameSlot, Game.

    A player wins by forfeit whose proposed time, made at least a day before the game was due, has
    no answer; otherwise both forfeit.
    """
    context = lock_slot(slot_id)
    late = selectors.late_slot(slot_id, now)
    if late is None or late.state != SlotStatus.OPEN:
        return False
    if context.match.get("late") != "forfeit" and context.stage_system != LADDER:
        return False
    if (
        Game.objects.filter(slot_id=slot_id, state__in=PENDING_STATES).exists()
        or len(late.seats) != 2
    ):
        return False
    outcome: RulingOutcome = {"kind": DOUBLE_FORFEIT, "cause": LATE, "noticed_at": now}
    reason = _("Not played by {due}, and no proposal of a time was left without an answer.")
    if late.in_time:
        waiting = {seat.order for seat in late.seats} - {seat.order for seat in late.late}
        outcome |= {"kind": FORFEIT, "winner": waiting.pop()}
        reason = _("Not played by {due}; the time that was proposed had no answer.")
    write_ruling(SYSTEM, context, outcome, str(reason).format(due=late.since.isoformat()))
    return True
