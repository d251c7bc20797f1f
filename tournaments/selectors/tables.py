"""The stored table of an event with names, and the crosstable. Names are looked up at read."""

from collections import defaultdict
from typing import Any

from tournaments.models import Event, Standings
from tournaments.selectors.people import resolve
from tournaments.selectors.state import event_state
from tournaments.standings.scores import match_points_x2, write_points

EMPTY: dict[str, Any] = {"after_round": 0, "rank_by": "", "tiebreaks": [], "rows": []}


def entrants(event: Event) -> dict[int, dict[str, Any]]:
    """Player and name by entry number; one query."""
    rows = event.entries.filter(number__isnull=False).select_related("player__merged_into")
    found: dict[int, dict[str, Any]] = {}
    for entry in rows.order_by("number"):
        player = resolve(entry.player)
        found[entry.number or 0] = {"player": player.public_id, "name": player.name}
    return found


def standings_document(event: Event) -> dict[str, Any]:
    """The table as stored; `fresh` says whether every result is counted in it. Two queries.

    `version` is the results_version it was made from; points are in half points (`_x2`).
    """
    stored = Standings.objects.filter(event=event).first()
    document = stored.document if stored else EMPTY
    people = entrants(event)
    return {
        **document,
        "event": event.slug,
        "version": stored.version if stored else 0,
        "fresh": stored is not None and stored.version == event.results_version,
        "rows": [{**row, **people.get(row["entry"], {})} for row in document["rows"]],
    }


def crosstable(event: Event) -> dict[str, Any]:
    """Who met whom in which round, and the match points of the row's entry (in half points)."""
    state, version = event_state(event.pk)
    cells: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for pairing in state.played:
        points = match_points_x2(pairing, state.rules)
        for at, entry in enumerate(pairing.seats):
            others = [seat for seat in pairing.seats if seat != entry]
            cells[entry].append(
                {
                    "round": pairing.round,
                    "leg": pairing.leg,
                    "kind": pairing.kind,
                    "opponents": others,
                    "points_x2": write_points(points[at]) if points else None,
                }
            )
    people = entrants(event)
    return {
        "event": event.slug,
        "version": version,
        "rows": [
            {"entry": number, **person, "cells": cells[number]} for number, person in people.items()
        ],
    }
