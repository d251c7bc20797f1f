"""What every door of the API shares: who asks, how a list is paged, and the ETag.

Not here: errors (the exception handler at the top makes problem documents of them).
"""

import hashlib
import re
from typing import Any, cast

from django.conf import settings
from django.http import HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import parse_etags
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.generics import GenericAPIView
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from tournaments.actor import ANONYMOUS, Actor
from tournaments.api.ndjson import NdjsonRenderer
from tournaments.api.spreadsheet import CsvRenderer
from tournaments.serializers.base import Strict

# What a list understands beside its own filters.
PAGING = frozenset({"cursor", "limit", "format"})
UNKNOWN_VERSION = -1


def actor_of(request: Request) -> Actor:
    """Who asks, narrowed to the scopes of the token if one was used."""
    user_id = request.user.pk
    if user_id is None:
        return ANONYMOUS
    token: Any = request.auth
    if token is None:
        return Actor("user", user_id=user_id)
    return Actor("user", user_id=user_id, token_id=token.pk, scopes=tuple(token.scopes) or None)


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"
    default_detail = _("The body is too large.")


class ShallowJson(JSONParser):
    """JSON that is nested too deeply to be read is the sender's fault, not ours."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().parse(*args, **kwargs)
        except RecursionError:
            raise ParseError(_("The JSON is nested too deeply.")) from None


def too_large(request: Any) -> bool:
    """Whether a body is larger than the service takes."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return not length.isdigit() or int(length) > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)


class Door(APIView):
    """One address. `conditional` doors answer 304 to whoever has the current answer."""

    conditional = False
    parser_classes = [ShallowJson]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if too_large(request):
            raise TooLarge()

    def body(self, shape: type[Strict]) -> dict[str, Any]:
        serializer = shape(data=self.request.data)
        serializer.is_valid(raise_exception=True)
        return cast("dict[str, Any]", serializer.validated_data)

    def query(self, shape: type[Strict]) -> dict[str, Any]:
        """The filters of a list; one that is not known is refused, not ignored."""
        asked = {k: v for k, v in self.request.query_params.items() if k not in PAGING}
        serializer = shape(data=asked)
        serializer.is_valid(raise_exception=True)
        return cast("dict[str, Any]", serializer.validated_data)

    def finalize_response(
        self, request: Any, response: Any, *args: Any, **kwargs: Any
    ) -> "Response":
        answer = super().finalize_response(request, response, *args, **kwargs)
        if self.conditional and request.method in ("GET", "HEAD") and answer.status_code == 200:
            answer.add_post_render_callback(self._conditional)
        return answer

    def etag_mark(self, data: Any) -> str:
        """What a program may read from the ETag, before the hash of the content."""
        return ""

    def _conditional(self, response: Response) -> HttpResponse | None:
        digest = hashlib.sha256(response.content).hexdigest()[:32]
        etag = f'"{self.etag_mark(response.data)}{digest}"'
        response["ETag"] = etag
        # Who asks decides what is shown, so no shared cache may keep it.
        patch_cache_control(response, private=True, no_cache=True)
        return get_conditional_response(
            cast(Any, self.request)._request, etag=etag, response=response
        )


class ListDoor(Door, GenericAPIView[Any]):
    """A list: by pages, as JSON, one object a line, or CSV."""

    renderer_classes = [JSONRenderer, NdjsonRenderer, CsvRenderer]
    filter_backends: Any = []
    ordering: str | tuple[str, ...] = "-pk"

    def page(self, rows: Any, out: type[BaseSerializer[Any]]) -> Response:
        """One page of a queryset."""
        shown = self.paginate_queryset(rows)
        return self.get_paginated_response(out(shown, many=True).data)

    def whole(self, rows: Any, out: type[BaseSerializer[Any]]) -> Response:
        """A list that the size of an event bounds, in the shape of a page."""
        shown = out(rows, many=True).data
        return Response({"next": None, "previous": None, "results": shown})


def marked_version(version: int) -> str:
    return f"v{version}-"


def expected_version(request: Request) -> int | None:
    """The version that `If-Match` names; None without the header or for `*`.

    An ETag that no answer of ours ever bore gives a version that nothing has.
    """
    header = request.headers.get("If-Match", "")
    etags = parse_etags(header)
    if not header or etags == ["*"]:
        return None
    found = [re.match(r'(?:W/)?"v(\d+)-', etag) for etag in etags]
    return next((int(match[1]) for match in found if match), UNKNOWN_VERSION)
