"""Cursor pagination: pages are stable while rows are added."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments import limits


class InvalidCursor(APIException):
    status_code = 400
    default_code = "invalid_cursor"
    default_detail = _("This cursor is not of this list. Begin again without it.")


class Cursor(CursorPagination):
    """`?limit=` rows per page. The ordering of the view must be total."""

    page_size_query_param = "limit"
    max_page_size = 500
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
        if cursor is not None and cursor.position is not None:
            self._require_position(str(cursor.position))
        return cursor

    def paginate_queryset(
        self, queryset: Any, request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        self.model = queryset.model
        return super().paginate_queryset(queryset, request, view=view)

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

    def get_paginated_response(self, data: object) -> Response:
        response = super().get_paginated_response(data)
        links = {"next": self.get_next_link(), "prev": self.get_previous_link()}
        text = ", ".join(f'<{link}>; rel="{rel}"' for rel, link in links.items() if link)
        if text:
            response["Link"] = text
        return response
