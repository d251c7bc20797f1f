"""Lists: pages of JSON; NDJSON and CSV with every row.

`page` is for rows in the order of a column, and in that of their keys where it is equal: a cursor
stays right while rows are added.
`page_by_place` is for tables and short lists: a cursor is a place in the list as it is now.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain, islice
from typing import Any

from django.db.models import DateField, F, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.generics import GenericAPIView
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from tournaments import limits
from tournaments.api.paging import (
    PAGING,
    Order,
    page_by_column,
    page_by_place,
    page_response,
)
from tournaments.api.renderers import JsonRenderer, NdjsonRenderer
from tournaments.api.spreadsheet import CsvRenderer, columns_of
from tournaments.api.view import ApiView
from tournaments.csv_files.tables import csv_of_rows, file_name
from tournaments.serializers.base import Strict
from tournaments.serializers.partial import keep_fields

# Rows that are read and written at once where a whole list is sent.
ROWS_AT_ONCE = 500
ORDER_COLUMN = "order_column"  # of the annotation that rows are ordered by
Page = Response | HttpResponseBase
# Writes rows as the values of JSON: the fields of a serializer, or a function of the rows.
Show = type[BaseSerializer[Any]] | Callable[[list[Any]], Any]


class ListApiView(ApiView, GenericAPIView[Any]):
    """A list. `limit` and `cursor` ask for a page; without them NDJSON and CSV send all rows."""

    renderer_classes = [JsonRenderer, NdjsonRenderer, CsvRenderer]
    serializer_class: Any = Strict  # OPTIONS needs one
    ordering = "-pk"  # a column without nulls; -: descending
    # What `ordering` of the query may name, each with its value without nulls.
    orderings: Mapping[str, Combinable] = {}
    # What is read of each row, as named tuples; empty: models, which take longer to make.
    columns: Sequence[str] = ()
    common_parameters = frozenset({"format", *PAGING})

    def page(self, rows: QuerySet[Any], show: Show) -> Page:
        """A page in the order that is asked for, or in that of the list; or all rows in it."""
        rows, order = self._in_order(rows)
        if self.columns:
            names = dict.fromkeys((*self.columns, order.column))
            rows = rows.values_list(*names, named=True)
        if not self.asks_for_all():
            found, following, before = page_by_column(rows, order, self.request)
            return page_response(_shown(show, found), following=following, before=before)
        ordered = rows.order_by(*order.columns())
        keys = array("q", ordered.prefetch_related(None).values_list("pk", flat=True).iterator())
        return self.whole(_in_parts(ordered, keys), show)

    def page_by_place(self, rows: Sequence[Any] | QuerySet[Any], show: Show) -> Page:
        """A page of a table or a short list, which has its order, or that which is asked for; or
        all its rows.
        """
        if "ordering" in self.asked and isinstance(rows, QuerySet):
            rows, order = self._in_order(rows)
            rows = rows.order_by(*order.columns())
        if self.asks_for_all():
            return self.whole([list(rows)], show)
        found, following, before = page_by_place(rows, self.request)
        return page_response(_shown(show, found), following=following, before=before)

    def whole(self, parts: Iterable[list[Any]], show: Show) -> HttpResponseBase:
        """Every row, read in parts while they are sent; one part is an ordinary answer."""
        rest = iter(parts)
        first = list(islice(rest, 2))
        keep_fields(_shown(show, first[0][:1]) if first else [], self.kept)  # refuses unknown ones
        lines = self._lines(chain(first, rest), show)
        if len(first) < 2:
            return self._as_file(HttpResponse(b"".join(lines)))
        return self._as_file(StreamingHttpResponse(lines))

    def asks_for_all(self) -> bool:
        """Whether every row is asked for, as NDJSON or CSV."""
        renderer: Any = self.request.accepted_renderer
        return renderer.format != "json" and not self.request.query_params.keys() & PAGING

    def filtered(self, rows: QuerySet[Any], lookups: Mapping[str, str]) -> QuerySet[Any]:
        """The rows that the query asks for by these lookups."""
        asked = {lookups[name]: value for name, value in self.asked.items() if name in lookups}
        return rows.filter(**asked)

    def _in_order(self, rows: QuerySet[Any]) -> tuple[QuerySet[Any], Order]:
        asked = self.asked.get("ordering")
        if asked is None:
            return rows, Order.of(self.ordering)
        order = Order.of(asked)
        rows = rows.annotate(**{ORDER_COLUMN: self.orderings[order.column]})
        return rows, replace(order, column=ORDER_COLUMN)

    def _as_file(self, answer: HttpResponseBase) -> HttpResponseBase:
        renderer: Any = self.request.accepted_renderer
        answer["Content-Type"] = renderer.media_type
        if renderer.format == CsvRenderer.format:
            name = file_name(self.request.resolver_match)
            answer["Content-Type"] += "; charset=utf-8"
            answer["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer

    def _lines(self, parts: Iterable[list[Any]], show: Show) -> Iterator[bytes]:
        """All rows as NDJSON or CSV, read in parts while they are sent."""
        renderer: Any = self.request.accepted_renderer
        rows = (row for part in parts for row in _shown(show, part))
        if renderer.format == CsvRenderer.format:
            return csv_of_rows(rows, columns_of(self))
        return (JsonRenderer().render(keep_fields(row, self.kept)) + b"\n" for row in rows)


def known_date(column: str) -> Combinable:
    """A date for `orderings`: rows without one are the oldest."""
    return Coalesce(F(column), Value(date.min), output_field=DateField())


def known_number(column: str) -> Combinable:
    """A number for `orderings`: rows without one are the lowest."""
    return Coalesce(F(column), Value(-limits.MAX_INTEGER))


def _shown(show: Show, rows: list[Any]) -> Sequence[Any]:
    if isinstance(show, type):
        values: Sequence[Any] = show(rows, many=True).data
        return values
    written: Sequence[Any] = show(rows)
    return written


def _in_parts(rows: QuerySet[Any], keys: "array[int]") -> Iterator[list[Any]]:
    """The rows in parts, in the order of their keys, which are all that memory holds.

    Needs no cursor of the server, which a pool of connections would lose.
    """
    for at in range(0, len(keys), ROWS_AT_ONCE):
        part = keys[at : at + ROWS_AT_ONCE]
        found = {row.pk: row for row in rows.filter(pk__in=part.tolist())}
        yield [found[key] for key in part if key in found]
