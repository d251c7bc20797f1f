"""Check categories, prizes and announcements of an archive: who and what they name is there."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.archive import format as archive
from games.archive.format import Parts

PRIZES, ANNOUNCEMENTS = "prizes.json", "announcements.ndjson"


def check_prizes(parts: Parts, sealed: Mapping[str, Any]) -> Iterator[str]:
    """Nothing of an event without the part."""
    if PRIZES not in parts:
        return
    about = archive.read_json(parts, PRIZES)
    numbers = [row["category"] for row in about["categories"]]
    if not _are_counted(numbers):
        yield "the categories are not numbered from 1"
    for entry in _entries(parts):
        for number in (sealed.get(f"person:{entry}") or {}).get("categories", []):
            if number not in numbers:
                yield f"entry {entry} is in category {number}, which is not there"
    if about["plan"] is not None:
        yield from _check_plan(about["plan"], numbers)


def _check_plan(plan: Mapping[str, Any], numbers: list[Any]) -> Iterator[str]:
    """numbers: of the categories."""
    given = "share" if plan["fund"] is not None else "amount"
    places = [(row["category"], row["place"]) for row in plan["prizes"]]
    if len(set(places)) < len(places):
        yield "a place has two prizes"
    for row in plan["prizes"]:
        if row["category"] not in (None, *numbers):
            yield f"a prize is of category {row['category']}, which is not there"
        if [name for name in ("amount", "share") if row[name] is not None] != [given]:
            yield f"the prize for place {row['place']} has no {given}, or something else besides"


def check_announcements(parts: Parts, _sealed: Mapping[str, Any]) -> Iterator[str]:
    """Nothing of an event without the part."""
    if ANNOUNCEMENTS not in parts:
        return
    rows, entries = archive.read_lines(parts, ANNOUNCEMENTS), _entries(parts)
    if not _are_counted([row["announcement"] for row in rows]):
        yield "the announcements are not numbered from 1"
    for row in rows:
        if not entries.issuperset(row["entries"]):
            yield f"announcement {row['announcement']} is for somebody who is no entry"


def _entries(parts: Parts) -> set[int]:
    return {row["entry"] for row in archive.read_lines(parts, "entries.ndjson")}


def _are_counted(numbers: list[Any]) -> bool:
    return numbers == list(range(1, len(numbers) + 1))
