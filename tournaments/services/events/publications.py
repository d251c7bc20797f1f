"""Published tables; they are never changed."""

from dataclasses import dataclass

from tournaments import recompute, selectors
from tournaments.documents import Document
from tournaments.models import Event, Publication
from tournaments.recompute import standings_after, standings_document
from tournaments.selectors.events.tables import CLOSED


@dataclass(frozen=True, slots=True)
class VersionedTable:
    """version: the results_version that the table was computed from."""

    document: Document
    version: int


def compute_table(event_id: int) -> VersionedTable:
    """The table now, without locks. Compare the version under a lock before publishing it."""
    selectors.event_by_id(event_id)
    states, version = selectors.event_states(event_id)
    return VersionedTable(standings_document(states), version)


def compute_table_after(event_id: int, round_number: int) -> VersionedTable:
    """As `compute_table`, without later rounds."""
    selectors.event_by_id(event_id)
    states, version = selectors.event_states(event_id)
    return VersionedTable(standings_after(states, round_number), version)


def publish_table(
    event: Event, table: VersionedTable, *, kind: str = CLOSED, after_round: int | None = None
) -> Publication:
    """The Event is locked."""
    rounds = table.document["after_round"] if after_round is None else after_round
    return recompute.publish_table(
        event, table.document, version=table.version, after_round=rounds, kind=kind
    )
