"""Approval of clubs and events for rating.

`ratings.services.approval` calls these services and updates the ratings.
"""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.documents import Document
from tournaments.errors import DomainError
from tournaments.models import Club, Event
from tournaments.selectors.events import approval
from tournaments.services import journal
from tournaments.services.events.roles import lock_club
from tournaments.services.events.states import lock_event


class CountsByClub(DomainError):
    code = "counts_by_club"
    message = _(
        "This event counts because the club {club} is approved for rating. "
        "Take back the approval of the club."
    )


def approval_columns(actor: Actor) -> Document:
    """The approval columns of a new club or event; site staff and programs need no approval."""
    if actor.kind in ("system", "import") or selectors.is_site_staff(actor.user_id):
        return {"approved_at": timezone.now(), "approved_by_id": actor.user_id}
    return {}


def set_club_approval(*, actor: Actor, club_id: int, approved: bool) -> tuple[Club, list[int]]:
    """Set the approval of a club; returns the ids of the events that depend on it.

    Repeating it is harmless. Locks Club, then its Events, until the transaction ends.
    """
    club = lock_club(club_id)
    permissions.require(actor, "club.approve", club)
    dependent = approval.events_of_club(club).filter(approved_at__isnull=True)
    events = Event.objects.select_for_update().filter(pk__in=dependent.values("pk"))
    event_ids = list(events.order_by("pk").values_list("pk", flat=True))
    if (club.approved_at is not None) != approved:
        _save_approval(club, actor, approved=approved)
        action = "club.approved" if approved else "club.approval_undone"
        journal.write(actor, action, scope=f"club:{club.slug}", subject=club.slug)
    return club, event_ids


def set_event_approval(*, actor: Actor, event_id: int, approved: bool) -> Event:
    """Set the approval of one event. Repeating it is harmless. Locks Event.

    :raises CountsByClub: the event counts through its club.
    """
    event = lock_event(event_id)
    permissions.require(actor, "event.approve", event)
    if (event.approved_at is not None) == approved:
        reason = approval.counting_reason(event)
        if not approved and reason:
            club = event.club or event.planners_club
            raise CountsByClub(club=club.name if club else "")
        return event
    _save_approval(event, actor, approved=approved)
    action = "event.approved" if approved else "event.approval_undone"
    journal.write_event(actor, event, action)
    return event


def _save_approval(row: Club | Event, actor: Actor, *, approved: bool) -> None:
    row.approved_at = timezone.now() if approved else None
    row.approved_by_id = actor.user_id if approved else None
    row.save(update_fields=["approved_at", "approved_by"])
