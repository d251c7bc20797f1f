"""Standings, scores, publications and crosstable of an event. Names are added when read."""

from collections import defaultdict
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import QuerySet

from tournaments.choices import EventStatus
from tournaments.documents import Document
from tournaments.errors import require_found
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import Entry, Event, FailedTask, Publication, Seat, StageEntry, Standings
from tournaments.selectors.events.scoring import match_game_scores
from tournaments.selectors.events.state import event_states
from tournaments.selectors.teams import team_names
from tournaments.standings.collector import collector_paused
from tournaments.standings.crosstable import OPEN
from tournaments.standings.crosstable_rows import RankedCell, ranked_rows
from tournaments.standings.derivation import Derivation
from tournaments.standings.points import Points, points_text, read_points, simplify, write_points
from tournaments.standings.table_changes import table_changes
from tournaments.state import EventState

CLOSED = "standings"  # kind of the publication of a closed round
SUMMED = ("match_points_x2", "game_points_x2", "bpr")
EMPTY: Document = {"after_round": 0, "rank_by": "", "tiebreaks": [], "rows": []}


def players_by_number(event: Event) -> dict[int, Document]:
    """Public id and name of each player by entry number; one query."""
    return {
        number: {"player": merged_id or public_id, "name": merged_name or name}
        for number, public_id, name, merged_id, merged_name in _PLAYERS.rows(event_id=event.pk)
    }


def _players(event_id: int) -> "QuerySet[Entry, tuple[Any, ...]]":
    rows = Entry.objects.filter(event=event_id, number__isnull=False).order_by("number")
    people = ("player", "player__merged_into")
    columns = (f"{person}__{name}" for person in people for name in ("public_id", "name"))
    return rows.values_list("number", *columns)


def _decided_ties(event_id: int) -> "QuerySet[StageEntry, tuple[Any, ...]]":
    rows = StageEntry.objects.filter(stage__event=event_id, decided_rank__isnull=False)
    return rows.values_list("stage__number", "entry__number", "decided_rank", "decided_why")


# Scores are several times as long as the table, and take most of the time to parse.
_TABLE = CompiledQuery(
    lambda event_id: Standings.objects.filter(event=event_id).defer("scores", "marks"), event_id=int
)
_PLAYERS = CompiledQuery(_players, event_id=int)
_DECIDED_TIES = CompiledQuery(_decided_ties, event_id=int)


def player_ids_by_number(event: Event) -> dict[int, int]:
    """The id of each player by entry number, of merged ones that of the other; one query."""
    rows = event.entries.filter(number__isnull=False)
    columns = rows.values_list("number", "player_id", "player__merged_into_id")
    return {number: merged or player for number, player, merged in columns if number is not None}


def standings_document(event: Event) -> Document:
    """The stored standings with names. Three queries.

    version: the results_version of the table. fresh: it includes every result. Points are half
    points (`_x2`). earlier: the tables of earlier stages, if any.
    """
    stored = _TABLE.first(event_id=event.pk)
    document = _named(stored.document if stored else EMPTY, event)
    _add_decided_ties(event, [*document.get("earlier", []), document])
    if event.state == EventStatus.RUNNING:
        _add_certain(document["rows"], stored)
    return {
        **document,
        "event": event.slug,
        "version": stored.version if stored else 0,
        "fresh": stored is not None and stored.version == event.results_version,
        "computed_at": stored.computed_at.isoformat() if stored else None,
    }


def _add_certain(rows: list[Document], stored: Standings | None) -> None:
    """Add `certain` to rows of whom something is certain."""
    certain = (stored.certain if stored else None) or {}
    for row in rows:
        if marks := certain.get(str(row["entry"])):
            row["certain"] = marks


def _add_decided_ties(event: Event, tables: list[Document]) -> None:
    """Add `decided` to rows of settled ties: the place in the tie and its reason. One query.

    tables: one for each stage, in order. The reason is lot, play-off, or the journal line of the
    ruling.
    """
    found = {
        (stage, entry): {"rank": rank, "why": why}
        for stage, entry, rank, why in _DECIDED_TIES.rows(event_id=event.pk)
    }
    if found:
        numbers = event.stages.order_by("number").values_list("number", flat=True)
        for number, table in zip(numbers, tables, strict=False):
            for row in table["rows"]:
                if decided := found.get((number, row["entry"])):
                    row["decided"] = decided


def _named(document: Document, event: Event) -> Document:
    """A document of standings with the names of players and teams."""
    tables = (document, *document.get("earlier", ()))
    teams = team_names(event) if any("teams" in table for table in tables) else {}
    return _with_names(document, players_by_number(event), teams)


def _with_names(document: Document, people: dict[int, Document], teams: dict[int, str]) -> Document:
    """Add player, name and the points as text to each row, also of earlier stages."""
    as_text = cache(lambda points: points_text(read_points(points)))
    named = {
        **document,
        "rows": [
            {
                **row,
                **people.get(row["entry"], {}),
                "points": as_text(row["primary_x2"]),
            }
            for row in document["rows"]
        ],
    }
    if "earlier" in document:
        named["earlier"] = [_with_names(each, people, teams) for each in document["earlier"]]
    if "teams" in document:
        names = {number: {"name": name} for number, name in teams.items()}
        named["teams"] = _with_names(document["teams"], names, {})
    return named


