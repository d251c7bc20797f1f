"""The root of the API: links to everything else."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.view import ApiView
from tournaments.serializers.base import Out

NAMES = (
    *("me", "players", "clubs", "events", "pairings", "games", "pools"),
    *("changes", "verify", "rules", "keys", "schema"),
)


class RootOut(Out):
    """The addresses of the lists, and of the page that shows this document."""

    def get_fields(self) -> dict[str, Any]:
        return {
            name: serializers.URLField(help_text=f"The address of `{name}/`.")
            for name in (*NAMES, "docs")
        }


class Root(ApiView):
    permission_classes = [AllowAny]

    @extend_schema(responses=RootOut)
    def get(self, request: Request) -> Response:
        found = {name: reverse(f"api:{name}", request=request) for name in NAMES}
        return Response(found | {"docs": reverse("docs", request=request)})
