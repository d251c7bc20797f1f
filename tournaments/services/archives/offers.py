"""Categories, prizes and announcements from an archive. Events without them have no such parts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournaments.models import (
    Addressee,
    Announcement,
    Category,
    CategoryMember,
    Entry,
    Event,
    Prize,
    PrizePlan,
)
from tournaments.selectors.events.archive import EventFacts
from tournaments.selectors.prizes.archive import CATEGORY_COLUMNS, PLAN_COLUMNS
from tournaments.services.archives.storing import store

ERASED = "–"  # in place of a text whose sealed value was removed


def store_prizes(event: Event, facts: EventFacts, entries: Mapping[int, Entry]) -> None:
    about = facts.parts.get("prizes.json")
    if about is None:
        return
    made = _store_categories(event, facts, about["categories"], entries)
    if about["plan"] is None:
        return
    columns = {name: about["plan"][name] for name in PLAN_COLUMNS}
    (plan,) = store([PrizePlan(event=event, **columns)])
    store(
        Prize(
            plan=plan,
            category=None if row["category"] is None else made[row["category"]],
            place=row["place"],
            amount=row["amount"],
            share=row["share"],
        )
        for row in about["plan"]["prizes"]
    )


def _store_categories(
    event: Event,
    facts: EventFacts,
    rows: list[Mapping[str, Any]],
    entries: Mapping[int, Entry],
) -> dict[int, Category]:
    """The categories by number; without its sealed value one has its number for a name."""
    stored = store(
        Category(
            event=event,
            name=_sealed(facts, f"category:{row['category']}", "name") or f"#{row['category']}",
            **{name: row[name] for name in CATEGORY_COLUMNS},
        )
        for row in rows
    )
    made = {row["category"]: category for row, category in zip(rows, stored, strict=True)}
    store(
        CategoryMember(category=made[category], entry=entry)
        for number, entry in entries.items()
        for category in (facts.sealed.get(f"person:{number}") or {}).get("categories", [])
    )
    return made


def store_announcements(event: Event, facts: EventFacts, entries: Mapping[int, Entry]) -> None:
    """Nobody is notified of them here."""
    rows = facts.parts.get("announcements.ndjson", [])
    made = store(
        Announcement(
            event=event,
            at=datetime.fromisoformat(row["at"]),
            text=_sealed(facts, f"announcement:{row['announcement']}", "text") or ERASED,
            to=row["to"],
            round=row["round"],
            withdrawn_at=row["withdrawn_at"] and datetime.fromisoformat(row["withdrawn_at"]),
        )
        for row in rows
    )
    store(
        Addressee(announcement=announcement, entry=entries[number])
        for row, announcement in zip(rows, made, strict=True)
        for number in row["entries"]
    )


def _sealed(facts: EventFacts, key: str, name: str) -> str:
    """A sealed text; empty if it was removed."""
    return str((facts.sealed.get(key) or {}).get(name, ""))
