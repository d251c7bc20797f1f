"""CSV in and out of the API: `Accept: text/csv` or `?format=csv`, and `Content-Type: text/csv`."""

from collections.abc import Mapping, Sequence
from typing import IO, Any, NamedTuple

from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.response import Response

from tournaments.api.renderers import JsonRenderer
from tournaments.csv_files.rows import write_rows
from tournaments.csv_files.tables import file_name, table_of


class Sheet(NamedTuple):
    """The body of a request that is a CSV file; the view reads it."""

    content: bytes


class CsvParser(BaseParser):
    media_type = "text/csv"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
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
            refusal: bytes = JsonRenderer().render(data)
            return refusal
        if data is None:
            return b""
        view = context.get("view")
        # `csv_table` is for answers to GET only.
        reading = context["request"].method in ("GET", "HEAD")
        make = getattr(view, "csv_table", None) if reading else None
        table = make(data) if make else table_of(data, columns_of(view))
        if response is not None:
            name = file_name(context["request"].resolver_match)
            response["Content-Disposition"] = f'attachment; filename="{name}"'
        return write_rows(table)


def columns_of(view: object) -> Sequence[str]:
    shape = getattr(view, "serializer_class", None)
    return list(shape().fields) if shape else ()
