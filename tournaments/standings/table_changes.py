"""What differs between two versions of one table, as stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

# What of a row people see change; tie-breaks are compared by their codes.
COLUMNS = ("rank", "match_points_x2", "game_points_x2", "bpr", "primary_x2")


class TableChange(NamedTuple):
    """One value of one entry. column: of COLUMNS, or the code of a tie-break. None: no row."""

    entry: int
    column: str
    before: int | str | None
    after: int | str | None


def table_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[TableChange]:
    """Every value that differs, by entry, in the order of the columns; values as JSON has them."""
    old, new = _values(before), _values(after)
    for entry in sorted({*old, *new}):
        mine, theirs = old.get(entry, {}), new.get(entry, {})
        for column in dict.fromkeys((*mine, *theirs)):
            if mine.get(column) != theirs.get(column):
                yield TableChange(entry, column, mine.get(column), theirs.get(column))


def _values(document: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """The values of each entry by column; of all stages, the last one counting."""
    found: dict[int, dict[str, Any]] = {}
    for each in (*document.get("earlier", ()), document):
        for row in each["rows"]:
            broken = dict(zip(each["tiebreaks"], row["tie_breaks"], strict=True))
            found[row["entry"]] = {name: row[name] for name in COLUMNS} | broken
    return found
