"""Accounts and their roles."""

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, Case, F, QuerySet, Value, When

from tournaments.documents import Document
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import Club, ClubRole, Entry, Event, EventRole, Player, User
from tournaments.selectors.people.people import accounts_of_people, resolve

NAME_OF_CLUB_ROLE = Case(When(role="organiser", then=Value("club_organiser")), default=F("role"))


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


def named_staff(club: Club) -> list[Document]:
    """Who runs a club, of those who agreed to be named: `player`, `name` and `role`. One query.

    An owner comes before organisers; who is both is named once.
    """
    rows = ClubRole.objects.filter(club=club, is_shown=True, user__is_active=True)
    found: dict[str, Document] = {}
    for row in rows.select_related("user__player__merged_into").order_by("-role", "pk"):
        if hasattr(row.user, "player"):
            player = resolve(row.user.player)
            named = {"player": player.public_id, "name": player.name, "role": row.role}
            found.setdefault(player.public_id, named)
    return list(found.values())


def is_named_in(club: Club, user_id: int) -> bool | None:
    """Whether an owner or organiser of a club is named on its page; None: has no role there."""
    rows = ClubRole.objects.filter(club=club, user_id=user_id)
    return next(iter(rows.order_by("-is_shown").values_list("is_shown", flat=True)), None)


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


class AccountRoles(NamedTuple):
    """roles: those that an account has everywhere. player_id: after merges; None without a player.

    in_event: its roles in the event it was asked about.
    """

    roles: set[str]
    player_id: int | None
    in_event: set[str]


def account_roles(user_id: int, event_id: int | None) -> AccountRoles | None:
    """The roles of an account, if it is active; with those in an event. One query."""
    if event_id is None:
        rows = _ROLES.rows(user_id=user_id)
    else:
        rows = _ROLES_IN_EVENT.rows(user_id=user_id, event_id=event_id)
    found = {name: merged_into or player for name, player, merged_into in rows}
    for name in ("user", "site_staff"):
        if name in found:
            return AccountRoles({"user", name}, found.pop(name), set(found))
    return None


def _roles(user_id: int) -> "QuerySet[User, Any]":
    """The name of the role that an account has everywhere, its player, and their merged player."""
    kind = Case(When(is_staff=True, then=Value("site_staff")), default=Value("user"))
    return (
        User.objects.filter(pk=user_id, is_active=True)
        .annotate(name=kind, of_player=F("player"), merged_into=F("player__merged_into"))
        .values_list(*_ROLE_COLUMNS)
    )


def _roles_in_event(user_id: int, event_id: int) -> "QuerySet[User, Any]":
    """`_roles`, and a row for each role in an event or in its club."""
    nobody = Value(None, output_field=BigIntegerField())
    empty = {"of_player": nobody, "merged_into": nobody}
    own = EventRole.objects.filter(event_id=event_id, user_id=user_id)
    of_club = ClubRole.objects.filter(club__events=event_id, user_id=user_id)
    return _roles(user_id).union(
        own.annotate(name=F("role"), **empty).values_list(*_ROLE_COLUMNS),
        of_club.annotate(name=NAME_OF_CLUB_ROLE, **empty).values_list(*_ROLE_COLUMNS),
        all=True,
    )


_ROLE_COLUMNS = ("name", "of_player", "merged_into")
_ROLES = CompiledQuery(_roles, user_id=int)
_ROLES_IN_EVENT = CompiledQuery(_roles_in_event, user_id=int, event_id=int)


def role_names(of_club: "QuerySet[ClubRole]") -> "QuerySet[ClubRole, str]":
    """Roles in clubs, as `permissions.ROLES_BY_VERB` names them."""
    return of_club.annotate(name=NAME_OF_CLUB_ROLE).values_list("name", flat=True)


def accounts_of_entries(entry_ids: Iterable[int]) -> dict[int, int]:
    """The account of the player of each entry, after merges; those without one are left out."""
    rows = Entry.objects.filter(pk__in=set(entry_ids)).select_related("player__merged_into")
    return accounts_of_people({row.pk: row.player for row in rows})


def accounts_of_players(public_ids: Collection[str]) -> dict[str, int]:
    """The account of each of these players, after merges; those without one are left out."""
    rows = Player.objects.filter(public_id__in=set(public_ids)).select_related("merged_into")
    return accounts_of_people({row.public_id: row for row in rows})


def active_accounts(user_ids: Iterable[int]) -> dict[int, User]:
    """Those of these accounts that can sign in, with their players."""
    rows = User.objects.filter(pk__in=set(user_ids), is_active=True)
    return {row.pk: row for row in rows.select_related("player")}
