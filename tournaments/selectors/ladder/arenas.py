"""When arenas begin and end."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.choices import EventStatus, RoundStatus, StageStatus
from tournaments.models import Event, Stage
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
