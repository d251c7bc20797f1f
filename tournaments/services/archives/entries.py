"""The entries of an event from its archive, with what was decided about them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournaments.choices import EntryStatus
from tournaments.models import (
    Absence,
    Adjustment,
    Entry,
    Event,
    ForbiddenPair,
    Player,
    Stage,
    StageEntry,
    Team,
    TeamMember,
)
from tournaments.selectors.events.archive import ABSENCE_COLUMNS, EventFacts
from tournaments.services.archives.storing import store

REMOVED = "–"  # a reason that is gone from the archive, where there has to be one
STAGE_COLUMNS = ("group", "seed", "start_points_x2", "decided_rank", "decided_why")


def store_entries(
    event: Event, facts: EventFacts, players: Mapping[int, Player], stages: Mapping[int, Stage]
) -> dict[int, Entry]:
    """The entries by number, in their stages, with absences, penalties and who is kept apart."""
    made = store(
        Entry(
            event=event,
            player=players[row["entry"]],
            number=row["entry"],
            state=EntryStatus(row["state"]),
            family=(facts.sealed.get(f"person:{row['entry']}") or {}).get("family", ""),
            fixed_table=row["fixed_table"],
            rating=row["rating"],
            rating_source=row["rating_source"],
        )
        for row in facts.parts["entries.ndjson"]
    )
    entries = {entry.number or 0: entry for entry in made}
    _store_teams(event, facts, entries)
    in_stages = _store_stage_entries(facts, entries, stages)
    _store_absences(facts, entries)
    _store_adjustments(facts, in_stages)
    _store_forbidden(event, facts, entries)
    return entries


def _store_stage_entries(
    facts: EventFacts, entries: Mapping[int, Entry], stages: Mapping[int, Stage]
) -> dict[tuple[int, int], StageEntry]:
    """By the numbers of stage and entry."""
    rows = {
        (row["stage"], number): StageEntry(
            stage=stages[row["stage"]],
            entry=entries[number],
            **dict(zip(STAGE_COLUMNS, values, strict=True)),
        )
        for row in facts.parts["stages.ndjson"]
        for number, *values in row["entries"]
    }
    store(rows.values())
    return rows


def _store_teams(event: Event, facts: EventFacts, entries: Mapping[int, Entry]) -> None:
    rows = facts.parts["event.json"].get("teams", [])
    teams = store(
        Team(
            event=event,
            number=row["team"],
            name=str((facts.sealed.get(f"team:{row['team']}") or {}).get("name", "")),
            formed=row["formed"],
        )
        for row in rows
    )
    store(
        TeamMember(team=team, entry=entries[number], order=order)
        for team, row in zip(teams, rows, strict=True)
        for order, number in enumerate(row["members"], start=1)
    )


def _store_absences(facts: EventFacts, entries: Mapping[int, Entry]) -> None:
    store(
        Absence(
            entry=entries[row["entry"]],
            cancelled_at=_now_if(row["cancelled"]),
            **{name: row[name] for name in ABSENCE_COLUMNS},
        )
        for row in facts.parts["absences.ndjson"]
    )


def _store_adjustments(facts: EventFacts, in_stages: Mapping[tuple[int, int], StageEntry]) -> None:
    store(
        Adjustment(
            stage_entry=in_stages[row["stage"], row["entry"]],
            after_round=row["after_round"],
            kind=row["kind"],
            points_x2=row["points_x2"],
            reason=reason_of(facts.sealed, f"adjustment:{number}") or REMOVED,
            cancelled_at=_now_if(row["cancelled"]),
        )
        for number, row in enumerate(facts.parts["adjustments.ndjson"], start=1)
    )


def _store_forbidden(event: Event, facts: EventFacts, entries: Mapping[int, Entry]) -> None:
    """Who is kept apart, pair by pair: clubs are not the same here."""
    pairs = {
        (each["low"], each["high"]): each["last_round"]
        for state in facts.parts["states.json"]
        for each in state["forbidden"]
    }
    found = []
    for (one, other), last_round in sorted(pairs.items()):
        low, high = sorted((entries[one], entries[other]), key=lambda entry: entry.pk)
        found.append(ForbiddenPair(event=event, low=low, high=high, last_round=last_round))
    store(found)


def reason_of(sealed: Mapping[str, Any], name: str) -> str:
    """A free text; empty if there was none or it was removed."""
    return str((sealed.get(name) or {}).get("reason", ""))


def _now_if(said: bool) -> datetime | None:
    return timezone.now() if said else None
