"""Tables as people saw them, kept for good."""

from dataclasses import dataclass
from typing import Any

from tournaments import selectors
from tournaments.models import Event, Publication
from tournaments.recompute import publish_table, standings_after, standings_document
from tournaments.selectors.events.tables import CLOSED


@dataclass(frozen=True, slots=True)
class Made:
    """A table and the results_version it was made from."""

    document: dict[str, Any]
    version: int


def table_now(event_id: int) -> Made:
    """Computed before anything is locked; who publishes it compares the version."""
    selectors.event_by_id(event_id)
    states, version = selectors.event_states(event_id)
    return Made(standings_document(states), version)


def table_after(event_id: int, round_number: int) -> Made:
    """As `table_now`, with nothing of later rounds in it."""
    selectors.event_by_id(event_id)
    states, version = selectors.event_states(event_id)
    return Made(standings_after(states, round_number), version)


def publish(
    event: Event, made: Made, *, kind: str = CLOSED, after_round: int | None = None
) -> Publication:
    """Keep a table. The Event is locked."""
    rounds = made.document["after_round"] if after_round is None else after_round
    return publish_table(event, made.document, version=made.version, after_round=rounds, kind=kind)
