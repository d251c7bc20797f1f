"""What an entry of a running event still needs; its chances are those of the ratings."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings import selectors
from ratings.api.versions import versions_with_ratings
from tournaments import selectors as tournaments
from tournaments.api.entries import EntryApiView
from tournaments.api.stored_answers import stored_by
from tournaments.selectors.events.outlook import NOT_IN_STAGE
from tournaments.serializers.outlook import OutlookOut, OutlookQuery


class EntryOutlook(EntryApiView):
    """The chances of each place, what is certain, and what the entry needs for `place`."""

    asks = OutlookQuery

    @stored_by(versions_with_ratings, parameters=["place"])
    @extend_schema(responses=OutlookOut)
    def get(self, request: Request, slug: str, entry_id: int) -> Response:
        if self.entry.number is None:
            raise tournaments.NoOutlook(NOT_IN_STAGE)
        place = self.asked.get("place", 1)
        found = selectors.entry_outlook(self.event, self.entry.number, place=place)
        return Response(OutlookOut(found).data)
