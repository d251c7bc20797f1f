"""Pages that stay put while rows are added: by cursor, never by offset."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response


class Cursor(CursorPagination):
    """`?limit=` rows a page; the ordering is the view's and must be total."""

    page_size_query_param = "limit"
    max_page_size = 500
    ordering = "-pk"

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> Any:
        ordering = getattr(view, "ordering", self.ordering)
        return (ordering,) if isinstance(ordering, str) else tuple(ordering)

    def get_paginated_response(self, data: Any) -> Response:
        response = super().get_paginated_response(data)
        links = {"next": self.get_next_link(), "prev": self.get_previous_link()}
        text = ", ".join(f'<{link}>; rel="{rel}"' for rel, link in links.items() if link)
        if text:
            response["Link"] = text
        return response
