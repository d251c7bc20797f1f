"""When rounds open and close, and when games are due."""

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import FINISHED_SLOTS, SlotStatus
from tournaments.documents import Document
from tournaments.errors import InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import GameSlot, Round, Stage
from tournaments.services import journal
from tournaments.services.events.states import lock_event
from tournaments.standings.ladder.challenging import LadderTerms
from tournaments.state import LADDER


def set_default_times(round_: Round, *, now: datetime) -> None:
    """Set missing times of a round that is published. The Round is locked.

    It closes after the `days` of its stage; without `days` it has no end. Games without a due
    time are due when it closes.
    """
    days = _days_open(round_.stage)
    if round_.opens_at is None:
        round_.opens_at = now
    if round_.closes_at is None and days is not None:
        round_.closes_at = max(now, round_.opens_at) + timedelta(days=days)
    round_.save(update_fields=["opens_at", "closes_at"])
    if round_.closes_at is not None:
        slots = GameSlot.objects.filter(pairing__round=round_, due_at__isnull=True)
        slots.update(due_at=round_.closes_at)


def _days_open(stage: Stage) -> int | None:
    """The `days` of a stage; of a ladder the days in which a challenge is played."""
    days: int | None = stage.options.get("days")
    if days is None and stage.system == LADDER:
        return LadderTerms.of(stage.options).play
    return days


def clear_default_times(round_: Round, *, now: datetime) -> None:
    """Undo `set_default_times` for a round that is a draft again; times set by staff stay.

    The slots and the Round are locked.
    """
    days, opens_at, closes_at = _days_open(round_.stage), round_.opens_at, round_.closes_at
    if days and opens_at and closes_at == opens_at + timedelta(days=days):
        GameSlot.objects.filter(pairing__round=round_, due_at=closes_at).update(due_at=None)
        round_.closes_at = None
    if opens_at and opens_at <= now:
        round_.opens_at = None
    round_.save(update_fields=["opens_at", "closes_at"])


@in_transaction
def set_round_times(
    *,
    actor: Actor,
    event_id: int,
    number: int,
    opens_at: datetime | None = None,
    closes_at: datetime | None = None,
) -> Round:
    """Set when a round opens and closes; None: at its publication, and without an end.

    Undecided games that were due at the old closing time, or had no due time, are due at the new
    one; postponed games keep theirs. Repeating it is harmless. Locks GameSlots, Round, Event.

    :raises InvalidInput: it would close before it opens.
    """
    if opens_at is not None and closes_at is not None and closes_at <= opens_at:
        raise InvalidInput(field="closes_at", problem=_("after the opening"))
    # Checked before the round is read, so that drafts stay hidden.
    permissions.require(actor, "round.schedule", selectors.event_by_id(event_id))
    slots = GameSlot.objects.filter(pairing__round__event=event_id, pairing__round__number=number)
    due = list(slots.select_for_update(of=("self",)).order_by("pk"))
    found = Round.objects.select_for_update(of=("self",)).select_related("event")
    round_ = get_row(found, "round", number=number, event_id=event_id)
    lock_event(event_id)
    before = (round_.opens_at, round_.closes_at)
    if before == (opens_at, closes_at):
        return round_
    moved = [
        slot.pk
        for slot in due
        if slot.due_at in (None, round_.closes_at)
        and slot.state not in (*FINISHED_SLOTS, SlotStatus.POSTPONED)
    ]
    GameSlot.objects.filter(pk__in=moved).update(due_at=closes_at)
    round_.opens_at, round_.closes_at = opens_at, closes_at
    round_.save(update_fields=["opens_at", "closes_at"])
    journal.write_event(
        actor,
        round_.event,
        "round.times",
        subject=f"round:{number}",
        before=_plain(*before),
        after=_plain(opens_at, closes_at),
    )
    return round_


def set_due_time(*, slot_id: int, due_at: datetime | None) -> None:
    """Say when a game is due; None: when its round closes. The slot is locked."""
    GameSlot.objects.filter(pk=slot_id).update(due_at=due_at)


def _plain(opens_at: datetime | None, closes_at: datetime | None) -> Document:
    return {
        "opens_at": opens_at.isoformat() if opens_at else None,
        "closes_at": closes_at.isoformat() if closes_at else None,
    }
