"""The tables made of results: standings, scores, derivations, publications, the crosstable."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.api.door import Door, actor_of
from tournaments.api.spreadsheet import CsvRenderer
from tournaments.csv_rows import CsvTable
from tournaments.serializers.tables import DerivationOut, PublicationsOut, PublishedQuery

TABLE = {"type": "object", "additionalProperties": True}


class Standings(Door):
    """The table, as of `version`; while `fresh` is false a newer one is being computed."""

    conditional = True
    renderer_classes = [JSONRenderer, CsvRenderer]

    @extend_schema(responses={200: TABLE})
    def get(self, request: Request, slug: str) -> Response:
        event = selectors.get_event(slug, actor_of(request))
        return Response(selectors.standings_document(event))

    def csv_table(self, data: Any) -> CsvTable:
        return selectors.standings_table(data)


class Scores(Door):
    """What every match gave its seats, and every round each entry; computed with the table."""

    conditional = True

    @extend_schema(responses={200: TABLE})
    def get(self, request: Request, slug: str) -> Response:
        event = selectors.get_event(slug, actor_of(request))
        return Response(selectors.scores_document(event))


class StandingsDerivation(Door):
    """Where each number of a row comes from, down to single results, from the results as of now."""

    @extend_schema(operation_id="v1_events_standings_derivation", responses=DerivationOut)
    def get(self, request: Request, slug: str, entry: int) -> Response:
        event = selectors.get_event(slug, actor_of(request))
        derived = selectors.standings_derivation(event, entry)
        document = {
            "event": slug,
            "entry": entry,
            "version": derived.version,
            "lines": [line.as_json() for line in derived.lines],
        }
        return Response(DerivationOut(document).data)


class Publications(Door):
    """Tables as they were published; a correction adds a version, with what it changed."""

    @extend_schema(responses=PublicationsOut)
    def get(self, request: Request, slug: str) -> Response:
        event = selectors.get_event(slug, actor_of(request))
        return Response(PublicationsOut({"results": selectors.publications(event)}).data)


class PublishedTable(Door):
    """The table after a round as it was published; `version` picks an earlier one."""

    renderer_classes = [JSONRenderer, CsvRenderer]

    @extend_schema(parameters=[PublishedQuery], responses={200: TABLE})
    def get(self, request: Request, slug: str, number: int) -> Response:
        version = self.query(PublishedQuery).get("version")
        event = selectors.get_event(slug, actor_of(request))
        return Response(selectors.published_table(event, number, version))

    def csv_table(self, data: Any) -> CsvTable:
        return selectors.standings_table(data)


class Report(Door):
    """The stage that is played as a tournament report file (TRF26).

    Who is kept apart (records 260) is in the file of staff alone.
    """

    @extend_schema(responses={(200, "text/plain"): str})
    def get(self, request: Request, slug: str) -> HttpResponse:
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        text = selectors.report_text(event, for_staff=permissions.may(actor, "apart.view", event))
        answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{slug}.trf"'
        return answer


class Crosstable(Door):
    conditional = True
    renderer_classes = [JSONRenderer, CsvRenderer]

    @extend_schema(responses={200: TABLE})
    def get(self, request: Request, slug: str) -> Response:
        event = selectors.get_event(slug, actor_of(request))
        return Response(selectors.crosstable(event))

    def csv_table(self, data: Any) -> CsvTable:
        event = selectors.get_event(data["event"], actor_of(self.request))
        return selectors.crosstable_table(data, selectors.standings_document(event))
