"""Fair-play flags for arbiters."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games import flags
from ratings.api.statistics_serializers import FlagOut, FlagsQuery
from tournaments.api.lists import ListApiView, Page


class PoolFlags(ListApiView):
    """Fair-play flags over the last year's games of a list; a flag has no consequence by itself.

    With `event`: the players of an event, for its staff; without it: all players, for site staff.
    """

    asks = FlagsQuery
    serializer_class = FlagOut

    @extend_schema(responses=FlagOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        return self.page_by_place(
            flags.pool_flags(self.actor, slug, self.asked.get("event")), FlagOut
        )
