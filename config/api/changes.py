"""The feed of changes. Followers are served by a process of their own, see config/follow/."""

from collections.abc import Iterator
from urllib.parse import urlencode

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import APIException
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from config.access.token_actors import has_token, write_ticket
from tournaments.api.lists import ROWS_AT_ONCE, ListApiView, Page
from tournaments.api.paging import LIMIT, limit_of
from tournaments.documents import Document
from tournaments.selectors.events import feed
from tournaments.serializers.feed import ChangesOut, ChangesQuery, FeedChangeOut, feed_filter

USUAL_ROWS = 50


class NotFollowed(APIException):
    status_code = 503
    default_code = "not_followed"
    default_detail = _(
        "Changes cannot be followed here: the process that serves followers does not run. Ask "
        "again without follow=1."
    )


class ChangeList(ListApiView):
    """What happened, in one order: `next` is where to go on. Follow it with `follow=1`."""

    asks = ChangesQuery
    common_parameters = frozenset({"format", "limit"})
    pagination_class = None  # `since` is the cursor
    permission_classes = [AllowAny]
    serializer_class = FeedChangeOut

    @extend_schema(parameters=[LIMIT], responses=ChangesOut)
    def get(self, request: Request) -> Page:
        given = {n: str(text) for n, text in request.query_params.items() if n != "format"}
        after = feed.feed_position(self.asked["since"])
        if self.asked["follow"]:
            return self._to_followers(given)
        if self.asks_for_all():
            return self.whole(self._in_parts(after), FeedChangeOut)
        page = self._read(after, limit_of(request, unless_asked=USUAL_ROWS))
        following = feed.write_cursor(page.next)
        shown = FeedChangeOut(page.changes, many=True).data
        link = request.build_absolute_uri(f"?{urlencode({**given, 'since': following})}")
        return Response(
            {"results": shown, "next": following}, headers={"Link": f'<{link}>; rel="next"'}
        )

    def _read(self, after: int, limit: int) -> feed.FeedPage:
        return feed.read_changes(self.actor, feed_filter(self.asked), after=after, limit=limit)

    def _in_parts(self, after: int) -> Iterator[list[Document]]:
        """Every change after a position, up to now."""
        while (page := self._read(after, ROWS_AT_ONCE)).next > after:
            yield list(page.changes)
            after = page.next

    def _to_followers(self, given: dict[str, str]) -> Response:
        """307 to the process that serves followers; clients drop their token on the way there."""
        if not settings.FOLLOW_URL:
            raise NotFollowed
        asked = {name: text for name, text in given.items() if name != "follow"}
        if has_token(self.actor):
            asked["ticket"] = write_ticket(self.actor)
        address = f"{settings.FOLLOW_URL}?{urlencode(asked)}" if asked else settings.FOLLOW_URL
        return Response(status=307, headers={"Location": address, "Cache-Control": "no-store"})
