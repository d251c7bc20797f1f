"""When a game is played: two players propose and answer; staff set the time, or postpone the game.

`now` is a parameter. All times have an offset.
"""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.errors import DomainError, NotAllowed, TimeWithoutOffset
from tournaments.execution.transactions import in_transaction
from tournaments.models import GameSlot
from tournaments.selectors import SlotContext
from tournaments.selectors.rounds.late import PROPOSED
from tournaments.services import journal
from tournaments.services.events.states import WrongState, require_running

TO_PLAY = (SlotStatus.OPEN, SlotStatus.POSTPONED)


class GameIsOver(DomainError):
    code = "game_is_over"
    message = _("Game {number} is {state}: there is no time to agree on.")


class TimeOutside(DomainError):
    code = "time_outside"
    kind = "invalid"
    field = "play_at"
    message = _("The time must lie between now and {latest}; staff may set a later one.")


class TimePast(TimeOutside):
    message = _("This time has passed: propose a later one.")


class NoProposal(DomainError):
    code = "no_proposal"
    message = _("No time is proposed for game {number}.")


class OwnProposal(DomainError):
    code = "own_proposal"
    message = _("You proposed this time: your opponent answers.")


class ProposalPast(DomainError):
    code = "proposal_past"
    message = _("The proposed time has passed: propose another.")


class TimesOfTwo(DomainError):
    code = "times_of_two"
    message = _("At a table of {seats} the staff set the time.")


def settle_time(
    *,
    actor: Actor,
    pairing_id: int,
    number: int,
    now: datetime,
    play_at: datetime | None = None,
    answer: str = "",
) -> GameSlot:
    """Propose, accept, decline or set a time, depending on the actor. answer: yes or no.

    A player without `play_at` withdraws the proposal.
    """
    context = selectors.slot_context(pairing_id, number)
    if answer == "yes":
        return accept_time(actor=actor, slot_id=context.slot_id, now=now)
    seated = permissions.seat_of(actor, context) is not None
    if answer or (seated and play_at is None):
        return decline_time(actor=actor, slot_id=context.slot_id)
    if seated and play_at is not None:
        return propose_time(actor=actor, slot_id=context.slot_id, play_at=play_at, now=now)
    return set_time(actor=actor, slot_id=context.slot_id, play_at=play_at)


@in_transaction
def propose_time(*, actor: Actor, slot_id: int, play_at: datetime, now: datetime) -> GameSlot:
    """Propose a time, which replaces the earlier one. Locks GameSlot, Event.

    Proposing the time of the opponent's proposal accepts it. Repeating it is harmless.

    :raises TimeOutside: not between now and when the game is due.
    """
    slot, seat = _seated(actor, slot_id)
    _require_offset(play_at)
    if (slot.play_at, slot.proposed_by) in ((play_at, seat), (play_at, None)):
        return slot
    latest = slot.due_at or slot.pairing.round.closes_at
    if play_at <= now or (latest is not None and play_at > latest):
        if latest is None:
            raise TimePast()
        raise TimeOutside(latest=latest.astimezone(ZoneInfo(slot.pairing.round.event.time_zone)))
    if slot.play_at == play_at:
        return _write(actor, slot, "time.agreed", play_at=play_at, seat=None, now=now)
    return _write(actor, slot, PROPOSED, play_at=play_at, seat=seat, now=now)


@in_transaction
def accept_time(*, actor: Actor, slot_id: int, now: datetime) -> GameSlot:
    """Accept the opponent's proposal. Repeating it is harmless. Locks GameSlot, Event.

    :raises NoProposal: there is none.
    """
    slot, seat = _seated(actor, slot_id)
    if slot.play_at is None:
        raise NoProposal(number=slot.number)
    if slot.proposed_by is None:
        return slot
    if slot.proposed_by == seat:
        raise OwnProposal
    if slot.play_at <= now:
        raise ProposalPast
    return _write(actor, slot, "time.agreed", play_at=slot.play_at, seat=None, now=now)


@in_transaction
def decline_time(*, actor: Actor, slot_id: int) -> GameSlot:
    """Decline a proposal, or withdraw one's own. Locks GameSlot, Event.

    Without a proposal nothing changes; only a new proposal replaces an agreed time.
    """
    slot, _seat = _seated(actor, slot_id)
    if slot.proposed_by is None:
        return slot
    return _write(actor, slot, "time.declined", play_at=None, seat=None)


