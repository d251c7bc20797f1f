"""The results of a round as one list: read, filled in, and sent from the desk."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.records import records_of_event
from games.results_table import results_table
from games.selectors import View
from games.services.result_rows import ResultRow, enter_rows, read_results
from tournaments import selectors as tournament_selectors
from tournaments.api.bulk import BulkApiView, BulkOut, BulkQuery
from tournaments.api.lists import ListApiView
from tournaments.api.renderers import TEXT_RENDERERS
from tournaments.api.stored_answers import stored_by, versions_of_round
from tournaments.api.view import ApiView
from tournaments.csv_files.rows import CsvTable
from tournaments.serializers.base import MOST_ROWS, Out, RowField, Strict


class ResultsIn(Strict):
    results = serializers.ListField(child=RowField(ResultRow), max_length=MOST_ROWS)


class ResultsDoc(Out):
    """What `ResultsIn` holds, for the schema: each row is checked and reported by itself."""

    results = ResultRow(many=True)


REQUEST = {"application/json": ResultsDoc, "text/csv": OpenApiTypes.STR}


class RoundResults(BulkApiView, ListApiView):
    """The results of a round by game; many entered at the desk, each by pairing or by table."""

    asks_on_post = BulkQuery
    common_parameters = ApiView.common_parameters
    pagination_class = None  # the whole round is filled in and sent back

    @stored_by(versions_of_round)
    @extend_schema(responses=ResultsDoc)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(
            {"results": tournament_selectors.round_results(self.event, number, self.actor)}
        )

    @extend_schema(request=REQUEST, responses=BulkOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        given = self.given(ResultsIn, "results", read_results)
        return Response(enter_rows(self.actor, self.event, number, given, **self.asked))

    def csv_table(self, data: View) -> CsvTable:
        return results_table(data["results"])


class EventRecords(ApiView):
    """Every record of a Tak event in one file, each as it was submitted."""

    has_fields = False
    renderer_classes = TEXT_RENDERERS

    @extend_schema(responses={(200, "text/plain"): str})
    def get(self, request: Request, slug: str) -> HttpResponse:
        text = records_of_event(self.actor, slug)
        answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{slug}.ptn"'
        return answer
