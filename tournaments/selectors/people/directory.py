"""Look up players and clubs, and the roles of a user."""

from collections.abc import Iterable

from django.db.models import Count, F, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Lower, NullIf

from tournaments.documents import Document
from tournaments.errors import get_row
from tournaments.models import (
    Club,
    ClubRole,
    Event,
    EventRole,
    Membership,
    MembershipRequest,
    Player,
    User,
)
from tournaments.selectors.people.people import resolve

# By which players are sorted.
SORT_KEY = Lower(Coalesce(NullIf(F("sort_name"), Value("")), F("name")))


def all_players() -> "QuerySet[Player]":
    """Players without merged rows, by sort name."""
    return Player.objects.filter(merged_into=None).order_by(SORT_KEY, "name", "pk")


def players_of_club(slug: str) -> "QuerySet[Player]":
    """Whom a club lists, also those who have not agreed yet."""
    listed = Membership.objects.filter(club__slug=slug)
    mine = Q(pk__in=listed.values("player")) | Q(pk__in=listed.values("player__merged_into"))
    return all_players().filter(mine)


def clubs_that_list(player: str) -> "QuerySet[Club]":
    """The clubs that list the player of this public id."""
    theirs = Q(player__public_id=player) | Q(player__merged_into__public_id=player)
    return clubs().filter(pk__in=Membership.objects.filter(theirs).values("club"))


def get_player(public_id: str) -> Player:
    """A player by public id, after merges. :raises NotFound: there is none."""
    player = get_row(Player.objects.select_related("merged_into"), "player", public_id=public_id)
    return resolve(player)


def public_id_by_key(player_ids: Iterable[int]) -> dict[int, str]:
    rows = Player.objects.filter(pk__in=set(player_ids))
    return dict(rows.values_list("pk", "public_id"))


def names_of_players(public_ids: Iterable[str]) -> dict[str, str]:
    """The names by public id; a merged row has the name of the other player."""
    rows = Player.objects.filter(public_id__in=set(public_ids))
    columns = rows.values_list("public_id", "name", "merged_into__name")
    return {public_id: other or name for public_id, name, other in columns}


def players_by_public_id(public_ids: Iterable[str]) -> dict[str, Player]:
    return {row.public_id: row for row in Player.objects.filter(public_id__in=set(public_ids))}


def is_database_empty() -> bool:
    """Whether there is no account, player, club or event."""
    return not any(model.objects.exists() for model in (User, Player, Club, Event))


def clubs() -> "QuerySet[Club]":
    return Club.objects.order_by("name", "pk")


def get_club(slug: str) -> Club:
    """:raises NotFound: there is none."""
    return get_row(Club.objects, "club", slug=slug)


def staffed_clubs(user_id: int) -> "QuerySet[Club]":
    """The clubs that a user is owner or organiser of."""
    return Club.objects.filter(pk__in=ClubRole.objects.filter(user_id=user_id).values("club_id"))


def club_by_id(club_id: int) -> Club:
    """:raises NotFound: there is none."""
    return get_row(Club.objects, "club", pk=club_id)


def player_by_id(player_id: int) -> Player:
    """A player, after merges. :raises NotFound: there is none."""
    player = get_row(Player.objects.select_related("merged_into"), "player", pk=player_id)
    return resolve(player)


def members_of(club: Club) -> "QuerySet[Membership]":
    """Memberships with players, by name."""
    members = Membership.objects.filter(club=club).select_related("player__merged_into")
    return members.order_by("player__name", "pk")


def requests_to_join(club: Club) -> "QuerySet[MembershipRequest]":
    """Who asks to be a member of a club, oldest first."""
    asked = MembershipRequest.objects.filter(club=club).select_related("player__merged_into")
    return asked.order_by("asked_at", "pk")


def asked_clubs(user_id: int) -> "QuerySet[Club]":
    """The clubs of an owner that players ask to join; each with their number as `asking`."""
    owned = ClubRole.objects.filter(user_id=user_id, role="owner").values("club")
    asked = clubs().filter(pk__in=owned).annotate(asking=Count("membership_requests"))
    return asked.filter(asking__gt=0)


def requests_of_player(player: Player) -> "QuerySet[MembershipRequest]":
    """The clubs that a player asks to join, by name of the club."""
    rows = MembershipRequest.objects.filter(Q(player=player) | Q(player__merged_into=player))
    return rows.select_related("club").order_by("club__name", "pk")


def roles_of_user(user_id: int) -> dict[str, list[Document]]:
    """The roles of a user in clubs and events. Two queries."""
    in_clubs = ClubRole.objects.filter(user_id=user_id).order_by("club__slug", "role")
    in_events = EventRole.objects.filter(user_id=user_id).order_by("event__slug", "role")
    return {
        "clubs": [
            {"club": slug, "name": name, "role": role}
            for slug, name, role in in_clubs.values_list("club__slug", "club__name", "role")
        ],
        "events": [
            {"event": slug, "name": name, "role": role}
            for slug, name, role in in_events.values_list("event__slug", "event__name", "role")
        ],
    }
