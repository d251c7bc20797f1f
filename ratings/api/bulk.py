"""Enter many players at once, from a JSON list or a CSV file."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings.api.serializers import EntriesDoc, EntriesIn
from ratings.services.entry_rows import enter_rows, read_entries
from tournaments.api.bulk import BulkApiView, BulkOut, BulkQuery

REQUEST = {"application/json": EntriesDoc, "text/csv": OpenApiTypes.STR}


class EntriesBulk(BulkApiView):
    """Enter many players, each by id, by handle or by name."""

    asks_on_post = BulkQuery

    @extend_schema(request=REQUEST, responses=BulkOut)
    def post(self, request: Request, slug: str) -> Response:
        given = self.given(EntriesIn, "entries", read_entries)
        return Response(enter_rows(self.actor, self.event, given, **self.asked))
