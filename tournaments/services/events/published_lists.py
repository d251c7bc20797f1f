"""Published rating lists; they are never changed."""

from collections.abc import Iterator

from tournaments.models import Publication
from tournaments.proof.hashing import document_hash


def save_published_list(
    *, scope: str, kind: str, version: int, document: dict[str, object]
) -> bool:
    """Store a list; False, without a change, if this version is stored already."""
    _published, created = Publication.objects.get_or_create(
        scope=scope,
        kind=kind,
        after_round=0,
        version=version,
        defaults={"document": document, "sha256": document_hash(document)},
    )
    return created


def altered_lists(scope: str) -> Iterator[str]:
    """One message for each list whose document does not match its hash."""
    for published in Publication.objects.filter(scope=scope).order_by("pk").iterator():
        if document_hash(published.document) != published.sha256:
            yield f"{scope}: publication {published.kind} {published.version} was changed"
