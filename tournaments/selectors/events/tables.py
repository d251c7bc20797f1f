"""The stored table of an event with names, and the crosstable. Names are looked up at read."""

from collections import defaultdict
from datetime import datetime
from typing import Any

from tournaments.errors import NotFound
from tournaments.models import Event, FailedTask, Publication, Seat, StageEntry, Standings
from tournaments.selectors.events.scoring import match_game_scores
from tournaments.selectors.events.state import event_states
from tournaments.selectors.people.people import resolve
from tournaments.standings.points import (
    Points,
    match_points_x2,
    read_points,
    simplify,
    write_points,
)
from tournaments.standings.table_changes import table_changes

CLOSED = "standings"  # the kind of publication that a closed round leaves
SUMMED = ("match_points_x2", "game_points_x2", "bpr")
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
    """The table as stored; `fresh` says whether every result is counted in it. Three queries.

    `version` is the results_version it was made from, `computed_at` when; points are in half
    points (`_x2`). `earlier`: the tables of the stages before, where there were any.
    """
    stored = Standings.objects.filter(event=event).first()
    document = _named(stored.document if stored else EMPTY, entrants(event))
    _tell_decided(event, [*document.get("earlier", []), document])
    return {
        **document,
        "event": event.slug,
        "version": stored.version if stored else 0,
        "fresh": stored is not None and stored.version == event.results_version,
        "computed_at": stored.computed_at.isoformat() if stored else None,
    }


def _tell_decided(event: Event, tables: list[dict[str, Any]]) -> None:
    """Write `decided` into the rows whose ties were settled; tables: one a stage, in their order.

    It is the place among those who were tied, and why: lot, play-off, or the ruling's line in the
    journal. One query.
    """
    rows = StageEntry.objects.filter(stage__event=event, decided_rank__isnull=False)
    found = {
        (row.stage.number, row.entry.number): {"rank": row.decided_rank, "why": row.decided_why}
        for row in rows.select_related("stage", "entry")
    }
    if found:
        numbers = event.stages.order_by("number").values_list("number", flat=True)
        for number, table in zip(numbers, tables, strict=False):
            for row in table["rows"]:
                if decided := found.get((number, row["entry"])):
                    row["decided"] = decided


def _named(document: dict[str, Any], people: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """A stored table, and those of earlier stages in it, with player and name in each row."""
    named = {
        **document,
        "rows": [{**row, **people.get(row["entry"], {})} for row in document["rows"]],
    }
    if "earlier" in document:
        named["earlier"] = [_named(each, people) for each in document["earlier"]]
    return named


def scores_document(event: Event) -> dict[str, Any]:
    """What every match gave its seats, and every round each entry, as stored with the table.

    Points are in half points (`_x2`), board-plus-reserve points whole; a match that is not
    finished adds no match points to its round. `games` of a match says how its board-plus-reserve
    points came about, by the results as of now: null while the table is behind them.
    """
    stored = Standings.objects.filter(event=event).first()
    matches = stored.scores if stored else []
    fresh = stored is not None and stored.version == event.results_version
    return {
        "event": event.slug,
        "version": stored.version if stored else 0,
        "fresh": fresh,
        "matches": _with_games(event, matches, fresh=fresh),
        "rounds": [
            {"round": number, "entry": entry, **{k: write_points(v) for k, v in sums.items()}}
            for (number, entry), sums in sorted(_sums_by_round(matches).items())
        ],
    }


def _with_games(
    event: Event, matches: list[dict[str, Any]], *, fresh: bool
) -> list[dict[str, Any]]:
    if fresh:
        games = match_game_scores(event)
        now = Event.objects.values_list("results_version", flat=True).get(pk=event.pk)
        fresh = now == event.results_version
    if not fresh:
        return [{**match, "games": None} for match in matches]
    keys = ((match["round"], match["leg"], tuple(match["seats"])) for match in matches)
    return [
        {**match, "games": games.get(key, [])} for match, key in zip(matches, keys, strict=True)
    ]


def _sums_by_round(matches: list[dict[str, Any]]) -> dict[tuple[int, int], dict[str, Points]]:
    found: dict[tuple[int, int], dict[str, Points]] = {}
    for match in matches:
        for at, entry in enumerate(match["seats"]):
            sums = found.setdefault((match["round"], entry), dict.fromkeys(SUMMED, 0))
            for name in SUMMED:
                if match[name] is not None:
                    sums[name] = simplify(sums[name] + read_points(match[name][at]))
    return found


def publications(event: Event) -> list[dict[str, Any]]:
    """Every table as it was published, the oldest first, each with what it changed. One query.

    `changes` is against the version before it of the same kind and round; its values are those
    of the documents.
    """
    found: list[dict[str, Any]] = []
    last: dict[tuple[str, int], dict[str, Any]] = {}
    for kept in Publication.objects.filter(event=event).order_by("after_round", "pk"):
        key = (kept.kind, kept.after_round)
        before = last.get(key)
        found.append(
            {
                "kind": kept.kind,
                "after_round": kept.after_round,
                "version": kept.version,
                "sha256": kept.sha256,
                "changes": [c._asdict() for c in table_changes(before, kept.document)]
                if before
                else [],
            }
        )
        last[key] = kept.document
    return found


def published_table(event: Event, after_round: int, version: int | None = None) -> dict[str, Any]:
    """A table as it was published after a round, the latest version unless one is named.

    :raises NotFound: there is none.
    """
    kept = Publication.objects.filter(event=event, kind=CLOSED, after_round=after_round)
    if version is not None:
        kept = kept.filter(version=version)
    found = kept.order_by("-version").first()
    if found is None:
        raise NotFound(what="published table", key=after_round)
    return {
        **_named(found.document, entrants(event)),
        "event": event.slug,
        "version": found.version,
        "sha256": found.sha256,
    }


def crosstable(event: Event) -> dict[str, Any]:
    """Who met whom in which round, and the match points of the row's entry (in half points)."""
    states, version = event_states(event.pk)
    cells: dict[int, list[dict[str, Any]]] = defaultdict(list)
    pairing_of = _pairings_by_seat(event)
    for pairing in (played for state in states for played in state.played):
        points = match_points_x2(pairing, states[0].rules)
        for at, entry in enumerate(pairing.seats):
            others = [seat for seat in pairing.seats if seat != entry]
            cells[entry].append(
                {
                    "round": pairing.round,
                    "leg": pairing.leg,
                    "kind": pairing.kind,
                    "opponents": others,
                    "pairing": pairing_of.get((pairing.round, pairing.leg, entry)),
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


def _pairings_by_seat(event: Event) -> dict[tuple[int, int, int | None], int]:
    """The id of the pairing by round, leg and entry number; one query."""
    seats = Seat.objects.filter(round__event=event).values_list(
        "round__number", "leg", "entry__number", "pairing_id"
    )
    return {(number, leg, entry): pairing for number, leg, entry, pairing in seats}


def standings_retry_at(event: Event) -> datetime | None:
    """When the table of an event is computed again, if that took too long; None: it did not."""
    failed = FailedTask.objects.filter(
        name="tournaments.tasks.refresh_standings", subject=str(event.pk)
    )
    return failed.values_list("retry_at", flat=True).first()
