"""Overdue games: who is late, since when, and what happened last."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from tournaments.choices import FINISHED_SLOTS, EventStatus, RoundStatus, SlotStatus
from tournaments.models import Event, GameSlot, JournalLine
from tournaments.selectors.people.people import resolve
from tournaments.state import LADDER

# The opponent is late only after this long without an answer to a proposal.
TIME_TO_ANSWER = timedelta(hours=24)
PROPOSED = "time.proposed"  # journal action; `after` has `seat` and `at`


@dataclass(frozen=True, slots=True)
class LateSeat:
    order: int
    entry: int
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class LateSlot:
    """An overdue game. since: when it was due. late: seats that are late, as far as known here.

    done: the last step: `nothing`; `proposed` (a time without an answer); `agreed` (a time that was
    not kept); `reported`; `disputed`; `postponed`. `late` is empty if reported, since the reporter
    is not known here, or disputed, since the arbiter decides.
    """

    slot_id: int
    pairing: int
    round: int
    leg: int
    table: int | None
    number: int
    state: str
    since: datetime
    done: str
    late: tuple[LateSeat, ...]
    seats: tuple[LateSeat, ...]
    play_at: datetime | None = None
    proposed_at: datetime | None = None
    in_time: bool = False  # the opponent had TIME_TO_ANSWER


def late_slots(event: Event, now: datetime) -> list[LateSlot]:
    """Overdue games of an event, the longest first. Five queries."""
    return _late(_overdue(now).filter(pairing__round__event=event))


def late_slot(slot_id: int, now: datetime) -> LateSlot | None:
    """One game, if it is overdue."""
    found = _late(_overdue(now).filter(pk=slot_id))
    return found[0] if found else None


def overdue_slots(now: datetime) -> Any:
    """Overdue games of all events, the longest first, with their events and players."""
    return _with_players(_overdue(now)).order_by("due", "pk")


def slots_to_rule(now: datetime) -> list[int]:
    """Overdue open games that are ruled by themselves, the longest first.

    Those of events with late="forfeit", and those of ladders.
    """
    asked = Q(pairing__round__event__match__late="forfeit") | Q(
        pairing__round__stage__system=LADDER
    )
    rows = _overdue(now).filter(asked, state=SlotStatus.OPEN)
    return list(rows.order_by("due", "pk").values_list("pk", flat=True))


def _overdue(now: datetime) -> Any:  # a queryset that also has `due`
    """Undecided slots; `due`: the slot's own time, or when its round closes."""
    rows = GameSlot.objects.annotate(due=Coalesce(F("due_at"), F("pairing__round__closes_at")))
    rows = rows.filter(due__lt=now, pairing__round__event__state=EventStatus.RUNNING)
    return rows.exclude(Q(state__in=FINISHED_SLOTS) | Q(pairing__round__state=RoundStatus.DRAFT))


def _with_players(slots: Any) -> Any:
    return (
        slots.select_related("pairing__round__event")
        .defer("pairing__round__proof", "pairing__round__proof_staff")
        .prefetch_related("pairing__seats__entry__player__merged_into")
    )


def _late(slots: Any) -> list[LateSlot]:
    found = list(_with_players(slots).order_by("due", "pk"))
    proposed = _proposals(found)
    return [_late_slot(slot, proposed.get(slot.pk)) for slot in found]


def _proposals(slots: Iterable[GameSlot]) -> dict[int, datetime]:
    """When the open proposal of each slot was made."""
    proposed = {f"slot:{slot.pk}": slot for slot in slots if slot.proposed_by is not None}
    scopes = {f"event:{slot.pairing.round.event.slug}" for slot in proposed.values()}
    lines = JournalLine.objects.filter(scope__in=scopes, action=PROPOSED, subject__in=proposed)
    return {
        proposed[line.subject].pk: datetime.fromisoformat((line.after or {})["at"])
        for line in lines.order_by("seq")
    }


def _late_slot(slot: GameSlot, proposed_at: datetime | None) -> LateSlot:
    pairing, due = slot.pairing, slot.due  # type: ignore[attr-defined]  # by _overdue
    seats = tuple(
        LateSeat(seat.order, seat.entry.number or 0, player.public_id, player.name)
        for seat in sorted(pairing.seats.all(), key=lambda seat: seat.order)
        if (player := resolve(seat.entry.player))
    )
    done, in_time = slot.state, False
    if done == SlotStatus.OPEN:
        done = "nothing" if slot.play_at is None else "agreed"
        if slot.proposed_by is not None:
            done = "proposed"
            in_time = proposed_at is not None and proposed_at + TIME_TO_ANSWER <= due
    late = () if done in (SlotStatus.REPORTED, SlotStatus.DISPUTED) else seats
    if in_time:
        late = tuple(seat for seat in seats if seat.order != slot.proposed_by)
    return LateSlot(
        slot_id=slot.pk,
        pairing=pairing.pk,
        round=pairing.round.number,
        leg=pairing.leg,
        table=pairing.table,
        number=slot.number,
        state=slot.state,
        since=due,
        done=done,
        late=late,
        seats=seats,
        play_at=slot.play_at,
        proposed_at=proposed_at,
        in_time=in_time,
    )
