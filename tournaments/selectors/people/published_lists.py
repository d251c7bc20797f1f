"""Rating lists as they were published, and the people in them."""

from collections.abc import Collection, Iterator
from typing import TypeVar

from tournaments.models import Player, Publication

Key = TypeVar("Key")

BATCH = 5000  # how many keys one query takes


def published_list(scope: str, kind: str, version: int | None = None) -> Publication | None:
    """The last list of a kind that was published, up to a version if one is named; or None."""
    kept = Publication.objects.filter(scope=scope, kind=kind)
    if version is not None:
        kept = kept.filter(version__lte=version)
    return kept.order_by("-version").first()


def published_versions(scope: str, kind: str) -> list[int]:
    """The versions of a list that were published, ascending."""
    kept = Publication.objects.filter(scope=scope, kind=kind).order_by("version")
    return list(kept.values_list("version", flat=True))


def public_ids_of(player_ids: Collection[int]) -> dict[int, str]:
    """Public ids by id."""
    found: dict[int, str] = {}
    for keys in _batches(list(player_ids)):
        found |= dict(Player.objects.filter(pk__in=keys).values_list("pk", "public_id"))
    return found


def names_of(public_ids: Collection[str]) -> dict[str, str]:
    """Names by public id; who was merged into somebody else bears the other's name."""
    found: dict[str, str] = {}
    for keys in _batches(list(public_ids)):
        rows = Player.objects.filter(public_id__in=keys)
        for public_id, name, other in rows.values_list("public_id", "name", "merged_into__name"):
            found[public_id] = other or name
    return found


def _batches(keys: list[Key]) -> Iterator[list[Key]]:
    for at in range(0, len(keys), BATCH):
        yield keys[at : at + BATCH]
