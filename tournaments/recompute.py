"""Derived tables, rebuilt from the facts. Nothing is computed under a lock."""

import hashlib
import json
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments import selectors
from tournaments.models import Event, Series, SeriesStandings, Standings
from tournaments.standings import table
from tournaments.standings.season import season_table


def refresh_standings(event_id: int) -> bool:
    """Rewrite the stored table of an event; return False if it was already as new.

    Locks the Event for the writing only.
    """
    state, version = selectors.event_state(event_id)
    document = table(state).as_json()
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event_id)
        stored = Standings.objects.filter(event=event).first()
        if stored is not None and event.standings_version >= version:
            return False
        if stored is None:
            stored = Standings(event=event)
        stored.version, stored.document, stored.computed_at = version, document, timezone.now()
        stored.save()
        event.standings_version = version
        event.save(update_fields=["standings_version"])
    return True


def refresh_series(series_id: int) -> bool:
    """Rewrite the stored table of a season; return False if it was already as new.

    Locks the Series for the writing only.
    """
    series = Series.objects.get(pk=series_id)
    events, versions = selectors.season_scores(series)
    rows = season_table(events, selectors.season_scoring(series))
    document = {"rows": [row.as_json() for row in rows]}
    with transaction.atomic():
        Series.objects.select_for_update().get(pk=series_id)
        stored = SeriesStandings.objects.filter(series=series).first()
        if stored is None:
            stored = SeriesStandings(series=series)
        elif stored.versions == versions or _is_older(versions, stored.versions):
            return False
        stored.versions, stored.document, stored.computed_at = versions, document, timezone.now()
        stored.save()
    return True


def _is_older(versions: dict[str, int], stored: dict[str, int]) -> bool:
    """Whether another worker has meanwhile stored newer tables of the same events."""
    return versions.keys() == stored.keys() and all(
        version <= stored[event] for event, version in versions.items()
    )


def document_hash(document: dict[str, Any]) -> str:
    """The sha256 of a document, whatever the order of its keys."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