@in_transaction
def set_time(*, actor: Actor, slot_id: int, play_at: datetime | None) -> GameSlot:
    """Set the time of a game as staff; None: not known. Locks GameSlot, Event.

    A time after the due time moves the due time. Repeating it is harmless.
    """
    permissions.require(actor, "slot.set_time", selectors.slot_context_by_id(slot_id))
    slot = _lock_slot(slot_id)
    if play_at is not None:
        _require_offset(play_at)
    if (slot.play_at, slot.proposed_by) == (play_at, None):
        return slot
    due = slot.due_at or slot.pairing.round.closes_at
    if play_at is not None and due is not None and play_at > due:
        slot.due_at = play_at
    return _write(actor, slot, "time.set", play_at=play_at, seat=None)


def clear_replaced_times(
    slots: Sequence[SlotContext], *, until: datetime | None, now: datetime
) -> None:
    """Forget the agreed or proposed times of locked games that are postponed.

    slots: as they were before. until: when they are due; None: it is open.
    """
    replaced = [
        slot.slot_id
        for slot in slots
        if slot.play_at is not None and not _still_holds(slot, slot.play_at, until, now)
    ]
    if replaced:
        GameSlot.objects.filter(pk__in=replaced).update(play_at=None, proposed_by=None)


def _still_holds(
    slot: SlotContext, play_at: datetime, until: datetime | None, now: datetime
) -> bool:
    """Whether a postponement leaves a time as it is: one to come for which the game is postponed.

    Repeating a postponement leaves the time that was agreed on since.
    """
    is_repeated = (slot.slot_state, slot.due_at) == (SlotStatus.POSTPONED, until or slot.closes_at)
    closes_at = slot.closes_at
    after_round = until is None and closes_at is not None and play_at > closes_at
    return play_at > now and (is_repeated or after_round or play_at == until)


def restore_time(*, slot_id: int, play_at: datetime | None, proposed_by: int | None) -> None:
    """Give a locked game the time that it had before. proposed_by: None if it was agreed on."""
    GameSlot.objects.filter(pk=slot_id).update(play_at=play_at, proposed_by=proposed_by)


def _seated(actor: Actor, slot_id: int) -> tuple[GameSlot, int]:
    """Lock the slot of a game of two players; returns it and the seat of the actor."""
    context = selectors.slot_context_by_id(slot_id)
    permissions.require(actor, "slot.agree_time", context)
    seat = permissions.seat_of(actor, context)
    if seat is None:
        raise NotAllowed(verb="slot.agree_time")
    if len(context.seats) != 2:
        raise TimesOfTwo(seats=len(context.seats))
    return _lock_slot(slot_id), seat


def _lock_slot(slot_id: int) -> GameSlot:
    selectors.lock_slots([slot_id])
    slot = GameSlot.objects.select_related("pairing__round__event").get(pk=slot_id)
    round_ = slot.pairing.round
    require_running(round_.event)
    if round_.state == RoundStatus.DRAFT:
        raise WrongState(state=round_.state)
    if slot.state not in TO_PLAY:
        raise GameIsOver(number=slot.number, state=slot.state)
    return slot


def _require_offset(play_at: datetime) -> None:
    if play_at.tzinfo is None:
        raise TimeWithoutOffset(field="play_at")


def _write(
    actor: Actor,
    slot: GameSlot,
    action: str,
    *,
    play_at: datetime | None,
    seat: int | None,
    now: datetime | None = None,
) -> GameSlot:
    before = _plain(slot.play_at, slot.proposed_by)
    slot.play_at, slot.proposed_by = play_at, seat
    slot.save(update_fields=["play_at", "proposed_by", "due_at"])
    journal.write_event(
        actor,
        slot.pairing.round.event,
        action,
        subject=f"slot:{slot.pk}",
        before=before,
        after={**_plain(play_at, seat), "at": now.isoformat() if now else None},
    )
    return slot


def _plain(play_at: datetime | None, seat: int | None) -> dict[str, str | int | None]:
    return {"play_at": play_at.isoformat() if play_at else None, "seat": seat}
