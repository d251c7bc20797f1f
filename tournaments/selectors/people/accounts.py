"""Accounts: who is stronger, who is staff."""

from typing import Any

from tournaments.models import Club, ClubRole, Event, EventRole, User


def get_account(user_id: int) -> User | None:
    return User.objects.filter(pk=user_id).first()


def staff_list(of: Event | Club) -> list[dict[str, Any]]:
    """Who has a role in an event or a club itself: user id, name, player's name, role."""
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


def outranks(user_id: int, other: User) -> bool:
    """Whether site staff may do all that another account may do."""
    me = User.objects.get(pk=user_id)
    if me.is_superuser:
        return True
    return not other.is_superuser and other.get_all_permissions() <= me.get_all_permissions()


def number_of_roles(user_id: int) -> int:
    """How many roles a user has, in events and clubs."""
    in_events = EventRole.objects.filter(user_id=user_id).count()
    return in_events + ClubRole.objects.filter(user_id=user_id).count()
