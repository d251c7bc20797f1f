"""The tables made of results: standings, scores, derivations, publications, the crosstable."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.api.renderers import TEXT_RENDERERS, JsonRenderer
from tournaments.api.spreadsheet import CsvRenderer
from tournaments.api.stored_answers import stored_by_event
from tournaments.api.view import ApiView
from tournaments.csv_files.rows import CsvTable
from tournaments.documents import Document
from tournaments.serializers.brackets import BracketsOut
from tournaments.serializers.tables import (
    CrosstableOut,
    DerivationOut,
    PublicationsOut,
    PublishedQuery,
    PublishedTableOut,
    ScoresOut,
    StandingsOut,
)


class Standings(ApiView):
    """The table, as of `version`; while `fresh` is false a newer one is being computed."""

    renderer_classes = [JsonRenderer, CsvRenderer]

    @stored_by_event
    @extend_schema(responses=StandingsOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(selectors.standings_document(self.event))

    def csv_table(self, data: Document) -> CsvTable:
        return selectors.standings_table(data)


class Scores(ApiView):
    """The points of every match by seat, and of every round by entry; computed with the table."""

    @stored_by_event
    @extend_schema(responses=ScoresOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(selectors.scores_document(self.event))


class StandingsDerivation(ApiView):
    """How each number in a row is computed, from the current results."""

    @stored_by_event
    @extend_schema(responses=DerivationOut)
    def get(self, request: Request, slug: str, entry: int) -> Response:
        derived = selectors.standings_derivation(self.event, entry)
        document = {
            "event": slug,
            "entry": entry,
            "version": derived.version,
            "lines": [line.as_json() for line in derived.lines],
        }
        return Response(DerivationOut(document).data)


class Publications(ApiView):
    """Tables as they were published; a correction adds a version, with what it changed."""

    @stored_by_event
    @extend_schema(responses=PublicationsOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(PublicationsOut({"results": selectors.publications(self.event)}).data)


class PublishedTable(ApiView):
    """The table after a round as it was published; `version` picks an earlier one."""

    asks = PublishedQuery
    renderer_classes = [JsonRenderer, CsvRenderer]

    @extend_schema(responses=PublishedTableOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        version = self.asked.get("version")
        return Response(selectors.published_table(self.event, number, version))

    def csv_table(self, data: Document) -> CsvTable:
        return selectors.standings_table(data)


class Report(ApiView):
    """The current stage as a tournament report file (TRF26).

    Only staff get records 260, the forbidden pairs.
    """

    has_fields = False
    renderer_classes = TEXT_RENDERERS

    @extend_schema(responses={(200, "text/plain"): str})
    def get(self, request: Request, slug: str) -> HttpResponse:
        for_staff = permissions.may(self.actor, "apart.view", self.event)
        text = selectors.report_text(self.event, for_staff=for_staff)
        answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{slug}.trf"'
        return answer


class Brackets(ApiView):
    """The matches of eliminations, with those still to come."""

    @stored_by_event
    @extend_schema(responses=BracketsOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(BracketsOut(selectors.bracket_document(self.event)).data)


class Crosstable(ApiView):
    renderer_classes = [JsonRenderer, CsvRenderer]

    @stored_by_event
    @extend_schema(responses=CrosstableOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(selectors.crosstable(self.event))

    def csv_table(self, data: Document) -> CsvTable:
        return selectors.crosstable_table(data, selectors.standings_document(self.event))
