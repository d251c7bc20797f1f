"""Tables as people saw them, kept for good."""

from dataclasses import dataclass
from typing import Any

from tournaments import selectors
from tournaments.models import Event, Publication
from tournaments.recompute import document_hash
from tournaments.standings import table


@dataclass(frozen=True, slots=True)
class Made:
    """A table and the results_version it was made from."""

    document: dict[str, Any]
    version: int


def table_now(event_id: int) -> Made:
    """Computed before anything is locked; who publishes it compares the version."""
    selectors.event_by_id(event_id)
    state, version = selectors.event_state(event_id)
    return Made(table(state).as_json(), version)


def publish(event: Event, made: Made, *, kind: str, after_round: int | None = None) -> Publication:
    """Keep a table; the same table of the same version is kept once."""
    rounds = made.document["after_round"] if after_round is None else after_round
    publication, _created = Publication.objects.get_or_create(
        scope=f"event:{event.slug}",
        kind=kind,
        after_round=rounds,
        version=made.version,
        defaults={
            "event": event,
            "document": made.document,
            "sha256": document_hash(made.document),
        },
    )
    return publication
