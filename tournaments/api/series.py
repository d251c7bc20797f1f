"""The season in which an event counts."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.view import ApiView
from tournaments.serializers.events import EventOut, EventSeriesIn
from tournaments.services.events import seasons


class EventSeries(ApiView):
    @extend_schema(request=EventSeriesIn, responses=EventOut)
    def post(self, request: Request, slug: str) -> Response:
        """Count this event in a season of its club, or in none."""
        data = self.body(EventSeriesIn)["series"]
        event_id = self.event.pk  # 404 for the event before 404 for the season
        series_id = selectors.get_series(data).pk if data else None
        seasons.set_event_series(actor=self.actor, event_id=event_id, series_id=series_id)
        return Response(EventOut(selectors.get_event(slug, self.actor)).data)
