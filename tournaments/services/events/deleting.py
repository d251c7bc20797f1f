"""Deleting events that never started."""

from tournaments import permissions
from tournaments.actor import Actor
from tournaments.choices import EventStatus
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.events.states import WrongState, lock_event


@in_transaction
def delete_event(*, actor: Actor, event_id: int) -> None:
    """Delete an event without rounds, with its entries, invitations and personal links.

    The journal of the event stays, so its address is not used again. Locks Event.

    :raises WrongState: the event has started.
    """
    event = lock_event(event_id)
    permissions.require(actor, "event.edit", event)
    before_start = event.state in (EventStatus.DRAFT, EventStatus.REGISTRATION)
    if not before_start or event.rounds.exists():
        raise WrongState(state=event.state)
    entries = event.entries.count()
    event.delete()
    for scope in (f"event:{event.slug}", "site"):
        journal.write(
            actor, "event.deleted", scope=scope, subject=event.slug, after={"entries": entries}
        )
