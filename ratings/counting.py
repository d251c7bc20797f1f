"""Which rated games a pool counts: one rule, read by the database and by Python alike.

`counts` of a pool is a filter: {"game": "tak", "size": 5}; a list means any of them; a column
that is not named does not matter, so {} counts everything.
"""

from collections.abc import Mapping
from typing import Any

COLUMNS = ("game", "size", "half_komi", "time_class")


def wanted(counts: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The accepted values of each column that `counts` names.

    :raises ValueError: `counts` names something that is no column.
    """
    unknown = sorted(set(counts) - set(COLUMNS))
    if unknown:
        raise ValueError(", ".join(unknown))
    return {
        column: list(value) if isinstance(value, list | tuple) else [value]
        for column, value in counts.items()
    }


def lookups(counts: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The same as filter arguments over RatedGame."""
    return {f"{column}__in": values for column, values in wanted(counts).items()}


def counted(counts: Mapping[str, Any], rated: object) -> bool:
    """Whether a rated game, stored or about to be, is one that `counts` asks for."""
    return all(getattr(rated, column) in values for column, values in wanted(counts).items())
