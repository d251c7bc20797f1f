"""What every page of a list has: its length, its links, and cursors that are places.

Cursors of rows in the order of a column are in `config.api.pagination`.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import APIException, ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

PAGING = frozenset({"limit", "cursor"})
MOST_ON_PAGE = 500
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
    cursor = request.query_params.get("cursor")
    if cursor is None:
        return 0
    try:
        found = _PLACE.fullmatch(urlsafe_b64decode(cursor.encode("ascii")).decode("ascii"))
    except ValueError:
        found = None
    if found is None:
        raise InvalidCursor
    return int(found[1])


def _address(request: Request, place: int) -> str:
    cursor = urlsafe_b64encode(f"place={place}".encode()).decode()
    return replace_query_param(request.build_absolute_uri(), "cursor", cursor)
