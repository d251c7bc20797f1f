"""Pages of lists: their length, their links, and cursors.

A cursor is the row that a page begins after, where rows are in the order of a column; else it is a
place in the list.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError as NotAValue
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import APIException, ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from tournaments import limits

PAGING = frozenset({"limit", "cursor"})
MOST_ON_PAGE, USUAL_ON_PAGE = 500, 50
LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": MOST_ON_PAGE},
    description="How many rows a page has.",
)
PARAMETERS: list[dict[str, Any]] = [
    {
        "name": "limit",
        "in": "query",
        "required": False,
        "description": LIMIT.description,
        "schema": LIMIT.type,
    },
    {
        "name": "cursor",
        "in": "query",
        "required": False,
        "description": "Where the page begins: as `next` or `previous` of another page says it.",
        "schema": {"type": "string"},
    },
]
_LIMIT = re.compile(r"[0-9]{1,3}", re.ASCII)
_PLACE = re.compile(r"place=([0-9]{1,9})", re.ASCII)
_ROW = re.compile(r"(after|before)=([0-9]{1,19})=([^\0]{0,1000})", re.ASCII | re.DOTALL)


class InvalidCursor(APIException):
    status_code = 400
    default_code = "invalid_cursor"
    default_detail = _("This cursor is not of this list. Begin again without it.")


def limit_of(request: Request, *, unless_asked: int) -> int:
    """The length of a page. :raises ValidationError: `limit` is not between 1 and MOST_ON_PAGE."""
    asked = request.query_params.get("limit")
    if asked is None:
        return unless_asked
    if not _LIMIT.fullmatch(asked) or not 1 <= int(asked) <= MOST_ON_PAGE:
        problem = str(_("A number from 1 to {most}.")).format(most=MOST_ON_PAGE)
        raise ValidationError({"limit": [ErrorDetail(problem, code="out_of_range")]})
    return int(asked)


@dataclass(frozen=True, slots=True)
class Order:
    """The order of rows by a column without nulls, and by key where that is equal."""

    column: str
    descending: bool

    @classmethod
    def of(cls, name: str) -> "Order":
        """`name`, or `-name` for descending."""
        return cls(name.removeprefix("-"), name.startswith("-"))

    def columns(self, *, backwards: bool = False) -> list[str]:
        sign = "-" if self.descending != backwards else ""
        return [f"{sign}{column}" for column in dict.fromkeys((self.column, "pk"))]

    def beyond(self, value: object, pk: int, *, backwards: bool) -> Q:
        """The rows after a row, or before it."""
        side = "lt" if self.descending != backwards else "gt"
        if self.column == "pk":
            return Q(**{f"pk__{side}": pk})
        level = Q(**{self.column: value, f"pk__{side}": pk})
        # The first condition is implied by the others; a database can use an index for it.
        return Q(**{f"{self.column}__{side}e": value}) & (
            Q(**{f"{self.column}__{side}": value}) | level
        )


def page_by_column(
    rows: QuerySet[Any], order: Order, request: Request
) -> tuple[list[Any], str | None, str | None]:
    """The rows of a page, and the addresses of the next page and of the one before."""
    limit = limit_of(request, unless_asked=USUAL_ON_PAGE)
    beside = _row_of_cursor(rows, order, request)
    backwards = beside is not None and beside[0]
    ordered = rows.order_by(*order.columns(backwards=backwards))
    if beside is not None:
        ordered = ordered.filter(order.beyond(beside[1], beside[2], backwards=backwards))
    found = list(ordered[: limit + 1])
    is_more, found = len(found) > limit, found[:limit]
    if backwards:
        found.reverse()
    if not found:
        return [], None, None
    following = _beside(request, order, found[-1], "after") if is_more or backwards else None
    first = beside is None or (backwards and not is_more)
    return found, following, None if first else _beside(request, order, found[0], "before")


def page_by_place(
    rows: Sequence[Any] | QuerySet[Any], request: Request
) -> tuple[list[Any], str | None, str | None]:
    """The rows of a page, and the addresses of the next page and of the one before.

    As many rows as a page may have, unless `limit` says fewer.
    """
    limit, place = limit_of(request, unless_asked=MOST_ON_PAGE), _place(request)
    found = list(rows[place : place + limit + 1])
    following = _address(request, place + limit) if len(found) > limit else None
    before = _address(request, max(0, place - limit)) if place else None
    return found[:limit], following, before


def page_response(rows: object, *, following: str | None, before: str | None) -> Response:
    """A page with the addresses of its neighbours, in its body and as a Link header (RFC 8288)."""
    response = Response({"next": following, "previous": before, "results": rows})
    links = {"next": following, "prev": before}
    text = ", ".join(f'<{link}>; rel="{rel}"' for rel, link in links.items() if link)
    if text:
        response["Link"] = text
    return response


def _place(request: Request) -> int:
    found = _cursor(request, _PLACE)
    return int(found[1]) if found else 0


def _row_of_cursor(
    rows: QuerySet[Any], order: Order, request: Request
) -> tuple[bool, object, int] | None:
    """Whether the page is before the row of the cursor, its value in the column, and its key.

    :raises InvalidCursor: the column has no such values.
    """
    found = _cursor(request, _ROW)
    if found is None:
        return None
    value = None if order.column == "pk" else _value_of(rows, order.column, found[3])
    if int(found[2]) > limits.MAX_ID or (value is None) != (order.column == "pk"):
        raise InvalidCursor
    return found[1] == "before", value, int(found[2])


def _value_of(rows: QuerySet[Any], column: str, text: str) -> object:
    meta, annotated = rows.model._meta, rows.query.annotations.get(column)
    field: Any = annotated.output_field if annotated is not None else meta.get_field(column)
    try:
        value = field.to_python(text)
    except (NotAValue, ValueError, ArithmeticError):
        raise InvalidCursor from None
    if isinstance(value, int) and abs(value) > limits.MAX_ID:
        raise InvalidCursor
    if isinstance(value, datetime) and value.tzinfo is None:
        raise InvalidCursor
    return value


def _cursor(request: Request, shape: re.Pattern[str]) -> re.Match[str] | None:
    """None without a cursor. :raises InvalidCursor: it is not of this shape."""
    cursor = request.query_params.get("cursor")
    if cursor is None:
        return None
    try:
        found = shape.fullmatch(urlsafe_b64decode(cursor.encode("ascii")).decode())
    except ValueError:
        found = None
    if found is None:
        raise InvalidCursor
    return found


def _address(request: Request, place: int) -> str:
    return _with_cursor(request, f"place={place}")


def _beside(request: Request, order: Order, row: Any, side: str) -> str:
    value = "" if order.column == "pk" else getattr(row, order.column)
    return _with_cursor(request, f"{side}={row.pk}={value}")


def _with_cursor(request: Request, text: str) -> str:
    cursor = urlsafe_b64encode(text.encode()).decode()
    return replace_query_param(request.build_absolute_uri(), "cursor", cursor)
