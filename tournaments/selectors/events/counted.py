"""Counted results and their sources, for checks and for undoing results."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from tournaments.documents import Document
from tournaments.models import Result


@dataclass(frozen=True, slots=True)
class PastResult:
    """A revision as recorded; it may not count any more."""

    kind: str
    outcome: str
    facts: Document
    source: str
    at: datetime

    def has_same_outcome(self, other: "PastResult") -> bool:
        """Compare all fields but `at`."""
        own = (self.kind, self.outcome, self.facts, self.source)
        return own == (other.kind, other.outcome, other.facts, other.source)


def counted_sources(event_id: int) -> dict[int, str]:
    """The source of the counted result of each decided slot of an event; one query."""
    counted = Result.objects.filter(current=True, slot__pairing__round__event=event_id)
    return dict(counted.values_list("slot_id", "source"))


def events_with_results(slugs: Collection[str]) -> frozenset[str]:
    """Those of these events in which a result counts; one query."""
    counted = Result.objects.filter(current=True, slot__pairing__round__event__slug__in=slugs)
    return frozenset(counted.values_list("slot__pairing__round__event__slug", flat=True).distinct())


def counted_revision(slot_id: int) -> int | None:
    """The counted revision of a slot, or None. One query."""
    counted = Result.objects.filter(slot_id=slot_id, current=True)
    return counted.values_list("revision", flat=True).first()


def past_result(slot_id: int, revision: int | None) -> PastResult | None:
    """A revision of a slot, or None. One query."""
    found = Result.objects.filter(slot_id=slot_id)
    row = found.filter(revision=revision).first() if revision is not None else None
    return PastResult(row.kind, row.outcome, row.facts, row.source, row.at) if row else None
