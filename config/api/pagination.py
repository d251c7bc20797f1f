"""What the OpenAPI document says of pages. They are made in `tournaments/api/paging.py`."""

from typing import Any

from rest_framework.pagination import CursorPagination
from rest_framework.views import APIView

from tournaments.api.paging import PARAMETERS


class Cursor(CursorPagination):
    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        return PARAMETERS
