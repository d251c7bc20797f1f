"""The seasons of a club, and which events count in them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.door import Door, ListDoor, actor_of
from tournaments.api.spreadsheet import CsvRenderer
from tournaments.csv_rows import CsvTable
from tournaments.serializers.events import EventOut, EventSeriesIn
from tournaments.serializers.people import SeriesChanges, SeriesIn, SeriesOut
from tournaments.services.events import seasons

TABLE = {"type": "object", "additionalProperties": True}


class SeriesList(ListDoor):
    serializer_class = SeriesOut

    @extend_schema(responses=SeriesOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        club = selectors.get_club(slug)
        return self.page(selectors.series_of(club).select_related("club"), SeriesOut)

    @extend_schema(request=SeriesIn, responses={201: SeriesOut})
    def post(self, request: Request, slug: str) -> Response:
        asked: dict[str, Any] = self.body(SeriesIn)
        club = selectors.get_club(slug)
        series = seasons.create_series(actor=actor_of(request), club_id=club.pk, **asked)
        return Response(SeriesOut(series).data, status=201)


class SeriesTable(Door):
    """The table of a season; while `fresh` is false a newer one is being computed."""

    conditional = True
    renderer_classes = [JSONRenderer, CsvRenderer]

    @extend_schema(responses={200: TABLE})
    def get(self, request: Request, slug: str) -> Response:
        return Response(selectors.series_document(selectors.get_series(slug)))

    def csv_table(self, data: Any) -> CsvTable:
        return selectors.season_sheet(data)

    @extend_schema(request=SeriesChanges, responses=SeriesOut)
    def patch(self, request: Request, slug: str) -> Response:
        asked = self.body(SeriesChanges)
        series_id = selectors.get_series(slug).pk
        series = seasons.edit_series(actor=actor_of(request), series_id=series_id, changes=asked)
        return Response(SeriesOut(series).data)


class EventSeries(Door):
    @extend_schema(request=EventSeriesIn, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        """Count this event in a season of its club, or in none."""
        asked = self.body(EventSeriesIn)["series"]
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        series_id = selectors.get_series(asked).pk if asked else None
        seasons.put_in_series(actor=actor, event_id=event_id, series_id=series_id)
        return Response(EventOut(selectors.get_event(slug, actor)).data)
