"""Give an event to a hall, and end that."""

import secrets
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from games.halls.facts import facts_of, marks_of
from games.models import HallState, HallTake
from games.services.archives import export_event, read_proved
from games.services.halls.reading import draft_rounds
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import EventStatus
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.events.states import lock_event
from tournaments.state import ROLLING

if TYPE_CHECKING:
    from tournaments.models import Event

VERB = "event.edit"


class InAHall(DomainError):
    code = "event_in_a_hall"
    message = _(
        "This event is in a hall since {at}. Bring it back first, or give --again: then what "
        "comes from there is refused."
    )


class NotInAHall(DomainError):
    code = "event_not_in_a_hall"
    message = _("This event is in no hall.")


class NotForAHall(DomainError):
    code = "event_not_for_a_hall"
    message = _("This event cannot be run in a hall: {why}")


class HasDraft(DomainError):
    code = "round_is_a_draft"
    message = _("Round {round} is a draft. Publish or discard it first: a file has no drafts.")


@in_transaction
def take_event(*, actor: Actor, slug: str, again: bool = False) -> bytes:
    """The archive of an event for a hall; the event is noted to be run there. Locks Event.

    again: an earlier take ends, and what comes from there will be refused.

    :raises NotForAHall: it is not being played, or has facts that cannot be merged.
    :raises HasDraft: a round is a draft.
    :raises InAHall: it was taken before.
    """
    event = lock_event(selectors.get_event(slug, actor).pk)
    permissions.require(actor, VERB, event)
    _require_suitable(event)
    require_no_drafts(event)
    open_take = current_take(event)
    if open_take is not None:
        if open_take.state == HallState.OUT and not again:
            raise InAHall(at=open_take.at.astimezone(ZoneInfo(event.time_zone)))
        _end(open_take)
    data = export_event(actor=actor, slug=slug)
    proved = read_proved(data)
    salt = secrets.token_hex(16)
    marks = marks_of(salt, facts_of(proved.facts.parts, proved.facts.sealed))
    HallTake.objects.create(
        event=event, sha256=proved.sha256, salt=salt, marks=marks, actor=actor.as_json()
    )
    journal.write_event(actor, event, "hall.taken", after={"sha256": proved.sha256})
    return data


@in_transaction
def release_hall(*, actor: Actor, slug: str) -> None:
    """The event is in no hall any more: what comes from there is refused. Locks Event.

    :raises NotInAHall: it is in none.
    """
    event = lock_event(selectors.get_event(slug, actor).pk)
    permissions.require(actor, VERB, event)
    take = current_take(event)
    if take is None:
        raise NotInAHall
    _end(take)
    journal.write_event(actor, event, "hall.released", after={"sha256": take.sha256})


def current_take(event: "Event") -> HallTake | None:
    """The take whose return is accepted."""
    return HallTake.objects.filter(event=event).exclude(state=HallState.ENDED).first()


def require_no_drafts(event: "Event") -> None:
    """:raises HasDraft: a round of the event is a draft."""
    for number in draft_rounds(event):
        raise HasDraft(round=number)


def _end(take: HallTake) -> None:
    take.state = HallState.ENDED
    take.save(update_fields=["state"])


def _require_suitable(event: "Event") -> None:
    """:raises NotForAHall: the event has not begun, or is of a kind that is not merged."""
    if event.state != EventStatus.RUNNING:
        raise NotForAHall(why=_("it is not being played. Start it first."))
    if event.match.get("stakes") is not None:
        raise NotForAHall(why=_("it plays for stakes, whose books are kept at one place."))
    if any(stage.system in ROLLING for stage in selectors.event_stages(event)):
        raise NotForAHall(why=_("ladders and arenas are paired at one place."))
