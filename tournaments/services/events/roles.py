"""Roles in events and clubs."""

from django.utils.translation import gettext_lazy as _

from tournaments import permissions
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotFound, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Club, ClubRole, EventRole, User
from tournaments.services import journal
from tournaments.services.events.states import lock_event
from tournaments.wording import one_of_message

CLUB_ROLES = ("owner", "organiser")
EVENT_ROLES = ("arbiter", "organiser")


class LastOwner(DomainError):
    code = "last_owner"
    message = _("A club keeps an owner. Make somebody else owner first.")


class LastOrganiser(DomainError):
    code = "last_organiser"
    message = _("An event without a club keeps an organiser. Make somebody else organiser first.")


@in_transaction
def grant_club_role(*, actor: Actor, club_id: int, user_id: int, role: str) -> ClubRole:
    """Make a user owner or organiser of a club. Repeating it is harmless. Locks Club."""
    club = lock_club(club_id)
    permissions.require(actor, "club.edit", club)
    check_role(role, CLUB_ROLES)
    _check_user(user_id)
    granted, created = ClubRole.objects.get_or_create(club=club, user_id=user_id, role=role)
    if created:
        _journal_role(actor, "role.granted", scope=f"club:{club.slug}", user_id=user_id, role=role)
    return granted


@in_transaction
def grant_event_role(*, actor: Actor, event_id: int, user_id: int, role: str) -> EventRole:
    """Make a user arbiter or organiser of an event. Repeating it is harmless. Locks Event."""
    event = lock_event(event_id)
    permissions.require(actor, "event.edit", event)
    check_role(role, EVENT_ROLES)
    _check_user(user_id)
    granted, created = EventRole.objects.get_or_create(event=event, user_id=user_id, role=role)
    if created:
        _journal_role(
            actor, "role.granted", scope=f"event:{event.slug}", user_id=user_id, role=role
        )
    return granted


@in_transaction
def revoke_club_role(*, actor: Actor, club_id: int, user_id: int, role: str) -> None:
    """Take a role in a club back. Repeating it is harmless. Locks Club.

    :raises LastOwner: nobody would own the club.
    """
    club = lock_club(club_id)
    permissions.require(actor, "club.edit", club)
    check_role(role, CLUB_ROLES)
    held = ClubRole.objects.filter(club=club, user_id=user_id, role=role)
    if not held.exists():
        return
    owners = ClubRole.objects.filter(club=club, role="owner").exclude(user_id=user_id)
    if role == "owner" and not owners.exists():
        raise LastOwner(club=club.slug)
    held.delete()
    _journal_role(actor, "role.revoked", scope=f"club:{club.slug}", user_id=user_id, role=role)


@in_transaction
def revoke_event_role(*, actor: Actor, event_id: int, user_id: int, role: str) -> None:
    """Take a role in an event back. Repeating it is harmless. Locks Event.

    :raises LastOrganiser: the event has no club, and nobody would organise it.
    """
    event = lock_event(event_id)
    permissions.require(actor, "event.edit", event)
    check_role(role, EVENT_ROLES)
    held = EventRole.objects.filter(event=event, user_id=user_id, role=role)
    if not held.exists():
        return
    others = EventRole.objects.filter(event=event, role="organiser").exclude(user_id=user_id)
    if role == "organiser" and event.club_id is None and not others.exists():
        raise LastOrganiser(event=event.slug)
    held.delete()
    _journal_role(actor, "role.revoked", scope=f"event:{event.slug}", user_id=user_id, role=role)


def check_role(role: str, roles: tuple[str, ...]) -> None:
    """:raises InvalidInput: there is no such role."""
    if role not in roles:
        raise InvalidInput(field="role", problem=one_of_message(roles))


def _check_user(user_id: int) -> None:
    if not User.objects.filter(pk=user_id).exists():
        raise NotFound(what="user", key=user_id)


def lock_club(club_id: int) -> Club:
    return get_row(Club.objects.select_for_update(), "club", pk=club_id)


def _journal_role(actor: Actor, action: str, *, scope: str, user_id: int, role: str) -> None:
    journal.write(actor, action, scope=scope, subject=f"user:{user_id}", after=role)
