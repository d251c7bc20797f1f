"""Players by handle."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db import connection
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce, Upper

from tournaments.models import Handle, Player
from tournaments.name_folding import fold_name
from tournaments.selectors.people.directory import all_players
from tournaments.selectors.people.people import name_key, resolve
from tournaments.selectors.people.search import club_names

BATCH = 200  # names asked for in one query


@dataclass(frozen=True, slots=True)
class KnownPlayers:
    """Whom the rows of a list may mean, each the player that a merged one turned out to be.

    by_id: by public id. by_handle: by site and `name_key`. by_name: by a name in capitals, as the
    database writes them; `capitals` says how it writes those that were asked for. clubs: folded
    names of the clubs that list a player, by key, if they were asked for.
    """

    by_id: dict[str, Player]
    by_handle: dict[tuple[str, str], Player]
    by_name: dict[str, dict[int, Player]]
    capitals: dict[str, str]
    clubs: dict[int, set[str]]

    @property
    def players(self) -> dict[int, Player]:
        """Everybody who may be meant, by key."""
        named = [player for found in self.by_name.values() for player in found.values()]
        everybody = [*self.by_id.values(), *self.by_handle.values(), *named]
        return {player.pk: player for player in everybody}

    def named(self, name: str) -> list[Player]:
        """The players of this very name, whatever its case; the oldest first."""
        found = self.by_name.get(self.capitals.get(name, ""), {})
        return [found[pk] for pk in sorted(found)]


def read_known_players(
    *,
    public_ids: Iterable[str],
    handles: Iterable[tuple[str, str]],
    names: Iterable[str],
    with_clubs: bool = False,
) -> KnownPlayers:
    """Look up all of these in a few queries. handles: site and name, as they are written."""
    rows = Player.objects.select_related("merged_into")
    by_id = {player.public_id: resolve(player) for player in rows.filter(public_id__in=public_ids)}
    wanted = {(site, name_key(name)) for site, name in handles}
    found = Handle.objects.filter(name_key__in={key for _site, key in wanted})
    by_handle = {
        (handle.site, handle.name_key): resolve(handle.player)
        for handle in found.select_related("player__merged_into")
        if (handle.site, handle.name_key) in wanted
    }
    capitals = _capitals(names)
    by_name: dict[str, dict[int, Player]] = {}
    named = rows.annotate(capitals=Upper("name")).filter(capitals__in=set(capitals.values()))
    for player in named:
        kept = resolve(player)
        by_name.setdefault(player.capitals, {})[kept.pk] = kept
    of_names = [key for found in by_name.values() for key in found] if with_clubs else []
    clubs = {
        key: {fold_name(name) for name in listed} for key, listed in club_names(of_names).items()
    }
    return KnownPlayers(by_id, by_handle, by_name, capitals, clubs)


def handles_of(player: Player) -> QuerySet[Handle]:
    """The handles of a player and of records merged into theirs, without forgotten ones."""
    theirs = Handle.objects.filter(Q(player=player) | Q(player__merged_into=player))
    return theirs.filter(player__anonymised_at=None).order_by("site", "name_key")


def names_at(site: str, player_ids: Collection[int]) -> dict[int, tuple[str, ...]]:
    """By player, their names at a site as they are written, the newest first. One query.

    player_ids: after merges.
    """
    known = Handle.objects.filter(site=site, player__anonymised_at=None)
    known = known.annotate(person=Coalesce(F("player__merged_into"), F("player")))
    found: dict[int, tuple[str, ...]] = {}
    for person, key, written in (
        known.filter(person__in=player_ids)
        .order_by("-pk")
        .values_list("person", "name_key", "written")
    ):
        found[person] = (*found.get(person, ()), written or key)
    return found


def players_with_handle(site: str, name: str) -> QuerySet[Player]:
    """The player of a handle, after merges; at most one. Case of the name does not matter."""
    known = Handle.objects.filter(site=site, name_key=name_key(name), player__anonymised_at=None)
    person = known.annotate(person=Coalesce(F("player__merged_into"), F("player")))
    return all_players().filter(pk__in=person.values("person"))


def public_ids(player_ids: Iterable[int]) -> list[str]:
    """Public ids of players, the oldest first."""
    rows = Player.objects.filter(pk__in=list(player_ids)).order_by("pk")
    return list(rows.values_list("public_id", flat=True))


def _capitals(names: Iterable[str]) -> dict[str, str]:
    """How the database writes each name in capitals, which is what `iexact` compares.

    Not every database knows the capitals of every alphabet.
    """
    asked = sorted(set(names))
    written: dict[str, str] = {}
    for start in range(0, len(asked), BATCH):
        batch = asked[start : start + BATCH]
        with connection.cursor() as cursor:
            cursor.execute("SELECT " + ", ".join(["UPPER(%s)"] * len(batch)), batch)
            written |= zip(batch, cursor.fetchone(), strict=True)
    return written
