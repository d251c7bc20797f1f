"""Lists outside any event, kept as people saw them."""

from collections.abc import Iterator
from typing import Any

from tournaments.hashing import document_hash
from tournaments.models import Publication


def keep_list(*, scope: str, kind: str, version: int, document: dict[str, Any]) -> bool:
    """Keep a list for good; one that was kept under this version stays, and False is returned."""
    _kept, created = Publication.objects.get_or_create(
        scope=scope,
        kind=kind,
        after_round=0,
        version=version,
        defaults={"document": document, "sha256": document_hash(document)},
    )
    return created


def changed_lists(scope: str) -> Iterator[str]:
    """A sentence for each kept list that is not what its hash says."""
    for kept in Publication.objects.filter(scope=scope).order_by("pk").iterator():
        if document_hash(kept.document) != kept.sha256:
            yield f"{scope}: publication {kept.kind} {kept.version} was changed"
