"""Differences between two stored versions of one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tournaments.documents import Document

# The compared values of a row; tie-breaks are compared too, by code.
COLUMNS = ("rank", "match_points_x2", "game_points_x2", "bpr", "primary_x2")


class TableChange(NamedTuple):
    """One changed value. column: one of COLUMNS or a tie-break code. None: the row is missing."""

    entry: int
    column: str
    before: int | str | None
    after: int | str | None


def table_changes(
    before: Mapping[str, object], after: Mapping[str, object]
) -> Iterator[TableChange]:
    """Every value that differs, by entry and column; values as in JSON."""
    old, new = _values(before), _values(after)
    for entry in sorted({*old, *new}):
        mine, theirs = old.get(entry, {}), new.get(entry, {})
        for column in dict.fromkeys((*mine, *theirs)):
            if mine.get(column) != theirs.get(column):
                yield TableChange(entry, column, mine.get(column), theirs.get(column))


def _values(document: Mapping[str, Any]) -> dict[int, Document]:
    """The values of each entry by column; the entry's last stage counts."""
    found: dict[int, Document] = {}
    for each in (*document.get("earlier", ()), document):
        for row in each["rows"]:
            broken = dict(zip(each["tiebreaks"], row["tie_breaks"], strict=True))
            found[row["entry"]] = {name: row[name] for name in COLUMNS} | broken
    return found
