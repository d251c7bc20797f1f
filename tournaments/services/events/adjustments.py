"""Penalties and bonuses in points."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, get_row, require_found
from tournaments.execution.transactions import in_transaction
from tournaments.models import Adjustment, Entry, Event, Stage, StageEntry
from tournaments.services import journal
from tournaments.services.events.states import (
    lock_event,
    require_reason,
    require_running,
)
from tournaments.services.rounds.results import bump_results

PENALTY, BONUS = "penalty", "bonus"
MOST_X2 = 1000  # half points, either way


class NotInStage(DomainError):
    code = "not_in_stage"
    message = _("This entry does not play in stage {stage}, so it has no points there.")


@in_transaction
def adjust_points(
    *, actor: Actor, entry_id: int, after_round: int, points_x2: int, reason: str
) -> Adjustment:
    """Give an entry points (a bonus) or, below 0, take them (a penalty). Locks Event.

    after_round: the first table that counts them is the one after this round; 0: all tables.
    points_x2: half points of the score that ranks. Repeating it adds a second adjustment.

    :raises NotInStage: the entry does not play in the stage of that round.
    """
    entry = get_row(Entry.objects, "entry", pk=entry_id)
    event = _lock_event(actor, entry.event_id)
    require_reason(reason)
    if points_x2 == 0 or abs(points_x2) > MOST_X2:
        raise InvalidInput(field="points_x2", problem=_("half points, below or above 0"))
    if after_round < 0:
        raise InvalidInput(field="after_round", problem=_("a round number, or 0"))
    stage = _stage(event, after_round)
    seat = StageEntry.objects.filter(stage=stage, entry=entry).first()
    if seat is None:
        raise NotInStage(stage=stage.number)
    made = Adjustment.objects.create(
        stage_entry=seat,
        after_round=after_round,
        kind=PENALTY if points_x2 < 0 else BONUS,
        points_x2=points_x2,
        reason=reason,
    )
    _journal(actor, event, "entry.adjusted", made, text=reason)
    bump_results(event.pk)
    return made


@in_transaction
def cancel_adjustment(*, actor: Actor, adjustment_id: int, reason: str) -> Adjustment:
    """Cancel a penalty or bonus; the row stays. Locks Event.

    Repeating it is harmless.
    """
    found = Adjustment.objects.filter(pk=adjustment_id).select_related("stage_entry__stage")
    adjustment = require_found(found.first(), "adjustment", adjustment_id)
    event = _lock_event(actor, adjustment.stage_entry.stage.event_id)
    require_reason(reason)
    adjustment.refresh_from_db(fields=["cancelled_at"])
    if adjustment.cancelled_at is not None:
        return adjustment
    adjustment.cancelled_at = timezone.now()
    adjustment.save(update_fields=["cancelled_at"])
    _journal(actor, event, "entry.adjustment_cancelled", adjustment, text=reason)
    bump_results(event.pk)
    return adjustment


def _lock_event(actor: Actor, event_id: int) -> Event:
    event = lock_event(event_id)
    permissions.require(actor, "entry.adjust", event)
    require_running(event)
    return event


def _stage(event: Event, after_round: int) -> Stage:
    """The stage of a round; the current stage if the round is still to come."""
    if after_round == 0:
        return event.stages.order_by("number")[0]
    round_ = event.rounds.filter(number=after_round).select_related("stage").first()
    return require_found(
        round_.stage if round_ else selectors.current_stage(event), "stage", event.slug
    )


def _journal(actor: Actor, event: Event, action: str, adjustment: Adjustment, *, text: str) -> None:
    after = {
        "adjustment": adjustment.pk,
        "after_round": adjustment.after_round,
        "points_x2": adjustment.points_x2,
    }
    subject = f"entry:{adjustment.stage_entry.entry_id}"
    journal.write_event(actor, event, action, subject=subject, after=after, text=text)
