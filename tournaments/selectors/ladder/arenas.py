"""When arenas begin and end; who may halve the own time."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.choices import (
    FINISHED_SLOTS,
    EventStatus,
    RoundStatus,
    SlotStatus,
    StageStatus,
)
from tournaments.models import Event, GameSlot, Seat, Stage
from tournaments.pairing.systems.arena import DEFAULT_MINUTES
from tournaments.selectors.events.state import current_stage
from tournaments.state import ARENA


@dataclass(frozen=True, slots=True)
class ArenaClock:
    """begins: with the first pass; None before it. ends: when the last pass may be made."""

    minutes: int
    begins: datetime | None
    ends: datetime | None

    def is_over(self, now: datetime) -> bool:
        return self.ends is not None and self.ends <= now


def arena_clock(stage: Stage) -> ArenaClock:
    minutes = stage.options.get("minutes", DEFAULT_MINUTES)
    published = stage.rounds.exclude(state=RoundStatus.DRAFT).exclude(opens_at=None)
    begins = published.order_by("number").values_list("opens_at", flat=True).first()
    return ArenaClock(minutes, begins, begins and begins + timedelta(minutes=minutes))


def current_arena(event: Event) -> Stage | None:
    """The current stage, if it is an arena."""
    stage = current_stage(event)
    return stage if stage is not None and stage.system == ARENA else None


def running_arenas() -> list[int]:
    """Running stages that are arenas."""
    rows = Stage.objects.filter(
        system=ARENA, state=StageStatus.RUNNING, event__state=EventStatus.RUNNING
    )
    return list(rows.order_by("pk").values_list("pk", flat=True))


@dataclass(frozen=True, slots=True)
class BerserkChoice:
    """A match in which an entry may halve its time. may_change: nothing of it was sent yet."""

    event: str
    pairing_id: int
    opponent: str
    is_berserk: bool
    opponent_is_berserk: bool
    may_change: bool


def berserk_choice(entry_id: int) -> BerserkChoice | None:
    """Of the match that the entry plays now, in an arena with berserk."""
    seats = Seat.objects.filter(
        entry=entry_id, round__stage__system=ARENA, round__stage__options__berserk=True
    ).exclude(round__state=RoundStatus.DRAFT)
    unfinished = GameSlot.objects.exclude(state__in=FINISHED_SLOTS).filter(
        pairing__seats__entry=entry_id
    )
    seat = seats.filter(pairing__in=unfinished.values("pairing")).order_by("-pk").first()
    if seat is None:
        return None
    sides = Seat.objects.filter(pairing=seat.pairing_id).exclude(pk=seat.pk)
    other = sides.select_related("entry__player", "round__event").first()
    if other is None:
        return None
    sent = GameSlot.objects.filter(pairing=seat.pairing_id).exclude(state=SlotStatus.OPEN)
    return BerserkChoice(
        event=other.round.event.slug,
        pairing_id=seat.pairing_id,
        opponent=other.entry.player.name,
        is_berserk=seat.berserk_at is not None,
        opponent_is_berserk=other.berserk_at is not None,
        may_change=not sent.exists(),
    )
