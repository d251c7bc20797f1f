"""The facts of an event as both sides of a merge see them."""

import json
from typing import TYPE_CHECKING, Any

from games.archive.format import canonical
from games.halls.facts import Facts, facts_of
from games.services.archives.exports import evidence_parts
from tournaments.choices import RoundStatus
from tournaments.selectors.events.archive import EventFacts, event_facts

if TYPE_CHECKING:
    from tournaments.models import Event


def archived(event: "Event") -> EventFacts:
    """The event as its archive would say it now."""
    found = event_facts(event)
    sealed = dict(found.sealed)
    parts = {**found.parts, **evidence_parts(event, sealed)}
    return EventFacts(json.loads(canonical(parts)), json.loads(canonical(sealed)))


def facts_here(event: "Event") -> Facts:
    """The facts, with the rounds that are drafts, which no archive has."""
    found = archived(event)
    drafts = {f"round:{number}": {"draft": True} for number in draft_rounds(event)}
    return {**facts_of(found.parts, found.sealed), **drafts}


def draft_rounds(event: "Event") -> list[int]:
    rows: Any = event.rounds.filter(state=RoundStatus.DRAFT).order_by("number")
    return list(rows.values_list("number", flat=True))


def slots_of_event(event: "Event") -> list[int]:
    """The ids of all slots, in ascending order."""
    rows: Any = event.rounds.order_by("pairings__slots__pk")
    return [pk for pk in rows.values_list("pairings__slots__pk", flat=True) if pk is not None]
