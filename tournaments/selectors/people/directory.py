"""Look up players and clubs, and the roles of a user."""

from typing import Any

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Coalesce, Lower, NullIf

from tournaments.errors import NotFound
from tournaments.models import Club, ClubRole, Event, EventRole, Membership, Player, User
from tournaments.selectors.people.people import resolve


def all_players() -> "QuerySet[Player]":
    """Players without merged rows, by sort name."""
    key = Lower(Coalesce(NullIf(F("sort_name"), Value("")), F("name")))
    return Player.objects.filter(merged_into=None).order_by(key, "name", "pk")


def get_player(public_id: str) -> Player:
    """A player by public id, after merges. :raises NotFound: there is none."""
    player = Player.objects.select_related("merged_into").filter(public_id=public_id).first()
    if player is None:
        raise NotFound(what="player", key=public_id)
    return resolve(player)


def is_database_empty() -> bool:
    """Whether there is no account, player, club or event."""
    return not any(model.objects.exists() for model in (User, Player, Club, Event))


def clubs() -> "QuerySet[Club]":
    return Club.objects.order_by("name", "pk")


def get_club(slug: str) -> Club:
    """:raises NotFound: there is none."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise NotFound(what="club", key=slug)
    return club


def club_by_id(club_id: int) -> Club:
    """:raises NotFound: there is none."""
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise NotFound(what="club", key=club_id)
    return club


def player_by_id(player_id: int) -> Player:
    """A player, after merges. :raises NotFound: there is none."""
    player = Player.objects.select_related("merged_into").filter(pk=player_id).first()
    if player is None:
        raise NotFound(what="player", key=player_id)
    return resolve(player)


def members_of(club: Club) -> "QuerySet[Membership]":
    """Memberships with players, by name."""
    members = Membership.objects.filter(club=club).select_related("player__merged_into")
    return members.order_by("player__name", "pk")


def roles_of_user(user_id: int) -> dict[str, list[dict[str, Any]]]:
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
