"""Who is who: names, accounts, and who is staff of what."""

import unicodedata
from collections.abc import Iterable

from tournaments.models import ClubRole, EventRole, Handle, Player, User


def name_key(name: str) -> str:
    """How names are compared: NFKC, without case, single spaces."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def sort_key(player: Player) -> tuple[str, str]:
    """Where a player stands in a list by name: by the sort name if there is one, without accents
    (é beside e, パ beside ハ), which only decide between names that are otherwise the same.
    """
    key = name_key(player.sort_name or player.name)
    bare = "".join(c for c in unicodedata.normalize("NFKD", key) if not unicodedata.combining(c))
    return bare, key


def name_readings(public_ids: Iterable[str]) -> dict[str, str]:
    """The sort names of these players, which say how their names are read; without those that
    have none. One query.
    """
    named = Player.objects.filter(public_id__in=set(public_ids)).exclude(sort_name="")
    return dict(named.values_list("public_id", "sort_name"))


def resolve(player: Player) -> Player:
    """Who this player turned out to be; merges never chain."""
    return player.merged_into or player


def find_players_by_name(name: str, sites: Iterable[str] = ("",)) -> set[int]:
    """Ids of the players who bear a handle of that name on one of `sites`, or the very name."""
    key = name_key(name)
    if not key:
        return set()
    handles = Handle.objects.filter(site__in=tuple(sites), name_key=key)
    found = list(handles.select_related("player__merged_into"))
    players = {resolve(handle.player).pk for handle in found}
    named = Player.objects.filter(name__iexact=name.strip()).select_related("merged_into")
    return players | {resolve(player).pk for player in named}


def find_player_by_name(name: str, site: str = "") -> Player | None:
    """The one player with that handle, else with that very name; None when nobody or several."""
    key = name_key(name)
    handle = Handle.objects.filter(site=site, name_key=key).select_related("player__merged_into")
    bearer = handle.first()
    if bearer is not None:
        return resolve(bearer.player)
    found = find_players_by_name(name, sites=("",))
    return Player.objects.get(pk=found.pop()) if len(found) == 1 else None


def player_of(user_id: int) -> Player | None:
    """The player whom an account belongs to."""
    player = Player.objects.filter(user_id=user_id).select_related("merged_into").first()
    return resolve(player) if player else None


def staff_of(event_id: int) -> set[int]:
    """User ids of an event's arbiters and organisers, those of its club among them."""
    own = EventRole.objects.filter(event_id=event_id).values_list("user_id", flat=True)
    of_club = ClubRole.objects.filter(club__events=event_id).values_list("user_id", flat=True)
    return set(own) | set(of_club)


def is_site_staff(user_id: int | None) -> bool:
    return (
        user_id is not None
        and User.objects.filter(pk=user_id, is_active=True, is_staff=True).exists()
    )