@collector_paused()  # an event of a thousand has 100,000 values
def scores_document(event: Event) -> Document:
    """The points of each match by seat and of each round by entry, as stored with the table.

    Half points (`_x2`); board-plus-reserve points are whole. Unfinished matches add no match
    points. games: how board-plus-reserve points are computed; null while the table is stale.
    """
    stored = Standings.objects.filter(event=event).only("scores", "version").first()
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


def _with_games(event: Event, matches: list[Document], *, fresh: bool) -> list[Document]:
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


def _sums_by_round(matches: list[Document]) -> dict[tuple[int, int], dict[str, Points]]:
    found: dict[tuple[int, int], dict[str, Points]] = {}
    for match in matches:
        given = [(name, match[name]) for name in SUMMED if match[name] is not None]
        for at, entry in enumerate(match["seats"]):
            sums = found.setdefault((match["round"], entry), dict.fromkeys(SUMMED, 0))
            for name, points in given:
                sums[name] = simplify(sums[name] + read_points(points[at]))
    return found


def publications(event: Event) -> list[Document]:
    """Published tables, the oldest first. One query.

    changes: the differences from the version before of the same kind and round.
    """
    found: list[Document] = []
    last: dict[tuple[str, int], Document] = {}
    for row in Publication.objects.filter(event=event).order_by("after_round", "pk"):
        key = (row.kind, row.after_round)
        before = last.get(key)
        found.append(
            {
                "kind": row.kind,
                "after_round": row.after_round,
                "version": row.version,
                "sha256": row.sha256,
                "changes": [c._asdict() for c in table_changes(before, row.document)]
                if before
                else [],
            }
        )
        last[key] = row.document
    return found


def closed_rounds_published(event: Event) -> list[int]:
    """The rounds after which a table was published, in order; one query."""
    tables = Publication.objects.filter(event=event, kind=CLOSED).order_by("after_round")
    return list(tables.values_list("after_round", flat=True).distinct())


def published_table(event: Event, after_round: int, version: int | None = None) -> Document:
    """The table published after a round; the latest version unless one is given.

    :raises NotFound: there is no such table.
    """
    published = Publication.objects.filter(event=event, kind=CLOSED, after_round=after_round)
    if version is not None:
        published = published.filter(version=version)
    found = require_found(published.order_by("-version").first(), "published table", after_round)
    return {
        **_named(found.document, event),
        "event": event.slug,
        "version": found.version,
        "sha256": found.sha256,
    }


@collector_paused()
def crosstable(event: Event, read: tuple[list[EventState], int] | None = None) -> Document:
    """What each entry has from each round and leg, and from elsewhere; half points.

    read: what `event_states` gave, if it is read already.

    points_x2: match points. ranking_x2: what the standings add up; null while nothing counts.
    outcome: also who was absent, and why. Only the last stage's points are in the last standings.
    """
    states, version = read or event_states(event.pk)
    pairing_of = _pairings_by_seat(event)
    cells: dict[int, list[Document]] = defaultdict(list)
    extras: dict[int, list[Document]] = defaultdict(list)
    stages: dict[int, list[int]] = defaultdict(list)
    for stage, state in enumerate(states, start=1):
        for entry, row in ranked_rows(state).items():
            stages[entry].append(stage)
            extras[entry] += [_extra(extra, stage) for extra in row.extras]
            for ranked in row.cells:
                at = (ranked.cell.round, ranked.cell.leg, entry)
                cells[entry].append(_cell(ranked, stage, pairing_of.get(at)))
    return {
        "event": event.slug,
        "version": version,
        "stages": len(states),
        "rows": [
            {
                "entry": number,
                **person,
                "stages": stages[number],
                "cells": cells[number],
                "extras": extras[number],
            }
            for number, person in players_by_number(event).items()
        ],
    }


def _cell(ranked: RankedCell, stage: int, pairing: int | None) -> Document:
    cell = ranked.cell
    return {
        "stage": stage,
        "round": cell.round,
        "leg": cell.leg,
        "kind": cell.pairing.kind if cell.pairing else "absent",
        "outcome": ranked.outcome,
        "opponents": list(cell.other_entries),
        "pairing": pairing,
        "points_x2": None if cell.kind == OPEN else write_points(cell.match_x2),
        "ranking_x2": None if ranked.ranking_x2 is None else write_points(ranked.ranking_x2),
    }


def _extra(extra: Derivation, stage: int) -> Document:
    """kind: "adjustment" after a round, else where the points are from."""
    return {
        "stage": stage,
        "kind": extra.code,
        "round": extra.params.get("round"),
        "points_x2": write_points(extra.value or 0),
    }


def _pairings_by_seat(event: Event) -> dict[tuple[int, int, int | None], int]:
    """Pairing ids by round, leg and entry number; one query."""
    seats = Seat.objects.filter(round__event=event).values_list(
        "round__number", "leg", "entry__number", "pairing_id"
    )
    return {(number, leg, entry): pairing for number, leg, entry, pairing in seats}


def standings_retry_at(event: Event) -> datetime | None:
    """When the table is computed again after a task failed; None: none did."""
    failed = FailedTask.objects.filter(
        name="tournaments.tasks.refresh_standings", subject=str(event.pk)
    )
    return failed.values_list("retry_at", flat=True).first()
