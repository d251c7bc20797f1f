"""Many keys in a query, named by where they begin and end.

Rows that were made together have neighbouring keys. Naming five hundred one by one takes Django,
the driver and the database longer than reading the rows.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.execution.compiled_queries import CompiledQuery

MOST_RANGES = 20


class QueryByKeys:
    """Rows of plain values by keys in a column.

    Where the keys are one range, as those of a round are, the SQL is not written again.
    `build` makes the query from a filter.
    """

    def __init__(self, column: str, build: "Callable[[Q], QuerySet[Any, Any]]") -> None:
        self._column, self._build = column, build
        self._of_range = CompiledQuery(
            lambda first, last: build(_in_range(column, first, last)), first=int, last=int
        )

    def rows(self, keys: Iterable[int]) -> Iterable[tuple[Any, ...]]:
        keys = set(keys)
        ranges = _ranges(keys)
        if len(ranges) == 1:
            return self._of_range.rows(first=ranges[0][0], last=ranges[0][1])
        return self._build(with_keys(self._column, keys))


def with_keys(column: str, keys: Iterable[int]) -> Q:
    """A filter for the rows with exactly these keys in a column."""
    ordered = sorted(set(keys))
    ranges = _ranges(ordered)
    if not 0 < len(ranges) <= MOST_RANGES or len(ordered) <= len(ranges):
        return Q(**{f"{column}__in": ordered})
    named = Q()
    for first, last in ranges:
        named |= _in_range(column, first, last)
    return named


def _in_range(column: str, first: int, last: int) -> Q:
    return Q(**{f"{column}__gte": first, f"{column}__lte": last})


def _ranges(keys: Iterable[int]) -> list[list[int]]:
    """The first and the last of each run of keys."""
    ranges: list[list[int]] = []
    for key in sorted(keys):
        if ranges and key == ranges[-1][1] + 1:
            ranges[-1][1] = key
        else:
            ranges.append([key, key])
    return ranges
