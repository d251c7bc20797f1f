"""The passes of arenas, made by beat while their time runs; and who leaves and comes back."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.choices import FINISHED_SLOTS, EventStatus, SlotStatus, StageStatus
from tournaments.errors import DomainError, InvalidInput
from tournaments.execution.transactions import in_transaction
from tournaments.models import Absence, Entry, Event, GameSlot, Round, Stage
from tournaments.selectors.ladder.arenas import arena_clock, current_arena
from tournaments.selectors.ladder.situation import last_published, own_entry
from tournaments.services.entries import absences
from tournaments.services.events.states import lock_event, require_running
from tournaments.services.rounds.at_once import CannotPairNow, pair_at_once
from tournaments.services.rounds.rounds import DraftExists
from tournaments.services.stages.stages import end_stage
from tournaments.state import ARENA


class NoArena(DomainError):
    code = "no_arena"
    message = _("No arena is being played in this event.")


@in_transaction
def run_pass(*, stage_id: int, now: datetime) -> Round | None:
    """Pair whoever is free in a running arena; None if nobody can be. May run twice. Locks Event.

    When its time is over and its last game is decided, the stage ends.
    """
    stage = Stage.objects.get(pk=stage_id)
    event = lock_event(stage.event_id)
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    is_running = event.state == EventStatus.RUNNING and stage.state == StageStatus.RUNNING
    if not is_running or stage.system != ARENA:
        return None
    if arena_clock(stage).is_over(now):
        _end_when_decided(event, stage)
        return None
    try:
        return pair_at_once(actor=SYSTEM, event=event, stage=stage)
    except (CannotPairNow, DraftExists):
        return None


@in_transaction
def leave_arena(*, actor: Actor, event_id: int, entry_id: int | None = None) -> Absence:
    """Be paired no more; a game that runs is still played. Locks Event. Repeating it is harmless.

    entry_id: None: the entry of the actor.

    :raises NoArena: the current stage is no arena.
    """
    event, entry = _arena_entry(actor, event_id, entry_id)
    return absences.withdraw_entry(
        actor=actor, entry_id=entry.pk, from_round=last_published(event) + 1
    )


@in_transaction
def return_to_arena(*, actor: Actor, event_id: int, entry_id: int | None = None) -> Absence:
    """Be paired again from the next pass on. Locks Event.

    :raises NotAway: the entry had not left.
    """
    event, entry = _arena_entry(actor, event_id, entry_id)
    return absences.return_entry(
        actor=actor, entry_id=entry.pk, from_round=last_published(event) + 1
    )


def _arena_entry(actor: Actor, event_id: int, entry_id: int | None) -> tuple[Event, Entry]:
    event = lock_event(event_id)
    require_running(event)
    if current_arena(event) is None:
        raise NoArena
    if entry_id is not None:
        return event, selectors.get_entry(event, entry_id, actor)
    mine = own_entry(event, actor)
    if mine is None:
        raise InvalidInput(field="entry_id", problem=_("an entry: you have none in this event"))
    return event, mine


def _end_when_decided(event: Event, stage: Stage) -> None:
    slots = GameSlot.objects.filter(pairing__round__stage=stage)
    running = slots.exclude(state__in=[*FINISHED_SLOTS, SlotStatus.POSTPONED])
    if stage.options.get("rounds") is None and not running.exists():
        end_stage(actor=SYSTEM, event_id=event.pk)
