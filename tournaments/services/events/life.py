"""The states of an event, and the ways from one to another: WAYS is the whole table.

Every way is one line more in the journal; going back takes nothing out of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import permissions
from tournaments.actor import Actor
from tournaments.errors import DomainError, NotFound
from tournaments.models import FINISHED_SLOTS, Adjustment, Event, GameSlot
from tournaments.services import journal

DRAFT, REGISTRATION, RUNNING, FINISHED = "draft", "registration", "running", "finished"
BEFORE_START = (DRAFT, REGISTRATION)


class WrongState(DomainError):
    code = "wrong_state"
    kind = "conflict"
    message = _("This cannot be done while the event is {state}.")


class EventHasEntries(DomainError):
    code = "event_has_entries"
    kind = "conflict"
    message = ngettext_lazy(
        "{count} player has entered. Cancel or refuse this entry first.",
        "{count} players have entered. Cancel or refuse their entries first.",
        "count",
    )


class EventHasRounds(DomainError):
    code = "event_has_rounds"
    kind = "conflict"
    message = ngettext_lazy(
        "{count} round is paired. Take it back first.",
        "{count} rounds are paired. Take them back first, the last one first.",
        "count",
    )


class EventHasAdjustments(DomainError):
    code = "event_has_adjustments"
    kind = "conflict"
    message = ngettext_lazy(
        "{count} penalty or bonus was given. Cancel it first.",
        "{count} penalties or bonuses were given. Cancel them first.",
        "count",
    )


class GamesUndecided(DomainError):
    code = "games_undecided"
    kind = "conflict"
    message = ngettext_lazy(
        "{count} game has no result yet.",
        "{count} games have no result yet.",
        "count",
    )


class DraftWaits(DomainError):
    code = "draft_waits"
    kind = "conflict"
    message = _("Round {round} is still a draft. Publish or discard it first.")


class ReasonNeeded(DomainError):
    code = "reason_needed"
    kind = "invalid"
    message = _("Say why.")


def _free(event: Event) -> None:
    """Nothing depends on the state."""


def _nobody_entered(event: Event) -> None:
    count = event.entries.filter(state__in=("applied", "waiting", "in")).count()
    if count:
        raise EventHasEntries(count=count)


def _nothing_paired(event: Event) -> None:
    count = event.rounds.count()
    if count:
        raise EventHasRounds(count=count)
    given = Adjustment.objects.filter(stage_entry__stage__event=event, cancelled_at__isnull=True)
    if given.exists():
        raise EventHasAdjustments(count=given.count())


def _all_decided(event: Event) -> None:
    slots = GameSlot.objects.filter(pairing__round__event=event)
    slots = slots.exclude(pairing__round__state="draft")
    count = slots.exclude(state__in=FINISHED_SLOTS).count()
    if count:
        raise GamesUndecided(count=count)
    draft = event.rounds.filter(state="draft").first()
    if draft is not None:
        raise DraftWaits(round=draft.number)


@dataclass(frozen=True, slots=True)
class Way:
    """From some states to another. action: of the journal; clear: refuses while something else
    depends on the state that is left."""

    verb: str
    sources: tuple[str, ...]
    to: str
    action: str
    clear: Callable[[Event], None] = _free
    needs_reason: bool = False


WAYS: dict[str, Way] = {
    "open": Way("event.edit", (DRAFT,), REGISTRATION, "event.registration"),
    "start": Way("event.start", BEFORE_START, RUNNING, "event.running"),
    "finish": Way("event.finish", (RUNNING,), FINISHED, "event.finished", _all_decided),
    # and back
    "draft": Way("event.edit", (REGISTRATION,), DRAFT, "event.draft", _nobody_entered),
    "unstart": Way("event.start", (RUNNING,), REGISTRATION, "event.unstarted", _nothing_paired),
    "reopen": Way("event.finish", (FINISHED,), RUNNING, "event.reopened", needs_reason=True),
}


def locked(event_id: int) -> Event:
    """The event, locked until the transaction ends."""
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    if event is None:
        raise NotFound(what="event", key=event_id)
    return event


def may_go(actor: Actor, event: Event, way: str, *, reason: str = "") -> bool:
    """Whether a way is still to be gone; False once the event is there. The Event is locked.

    :raises WrongState: there is no such way from here.
    :raises ReasonNeeded: `reason` is empty.
    :raises DomainError: what depends on the state that would be left.
    """
    asked = WAYS[way]
    permissions.require(actor, asked.verb, event)
    if event.state == asked.to:
        return False
    if event.state not in asked.sources:
        raise WrongState(state=event.state)
    if asked.needs_reason and not reason.strip():
        raise ReasonNeeded
    asked.clear(event)
    return True


def go(
    actor: Actor, event: Event, way: str, *, reason: str = "", after: dict[str, Any] | None = None
) -> None:
    """Set the state that a way leads to; `may_go` has been asked."""
    asked = WAYS[way]
    before, event.state = event.state, asked.to
    event.save(update_fields=["state"])
    journal.write(
        actor,
        asked.action,
        scope=f"event:{event.slug}",
        subject=event.slug,
        before={"state": before},
        after={"state": asked.to, **(after or {})},
        text=reason,
    )
