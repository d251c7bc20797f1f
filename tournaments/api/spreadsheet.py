"""CSV in and out of the API: `Accept: text/csv` or `?format=csv`, and `Content-Type: text/csv`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any, NamedTuple

from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.response import Response

from tournaments.csv_rows import CsvTable, CsvValue, write_rows


class Sheet(NamedTuple):
    """The body of a request that is a CSV file; the view reads it."""

    content: bytes


class CsvParser(BaseParser):
    media_type = "text/csv"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return Sheet(stream.read())


class CsvRenderer(BaseRenderer):
    """A CSV file. A view whose answer is no list defines `csv_table`.

    Errors stay problem documents.
    """

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        context = renderer_context or {}
        response: Response | None = context.get("response")
        if response is not None and response.status_code >= 400:
            refusal: bytes = JSONRenderer().render(data)
            return refusal
        if data is None:
            return b""
        view = context.get("view")
        # `csv_table` is for answers to GET only.
        reading = context["request"].method in ("GET", "HEAD")
        make = getattr(view, "csv_table", None) if reading else None
        table = make(data) if make else rows_to_table(data, _columns_of(view))
        if response is not None:
            name = file_name(context["request"].resolver_match)
            response["Content-Disposition"] = f'attachment; filename="{name}"'
        return write_rows(table)


def rows_to_table(data: Any, known: Sequence[str] = ()) -> CsvTable:
    """A list as a table; nested values get columns of their own (`score.first`).

    known: the columns of an empty list.
    """
    rows = data.get("results", [data]) if isinstance(data, Mapping) else data
    flat = [dict(_flat(row)) for row in rows]
    columns = list(dict.fromkeys(name for row in flat for name in row)) or list(known)
    return CsvTable(columns, ([row.get(name) for name in columns] for row in flat))


def file_name(match: Any) -> str:
    """The name of the CSV file of an address."""
    parts = [*map(str, match.kwargs.values()), match.url_name] if match else ["table"]
    return "-".join(parts) + ".csv"


def _columns_of(view: Any) -> Sequence[str]:
    shape = getattr(view, "serializer_class", None)
    return list(shape().fields) if shape else ()


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
