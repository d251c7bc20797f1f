"""The root of the API: links to everything else."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.view import ApiView

NAMES = (
    *("me", "players", "clubs", "events", "pairings", "games", "pools"),
    *("changes", "verify", "schema"),
)
ADDRESSES = {"type": "object", "additionalProperties": {"type": "string", "format": "uri"}}


class Root(ApiView):
    permission_classes = [AllowAny]

    @extend_schema(responses={200: ADDRESSES})
    def get(self, request: Request) -> Response:
        found = {name: reverse(f"api:{name}", request=request) for name in NAMES}
        return Response(found | {"docs": reverse("docs", request=request)})
