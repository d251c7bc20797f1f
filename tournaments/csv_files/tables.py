"""Documents as CSV tables: nested values are flattened into columns."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from tempfile import TemporaryFile
from typing import Any

from tournaments.csv_files.rows import CsvTable, CsvValue, csv_head, csv_line


def table_of(data: Any, columns: Sequence[str] = ()) -> CsvTable:
    """A list as a table; nested values get columns of their own (`score.first`).

    columns: the columns of an empty list.
    """
    rows = data.get("results", [data]) if isinstance(data, Mapping) else data
    flat = [dict(_flat(row)) for row in rows]
    names = list(dict.fromkeys(name for row in flat for name in row)) or list(columns)
    return CsvTable(names, ([row.get(name) for name in names] for row in flat))


def csv_of_rows(rows: Iterable[Any], columns: Sequence[str] = ()) -> Iterator[bytes]:
    """A list of any length as the lines of a CSV file, with the columns that `table_of` finds.

    The rows wait in a file, because all of them say which columns there are.
    """
    with TemporaryFile("w+", encoding="utf-8") as waiting:
        names: dict[str, None] = {}
        for row in rows:
            flat = dict(_flat(row))
            names.update(dict.fromkeys(flat))
            waiting.write(json.dumps(flat) + "\n")
        headings = list(names) or list(columns)
        yield csv_head(headings)
        waiting.seek(0)
        for line in waiting:
            flat = json.loads(line)
            yield csv_line([flat.get(name) for name in headings])


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
