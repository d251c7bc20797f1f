"""Many keys in a query, named by where they begin and end.

Rows that were made together have neighbouring keys. Naming five hundred one by one takes Django,
the driver and the database longer than reading the rows.
"""

from collections.abc import Iterable

from django.db.models import Q

MOST_RANGES = 20


def with_keys(column: str, keys: Iterable[int]) -> Q:
    """A filter for the rows with exactly these keys in a column."""
    ranges: list[list[int]] = []
    ordered = sorted(set(keys))
    for key in ordered:
        if ranges and key == ranges[-1][1] + 1:
            ranges[-1][1] = key
        else:
            ranges.append([key, key])
    if not 0 < len(ranges) <= MOST_RANGES or len(ordered) <= len(ranges):
        return Q(**{f"{column}__in": ordered})
    named = Q()
    for first, last in ranges:
        named |= Q(**{f"{column}__gte": first, f"{column}__lte": last})
    return named
