"""Documents as CSV tables: nested values are flattened into columns."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.csv_files.rows import CsvTable, CsvValue


def table_of(data: Any, columns: Sequence[str] = ()) -> CsvTable:
    """A list as a table; nested values get columns of their own (`score.first`).

    columns: the columns of an empty list.
    """
    rows = data.get("results", [data]) if isinstance(data, Mapping) else data
    flat = [dict(_flat(row)) for row in rows]
    names = list(dict.fromkeys(name for row in flat for name in row)) or list(columns)
    return CsvTable(names, ([row.get(name) for name in names] for row in flat))


def file_name(match: Any) -> str:
    """The file name of a CSV response, from its resolver match."""
    parts = [*map(str, match.kwargs.values()), match.url_name] if match else ["table"]
    return "-".join(parts) + ".csv"


def _flat(value: Any, name: str = "") -> Iterable[tuple[str, CsvValue]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list | tuple):
        if any(isinstance(each, Mapping | list | tuple) for each in value):
            for number, inner in enumerate(value, start=1):
                yield from _flat(inner, f"{name}.{number}" if name else str(number))
        else:
            yield name, " ".join(map(str, value))
    else:
        plain = isinstance(value, str | int | float | bool | None)
        yield name, value if plain else str(value)
