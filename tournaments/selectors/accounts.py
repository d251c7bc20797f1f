"""Accounts: who their players trust, who is stronger, who is staff."""

from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import (
    Club,
    ClubRole,
    Entry,
    Event,
    EventRole,
    JournalLine,
    Membership,
    Player,
    User,
)
from tournaments.selectors.link_entries import LINKED_STATES

# The line that an account writes in the journal by entering an event itself.
ENTERED = "entry.added"


def account(user_id: int) -> User | None:
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


def is_staff_of_player(user_id: int, player: Player) -> bool:
    """Whether a user is staff of an event that the player is in, or of a club of theirs."""
    entries = Entry.objects.filter(player__in=_rows_of(player), state="in")
    own = EventRole.objects.filter(user_id=user_id, event__entries__in=entries)
    of_club = ClubRole.objects.filter(user_id=user_id).filter(
        Q(club__events__entries__in=entries)
        | Q(club__in=Membership.objects.filter(player__in=_rows_of(player)).values("club"))
    )
    return own.exists() or of_club.exists()


def outranks(user_id: int, other: User) -> bool:
    """Whether site staff may do all that another account may do."""
    me = User.objects.get(pk=user_id)
    if me.is_superuser:
        return True
    return not other.is_superuser and other.get_all_permissions() <= me.get_all_permissions()


def keeps_account(user_id: int, other: User) -> bool:
    """Whether an account's player came to this organiser, and the account is no staff anywhere.

    Being entered by an organiser is no sign of trust: anybody may plan an event and enter anybody.
    So the account entered itself, or its player was claimed by an invitation of the event's staff.
    """
    if other.is_staff or other.is_superuser or number_of_roles(other.pk):
        return False
    player = Player.objects.filter(user_id=other.pk).first()
    if player is None:
        return False
    entries = Entry.objects.filter(
        player__in=_rows_of(player), event__in=_events_run_by(user_id), state__in=LINKED_STATES
    )
    claimed_of = _inviters(player, other.pk)
    return any(
        _entered_itself(entry, other.pk) or claimed_of & _staff(entry.event)
        for entry in entries.select_related("event")
    )


def number_of_roles(user_id: int) -> int:
    """How many roles a user has, in events and clubs."""
    in_events = EventRole.objects.filter(user_id=user_id).count()
    return in_events + ClubRole.objects.filter(user_id=user_id).count()


def _rows_of(player: Player) -> "QuerySet[Player]":
    return Player.objects.filter(Q(pk=player.pk) | Q(merged_into_id=player.pk))


def _events_run_by(user_id: int) -> "QuerySet[Event]":
    """Events that a user organises, by a role of their own or of the club."""
    own = EventRole.objects.filter(user_id=user_id, role="organiser").values("event_id")
    clubs = ClubRole.objects.filter(user_id=user_id).values("club_id")
    return Event.objects.filter(Q(pk__in=own) | Q(club_id__in=clubs))


def _staff(event: Event) -> set[int]:
    own = EventRole.objects.filter(event=event).values_list("user_id", flat=True)
    of_club = ClubRole.objects.filter(club__events=event).values_list("user_id", flat=True)
    return {*own, *of_club}


def _entered_itself(entry: Entry, user_id: int) -> bool:
    return JournalLine.objects.filter(
        scope=f"event:{entry.event.slug}",
        subject=f"entry:{entry.pk}",
        action=ENTERED,
        actor__kind="user",
        actor__user=user_id,
    ).exists()


def _inviters(player: Player, user_id: int) -> set[int]:
    """By whose word the player became this account's."""
    lines = JournalLine.objects.filter(
        scope="site",
        subject=f"player:{player.public_id}",
        action="player.claimed",
        after__user=user_id,
    )
    return {actor["user"] for actor in lines.values_list("actor", flat=True) if actor["user"]}
