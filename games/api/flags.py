"""Fair-play flags for arbiters."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import flags
from ratings.api.statistics_serializers import FlagOut, FlagsQuery
from tournaments.api.view import ListApiView


class PoolFlags(ListApiView):
    """Fair-play flags over the last year's games of a list; a flag has no consequence by itself.

    With `event`: the players of an event, for its staff; without it: all players, for site staff.
    """

    serializer_class = FlagOut

    @extend_schema(parameters=[FlagsQuery], responses=FlagOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        asked = self.query(FlagsQuery)
        return self.whole(flags.pool_flags(self.actor, slug, asked.get("event")), FlagOut)
