"""Names and accounts of players, and staff."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import TypeVar

from django.db.models import Q
from django.db.models.functions import Coalesce

from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import ClubRole, Entry, Event, EventRole, Handle, Player, User

Key = TypeVar("Key", int, str)


def name_key(name: str) -> str:
    """Normalise a name for comparison: NFKC, casefolded, single spaces."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def sort_key(player: Player) -> tuple[str, str]:
    """Sort by sort name or name without accents (é as e, パ as ハ), then with accents."""
    key = name_key(player.sort_name or player.name)
    bare = "".join(c for c in unicodedata.normalize("NFKD", key) if not unicodedata.combining(c))
    return bare, key


def name_readings(public_ids: Iterable[str]) -> dict[str, str]:
    """Sort names by public id; players without one are left out. One query."""
    named = Player.objects.filter(public_id__in=set(public_ids)).exclude(sort_name="")
    return dict(named.values_list("public_id", "sort_name"))


def resolve(player: Player) -> Player:
    """The player that a row was merged into, else the row; merges do not chain."""
    return player.merged_into or player


def accounts_of_people(people: Mapping[Key, Player]) -> dict[Key, int]:
    """The account of each person: of this record, or of one that was merged into it. One query."""
    found = {key: resolve(row).user_id or row.user_id for key, row in people.items()}
    without = {resolve(people[key]).pk for key, user in found.items() if user is None}
    merged = Player.objects.filter(merged_into__in=without, user__isnull=False).order_by("-pk")
    by_person = dict(merged.values_list("merged_into", "user")) if without else {}
    accounts = {
        key: by_person.get(resolve(people[key]).pk) if user is None else user
        for key, user in found.items()
    }
    return {key: user for key, user in accounts.items() if user is not None}


def of_account(user_id: int) -> Q:
    """A filter for rows with a `player` who is the person of an account, by any of the records.

    The account may be that of a record that was merged, and the row that of another one.
    """
    own = Player.objects.filter(user_id=user_id)
    person = own.annotate(person=Coalesce("merged_into", "pk")).values("person")
    return Q(player__in=person) | Q(player__merged_into__in=person)


def entries_of_players(event: Event, player_ids: Iterable[int]) -> dict[int, Entry]:
    """The entries of these players in an event, also by a merged record. One query."""
    person = Coalesce("player__merged_into", "player")
    found = Entry.objects.filter(event=event).annotate(person=person)
    return {entry.person: entry for entry in found.filter(person__in=set(player_ids))}


def find_players_by_name(name: str, sites: Iterable[str] = ("",)) -> set[int]:
    """Ids of players with this handle on one of `sites`, or with exactly this name."""
    key = name_key(name)
    if not key:
        return set()
    handles = Handle.objects.filter(site__in=tuple(sites), name_key=key)
    found = list(handles.select_related("player__merged_into"))
    players = {resolve(handle.player).pk for handle in found}
    named = Player.objects.filter(name__iexact=name.strip()).select_related("merged_into")
    return players | {resolve(player).pk for player in named}


def find_player_by_name(name: str, site: str = "") -> Player | None:
    """The player with this handle, else the only one with exactly this name; else None."""
    key = name_key(name)
    handle = Handle.objects.filter(site=site, name_key=key).select_related("player__merged_into")
    first = handle.first()
    if first is not None:
        return resolve(first.player)
    found = find_players_by_name(name, sites=("",))
    return Player.objects.get(pk=found.pop()) if len(found) == 1 else None


def player_of(user_id: int) -> Player | None:
    """The player of an account."""
    player = Player.objects.filter(user_id=user_id).select_related("merged_into").first()
    return resolve(player) if player else None


def staff_of(event_id: int) -> set[int]:
    """User ids of the staff of an event, including those of its club."""
    own = EventRole.objects.filter(event_id=event_id).values_list("user_id", flat=True)
    of_club = ClubRole.objects.filter(club__events=event_id).values_list("user_id", flat=True)
    return set(own) | set(of_club)


def is_site_staff(user_id: int | None) -> bool:
    return user_id is not None and _SITE_STAFF.first(user_id=user_id) is not None


_SITE_STAFF = CompiledQuery(
    lambda user_id: User.objects.filter(pk=user_id, is_active=True, is_staff=True).values_list(
        "pk", flat=True
    ),
    user_id=int,
)
