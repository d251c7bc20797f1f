"""Seasons of clubs and their tables. They may count rating gains, so they are here."""

from functools import cached_property
from typing import TYPE_CHECKING

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings.selectors import seasons as tables
from ratings.services import seasons
from tournaments import selectors
from tournaments.api.lists import ListApiView, Page
from tournaments.api.renderers import JsonRenderer
from tournaments.api.spreadsheet import CsvRenderer
from tournaments.api.stored_answers import stored_by
from tournaments.api.view import ApiView
from tournaments.csv_files.rows import CsvTable
from tournaments.documents import Document
from tournaments.serializers.people import SeriesChanges, SeriesIn, SeriesOut
from tournaments.serializers.tables import SeasonTableOut

if TYPE_CHECKING:
    from tournaments.models import Series


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
        series = seasons.start_season(actor=self.actor, club_id=club.pk, **data)
        return self.created(SeriesOut(series).data, "series", slug=series.slug)


class SeriesTable(ApiView):
    """The table of a season; while `fresh` is false a newer one is being computed."""

    renderer_classes = [JsonRenderer, CsvRenderer]

    @cached_property
    def series(self) -> "Series":
        """:raises NotFound: there is no such season."""
        return selectors.get_series(self.kwargs["slug"])

    @stored_by(lambda view: tables.series_versions(view.series))
    @extend_schema(responses=SeasonTableOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(tables.series_document(self.series))

    def csv_table(self, data: Document) -> CsvTable:
        return selectors.season_table(data)

    @extend_schema(request=SeriesChanges, responses=SeriesOut)
    def patch(self, request: Request, slug: str) -> Response:
        data = self.body(SeriesChanges)
        series_id = self.series.pk
        series = seasons.change_season(actor=self.actor, series_id=series_id, changes=data)
        return Response(SeriesOut(series).data)
