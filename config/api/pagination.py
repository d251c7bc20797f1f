"""Cursor pagination: pages are stable while rows are added."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor as Position
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments import limits
from tournaments.api.paging import MOST_ON_PAGE, PARAMETERS, InvalidCursor, limit_of, page_response

BEGINNING = Position(offset=0, reverse=False, position=None)


class Cursor(CursorPagination):
    """`?limit=` rows per page. The ordering of the view must be total."""

    page_size_query_param = "limit"
    max_page_size = MOST_ON_PAGE
    ordering = "-pk"
    model: type[Model]

    def get_ordering(
        self, request: Request, queryset: QuerySet[Model], view: object
    ) -> tuple[str, ...]:
        ordering = getattr(view, "ordering", self.ordering)
        return (ordering,) if isinstance(ordering, str) else tuple(ordering)

    def decode_cursor(self, request: Request) -> Any:
        """:raises InvalidCursor: it is malformed, or of another list."""
        try:
            cursor = super().decode_cursor(request)
        except NotFound:
            raise InvalidCursor from None
        if cursor == BEGINNING:  # of another kind of list: a page here has no such cursor
            raise InvalidCursor
        if cursor is not None and cursor.position is not None:
            self._require_position(str(cursor.position))
        return cursor

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        self.model = queryset.model
        return super().paginate_queryset(queryset, request, view=view)

    def get_page_size(self, request: Request) -> int:
        """:raises ValidationError: `limit` is no number of rows that a page may have."""
        return limit_of(request, unless_asked=self.page_size or MOST_ON_PAGE)

    def _require_position(self, position: str) -> None:
        """The position must be a value of the ordering column."""
        name = str(self.ordering[0]).removeprefix("-")
        meta = self.model._meta
        field: Any = meta.pk if name == "pk" else meta.get_field(name)
        if len(position) > limits.CODE or not position.isprintable():
            raise InvalidCursor
        try:
            value = field.to_python(position)
        except (ValidationError, ValueError):
            raise InvalidCursor from None
        if isinstance(value, int) and abs(value) > limits.MAX_ID:
            raise InvalidCursor

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        return PARAMETERS

    def get_paginated_response(self, data: object) -> Response:
        return page_response(data, following=self.get_next_link(), before=self.get_previous_link())
