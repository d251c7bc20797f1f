"""Seasons of clubs."""

from functools import cached_property

from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.lists import ListApiView, Page
from tournaments.api.spreadsheet import CsvRenderer
from tournaments.api.stored_answers import stored_by
from tournaments.api.view import ApiView
from tournaments.csv_files.rows import CsvTable
from tournaments.documents import Document
from tournaments.models import Series
from tournaments.serializers.events import EventOut, EventSeriesIn
from tournaments.serializers.people import SeriesChanges, SeriesIn, SeriesOut
from tournaments.serializers.tables import SeasonTableOut
from tournaments.services.events import seasons


class SeriesList(ListApiView):
    serializer_class = SeriesOut

    @extend_schema(responses=SeriesOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        club = selectors.get_club(slug)
        return self.page(selectors.series_of(club).select_related("club"), SeriesOut)

    @extend_schema(request=SeriesIn, responses={201: SeriesOut})
    def post(self, request: Request, slug: str) -> Response:
        data: Document = self.body(SeriesIn)
        club = selectors.get_club(slug)
        series = seasons.create_series(actor=self.actor, club_id=club.pk, **data)
        return self.created(SeriesOut(series).data, "series", slug=series.slug)


class SeriesTable(ApiView):
    """The table of a season; while `fresh` is false a newer one is being computed."""

    renderer_classes = [JSONRenderer, CsvRenderer]

    @cached_property
    def series(self) -> Series:
        """:raises NotFound: there is no such season."""
        return selectors.get_series(self.kwargs["slug"])

    @stored_by(lambda view: selectors.series_versions(view.series))
    @extend_schema(responses=SeasonTableOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(selectors.series_document(self.series))

    def csv_table(self, data: Document) -> CsvTable:
        return selectors.season_table(data)

    @extend_schema(request=SeriesChanges, responses=SeriesOut)
    def patch(self, request: Request, slug: str) -> Response:
        data = self.body(SeriesChanges)
        series_id = self.series.pk
        series = seasons.edit_series(actor=self.actor, series_id=series_id, changes=data)
        return Response(SeriesOut(series).data)


class EventSeries(ApiView):
    @extend_schema(request=EventSeriesIn, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        """Count this event in a season of its club, or in none."""
        data = self.body(EventSeriesIn)["series"]
        event_id = self.event.pk  # 404 for the event before 404 for the season
        series_id = selectors.get_series(data).pk if data else None
        seasons.set_event_series(actor=self.actor, event_id=event_id, series_id=series_id)
        return Response(EventOut(selectors.get_event(slug, self.actor)).data)
