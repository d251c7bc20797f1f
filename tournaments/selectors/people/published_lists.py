"""Published rating lists and the players in them."""

from collections.abc import Collection, Iterator
from typing import TypeVar

from tournaments.models import Player, Publication

Key = TypeVar("Key")

BATCH = 5000  # keys in one query


def published_list(scope: str, kind: str, version: int | None = None) -> Publication | None:
    """The last published list of a kind, up to `version` if given; or None."""
    rows = Publication.objects.filter(scope=scope, kind=kind)
    if version is not None:
        rows = rows.filter(version__lte=version)
    return rows.order_by("-version").first()


def published_versions(scope: str, kind: str) -> list[int]:
    """The published versions of a list, ascending."""
    rows = Publication.objects.filter(scope=scope, kind=kind).order_by("version")
    return list(rows.values_list("version", flat=True))


def public_ids_of(player_ids: Collection[int]) -> dict[int, str]:
    """Public ids by id."""
    found: dict[int, str] = {}
    for keys in _batches(list(player_ids)):
        found |= dict(Player.objects.filter(pk__in=keys).values_list("pk", "public_id"))
    return found


def names_of(public_ids: Collection[str]) -> dict[str, str]:
    """Names by public id; a merged row has the name of the other player."""
    found: dict[str, str] = {}
    for keys in _batches(list(public_ids)):
        rows = Player.objects.filter(public_id__in=keys)
        for public_id, name, other in rows.values_list("public_id", "name", "merged_into__name"):
            found[public_id] = other or name
    return found


def _batches(keys: list[Key]) -> Iterator[list[Key]]:
    for at in range(0, len(keys), BATCH):
        yield keys[at : at + BATCH]
