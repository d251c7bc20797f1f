"""Accounts and their roles."""

from typing import Any

from tournaments.documents import Document
from tournaments.models import Club, ClubRole, Event, EventRole, User


def get_account(user_id: int) -> User | None:
    return User.objects.filter(pk=user_id).first()


def staff_list(of: Event | Club) -> list[Document]:
    """The roles in an event or a club, with user and player names."""
    roles: Any = of.roles.select_related("user__player").order_by("role", "user__username")
    return [
        {
            "user": row.user_id,
            "username": row.user.get_username(),
            "name": row.user.player.name if hasattr(row.user, "player") else "",
            "role": row.role,
        }
        for row in roles
    ]


def staff_names(event_id: int) -> dict[int, str]:
    """The names of the staff of an event who are players here, by account. Usernames stay secret.

    The event's own staff come before those of its club. Two queries.
    """
    of_event = EventRole.objects.filter(event_id=event_id).order_by("role", "pk")
    of_club = ClubRole.objects.filter(club__events=event_id).order_by("role", "pk")
    roles: list[EventRole | ClubRole] = [
        *of_event.select_related("user__player"),
        *of_club.select_related("user__player"),
    ]
    return {row.user_id: row.user.player.name for row in roles if hasattr(row.user, "player")}


def outranks(user_id: int, other: User) -> bool:
    """Whether the user has every permission that another account has."""
    user = User.objects.get(pk=user_id)
    if user.is_superuser:
        return True
    return not other.is_superuser and other.get_all_permissions() <= user.get_all_permissions()


def number_of_roles(user_id: int) -> int:
    """The number of roles of a user in events and clubs."""
    in_events = EventRole.objects.filter(user_id=user_id).count()
    return in_events + ClubRole.objects.filter(user_id=user_id).count()
