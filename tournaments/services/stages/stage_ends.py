"""Checks that a stage is over, for the next stage, rulings on ties and play-offs."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import selectors
from tournaments.choices import FINISHED_SLOTS, RoundStatus
from tournaments.errors import DomainError, require_found
from tournaments.models import Event, GameSlot, Stage
from tournaments.services.events.states import DraftWaits, require_running
from tournaments.state import EventState


class StageNotOver(DomainError):
    code = "stage_not_over"
    message = _("Stage {stage} is not over: round {last} of {rounds} was the last one paired.")


class StageUndecided(DomainError):
    code = "stage_undecided"
    message = ngettext_lazy(
        "{count} game of stage {stage} has no result yet.",
        "{count} games of stage {stage} have no result yet.",
        "count",
    )


class NoNextStage(DomainError):
    code = "no_next_stage"
    message = _("Stage {stage} is the last one of this event: finish the event.")


def running_stage(event: Event) -> Stage:
    require_running(event)
    return require_found(selectors.current_stage(event), "stage", event.slug)


def current_and_next_stage(event: Event) -> tuple[Stage, Stage]:
    """:raises NoNextStage: the current stage is the last one."""
    old = running_stage(event)
    new = event.stages.filter(number__gt=old.number).order_by("number").first()
    if new is None:
        raise NoNextStage(stage=old.number)
    return old, new


def require_all_paired(stage: Stage, state: EventState) -> None:
    """:raises StageNotOver: rounds of the stage are still to be paired."""
    last, total = state.current_round, state.rounds_total
    if last == state.rounds_before or last < total:
        raise StageNotOver(stage=stage.number, last=last, rounds=total)


def require_decided(event: Event, stage: Stage) -> None:
    """:raises StageUndecided: a game, also of a play-off, has no result. The Event is locked."""
    draft = event.rounds.filter(state=RoundStatus.DRAFT).first()
    if draft is not None:
        raise DraftWaits(round=draft.number)
    count = GameSlot.objects.filter(pairing__round__stage=stage)
    undecided = count.exclude(state__in=FINISHED_SLOTS).count()
    if undecided:
        raise StageUndecided(stage=stage.number, count=undecided)
