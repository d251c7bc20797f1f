"""Search players and clubs by name, whatever its spelling; see tournaments/name_folding.py."""

from collections.abc import Iterable
from itertools import product
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from tournaments.models import Club, DistinctPlayers, Membership, Player
from tournaments.name_folding import fold_name, fold_words, has_han
from tournaments.selectors.people.directory import all_players, clubs
from tournaments.selectors.people.people import resolve

COLUMNS = ("folded_name", "folded_sort_name")
CLUB_COLUMNS = ("folded_name", "folded_place")


def search_clubs(text: str) -> "QuerySet[Club]":
    """Clubs in whose name or place a word starts with each word of the text, by name.

    None for a text without letters.
    """
    words = fold_words(text)
    found = clubs() if words else clubs().none()
    for word in words:
        found = found.filter(_has_word(word, CLUB_COLUMNS))
    return found


def search_players(text: str) -> "QuerySet[Player]":
    """Players in whose name or sort name a word starts with each word of the text, by sort name.

    Merged rows are found as the player they were merged into. Nobody for a text without letters.
    """
    words = fold_words(text)
    found = Player.objects.all() if words else Player.objects.none()
    for word in words:
        found = found.filter(_has_word(word, COLUMNS))
    return _merged(found)


def same_folded_name(name: str) -> "QuerySet[Player]":
    """Players with this name or sort name, perhaps in another spelling."""
    folded = fold_name(name)
    if not folded:
        return Player.objects.none()
    return _merged(Player.objects.filter(Q(folded_name=folded) | Q(folded_sort_name=folded)))


def same_folded_names(names: Iterable[str]) -> dict[str, list[Player]]:
    """As `same_folded_name`, of many names; those that nobody has are left out. One query."""
    folded = {name: fold_name(name) for name in names}
    keys = set(folded.values()) - {""}
    if not keys:
        return {}
    same = Q(folded_name__in=keys) | Q(folded_sort_name__in=keys)
    found: dict[str, dict[int, Player]] = {}
    for row in Player.objects.filter(same).select_related("merged_into").order_by("pk"):
        player = resolve(row)
        for key in _folded(row):
            found.setdefault(key, {})[player.pk] = player
    return {name: list(found[key].values()) for name, key in folded.items() if key in found}


def look_alikes(players: Iterable[Player]) -> dict[int, list[Player]]:
    """Other players of the same name in any spelling, for each of these who has some. Two queries.

    Two of these themselves are not named: whoever listed both knows that they are two. Nor is who
    was said to be somebody else.
    """
    listed = {player.pk: player for player in players}
    folded = {name for player in listed.values() for name in _folded(player)}
    same = Q(folded_name__in=folded) | Q(folded_sort_name__in=folded)
    others: dict[str, list[Player]] = {}
    found = Player.objects.filter(same, merged_into=None).exclude(pk__in=listed)
    for other in found.order_by("pk"):
        for name in _folded(other):
            others.setdefault(name, []).append(other)
    alike = {
        key: {other.pk: other for name in _folded(player) for other in others.get(name, [])}
        for key, player in listed.items()
    }
    distinct = distinct_players(key for key, found in alike.items() if found)
    named = {
        key: [found[pk] for pk in found.keys() - distinct.get(key, set())]
        for key, found in alike.items()
    }
    return {key: sorted(found, key=lambda each: each.pk) for key, found in named.items() if found}


def distinct_players(player_ids: Iterable[int]) -> dict[int, set[int]]:
    """The ids of those who were said to be somebody else, for each of these players. One query."""
    wanted = list(player_ids)
    if not wanted:
        return {}
    rows = _distinct_pairs().filter(Q(one__in=wanted) | Q(two__in=wanted))
    found: dict[int, set[int]] = {}
    for one, two in rows.values_list("one", "two"):
        found.setdefault(one, set()).add(two)
        found.setdefault(two, set()).add(one)
    return found


def _distinct_pairs() -> "QuerySet[Any]":
    """`one` and `two`: the players after merges."""
    return DistinctPlayers.objects.annotate(
        one=Coalesce("player__merged_into", "player"), two=Coalesce("other__merged_into", "other")
    )


def has_look_alike() -> Exists:
    """For a query of players: whether another one has this name in any spelling.

    Those who were said to be two people do not count.
    """
    same = Q()
    for column, own in product(COLUMNS, COLUMNS):
        same |= Q(**{column: OuterRef(own)}) & ~Q(**{column: ""})
    others = Player.objects.exclude(pk=OuterRef("pk")).filter(same)
    this, that = OuterRef(OuterRef("pk")), OuterRef("pk")
    apart = _distinct_pairs().filter(Q(one=this, two=that) | Q(one=that, two=this))
    return Exists(others.filter(~Exists(apart), merged_into=None, anonymised_at=None))


def possible_duplicates() -> "QuerySet[Player]":
    """Players with the name of another one in any spelling, beside each other."""
    people = Player.objects.filter(merged_into=None, anonymised_at=None)
    return people.filter(has_look_alike()).order_by("folded_name", "pk")


def club_names(player_ids: Iterable[int]) -> dict[int, list[str]]:
    """The names of the clubs that list each of these players. One query."""
    wanted = list(player_ids)
    if not wanted:
        return {}
    theirs = Q(player__in=wanted) | Q(player__merged_into__in=wanted)
    rows = Membership.objects.filter(theirs).order_by("club__name", "pk")
    names: dict[int, list[str]] = {}
    person = Coalesce("player__merged_into", "player")
    for player_id, name in rows.annotate(person=person).values_list("person", "club__name"):
        listed = names.setdefault(player_id, [])
        if name not in listed:
            listed.append(name)
    return names


def _folded(player: Player) -> set[str]:
    return {player.folded_name, player.folded_sort_name} - {""}


def _has_word(word: str, columns: Iterable[str]) -> Q:
    found = Q()
    for column in columns:
        if has_han(word):
            found |= Q(**{f"{column}__contains": word})
        else:
            found |= Q(**{f"{column}__startswith": word}) | Q(**{f"{column}__contains": f" {word}"})
    return found


def _merged(rows: "QuerySet[Player]") -> "QuerySet[Player]":
    kept = rows.annotate(kept=Coalesce(F("merged_into"), F("pk"))).values("kept")
    return all_players().filter(pk__in=kept)
