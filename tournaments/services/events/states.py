"""The states of an event and the transitions between them.

Each transition adds one line to the journal, also those that go back.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import permissions
from tournaments.actor import Actor
from tournaments.choices import BEFORE_START, FINISHED_SLOTS, EntryStatus, EventStatus, RoundStatus
from tournaments.errors import DomainError, require_found
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import Adjustment, Event, GameSlot
from tournaments.services import journal

DRAFT, REGISTRATION = EventStatus.DRAFT, EventStatus.REGISTRATION
RUNNING, FINISHED = EventStatus.RUNNING, EventStatus.FINISHED


class WrongState(DomainError):
    code = "wrong_state"
    message = _("This cannot be done while the event is {state}.")


class EventHasEntries(DomainError):
    code = "event_has_entries"
    message = ngettext_lazy(
        "{count} player has entered. Cancel or refuse this entry first.",
        "{count} players have entered. Cancel or refuse their entries first.",
        "count",
    )


class EventHasRounds(DomainError):
    code = "event_has_rounds"
    message = ngettext_lazy(
        "{count} round is paired. Take it back first.",
        "{count} rounds are paired. Take them back first, the last one first.",
        "count",
    )


class EventHasAdjustments(DomainError):
    code = "event_has_adjustments"
    message = ngettext_lazy(
        "{count} penalty or bonus was given. Cancel it first.",
        "{count} penalties or bonuses were given. Cancel them first.",
        "count",
    )


class GamesUndecided(DomainError):
    code = "games_undecided"
    message = ngettext_lazy(
        "{count} game has no result yet.",
        "{count} games have no result yet.",
        "count",
    )


class DraftWaits(DomainError):
    code = "draft_waits"
    message = _("Round {round} is still a draft. Publish or discard it first.")


class ReasonNeeded(DomainError):
    code = "reason_needed"
    kind = "invalid"
    field = "reason"
    message = _("Say why.")


def _no_check(event: Event) -> None:
    """The transition depends on the current state only."""


def _check_no_entries(event: Event) -> None:
    count = event.entries.filter(
        state__in=(EntryStatus.APPLIED, EntryStatus.WAITING, EntryStatus.IN)
    ).count()
    if count:
        raise EventHasEntries(count=count)


def _check_no_rounds(event: Event) -> None:
    count = event.rounds.count()
    if count:
        raise EventHasRounds(count=count)
    given = Adjustment.objects.filter(stage_entry__stage__event=event, cancelled_at__isnull=True)
    if given.exists():
        raise EventHasAdjustments(count=given.count())


def _check_all_decided(event: Event) -> None:
    slots = GameSlot.objects.filter(pairing__round__event=event)
    slots = slots.exclude(pairing__round__state=RoundStatus.DRAFT)
    count = slots.exclude(state__in=FINISHED_SLOTS).count()
    if count:
        raise GamesUndecided(count=count)
    draft = event.rounds.filter(state=RoundStatus.DRAFT).first()
    if draft is not None:
        raise DraftWaits(round=draft.number)


@dataclass(frozen=True, slots=True)
class Transition:
    """permission: a verb of `tournaments.permissions`. action: the code in the journal.

    check: raises a DomainError while something depends on the state that is left.
    """

    permission: str
    sources: tuple[str, ...]
    target: str
    action: str
    check: Callable[[Event], None] = _no_check
    needs_reason: bool = False


TRANSITIONS: dict[str, Transition] = {
    "open": Transition("event.edit", (DRAFT,), REGISTRATION, "event.registration"),
    "start": Transition("event.start", BEFORE_START, RUNNING, "event.running"),
    "finish": Transition(
        "event.finish", (RUNNING,), FINISHED, "event.finished", _check_all_decided
    ),
    # and back
    "draft": Transition("event.edit", (REGISTRATION,), DRAFT, "event.draft", _check_no_entries),
    "unstart": Transition(
        "event.start", (RUNNING,), REGISTRATION, "event.unstarted", _check_no_rounds
    ),
    "reopen": Transition("event.finish", (FINISHED,), RUNNING, "event.reopened", needs_reason=True),
}


def require_running(event: Event) -> None:
    """:raises WrongState: the event has not started, or is finished."""
    if event.state != RUNNING:
        raise WrongState(state=event.state)


def require_reason(reason: str) -> None:
    """:raises ReasonNeeded: the reason is empty."""
    if not reason.strip():
        raise ReasonNeeded


def lock_event(event_id: int) -> Event:
    """Lock the event until the transaction ends. :raises NotFound: there is none."""
    return require_found(_LOCKED.first(event_id=event_id), "event", event_id)


_LOCKED = CompiledQuery(
    lambda event_id: Event.objects.select_for_update().filter(pk=event_id), event_id=int
)


def can_transition(actor: Actor, event: Event, name: str, *, reason: str = "") -> bool:
    """Check a transition of a locked event; False if the event is in the target state already.

    :raises WrongState: the transition does not start from this state.
    :raises ReasonNeeded: `reason` is empty.
    :raises DomainError: something depends on the current state.
    """
    asked = TRANSITIONS[name]
    permissions.require(actor, asked.permission, event)
    if event.state == asked.target:
        return False
    if event.state not in asked.sources:
        raise WrongState(state=event.state)
    if asked.needs_reason:
        require_reason(reason)
    asked.check(event)
    return True


def transition(
    actor: Actor,
    event: Event,
    name: str,
    *,
    reason: str = "",
    after: dict[str, object] | None = None,
) -> None:
    """Set the target state of a transition that `can_transition` has checked."""
    asked = TRANSITIONS[name]
    before, event.state = event.state, asked.target
    event.save(update_fields=["state"])
    journal.write_event(
        actor,
        event,
        asked.action,
        before={"state": before},
        after={"state": asked.target, **(after or {})},
        text=reason,
    )
