"""Rating lists."""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db.models import F
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings import selectors, services
from ratings.api.places import context_of
from ratings.api.rating_serializers import (
    ExpectedOut,
    ExpectedQuery,
    ListRowOut,
    MovementOut,
    PoolChanges,
    RatingsQuery,
    ReportOut,
    ReportQuery,
    ReportRowOut,
)
from ratings.api.serializers import PoolIn, PoolOut, PoolQuery, PoolRatingOut
from tournaments import selectors as tournament_selectors
from tournaments.api.lists import ListApiView, Page
from tournaments.api.stored_answers import stored_by
from tournaments.api.view import ApiView

if TYPE_CHECKING:
    from tournaments.models import Player


stored_by_pool = stored_by(lambda view: selectors.pool_versions(view.kwargs["slug"]))
_stored_by_report = stored_by(
    lambda view: (
        tournament_selectors.event_versions(view.kwargs["slug"], view.actor),
        selectors.versions_of_pools(),
    ),
    parameters=["pool"],
)


def of_club(rows: Iterable[Any], slug: str | None) -> list[Any]:
    """The rows of players whom a club lists, with their ranks in the whole list; None: all."""
    if slug is None:
        return list(rows)
    listed = set(tournament_selectors.players_of_club(slug).values_list("public_id", flat=True))
    return [row for row in rows if _player_of(row) in listed]


def _player_of(row: Any) -> str:
    return str(row["player"] if isinstance(row, dict) else row.player)


class PoolList(ListApiView):
    asks = PoolQuery
    serializer_class = PoolOut
    ordering = "slug"
    orderings = {"slug": F("slug"), "name": F("name")}

    @extend_schema(responses=PoolOut(many=True))
    def get(self, request: Request) -> Page:
        rows = selectors.pools_for(game=self.asked.get("game"), size=self.asked.get("size"))
        return self.page(self.filtered(rows, {"since_version": "ratings_version__gt"}), PoolOut)

    @extend_schema(request=PoolIn, responses={201: PoolOut})
    def post(self, request: Request) -> Response:
        pool = services.create_pool(actor=self.actor, **self.body(PoolIn))
        return self.created(PoolOut(pool).data, "pool", slug=pool.slug)


class PoolDetail(ApiView):
    @extend_schema(responses=PoolOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(PoolOut(selectors.pool_by_slug(slug)).data)

    @extend_schema(request=PoolChanges, responses=PoolOut)
    def patch(self, request: Request, slug: str) -> Response:
        """Rename at once; other rules take effect when their list is complete."""
        asked = self.body(PoolChanges)
        pool = services.change_pool(actor=self.actor, slug=slug, **asked)
        return Response(PoolOut(pool).data)


class PoolRatings(ListApiView):
    """The whole list, best first, current or as published; provisional players have no rank."""

    asks = RatingsQuery
    serializer_class = ListRowOut

    @stored_by_pool
    @extend_schema(responses=ListRowOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        pool = selectors.pool_by_slug(slug)
        rows: Iterable[Any] = selectors.leaderboard(pool)
        if "on" in self.asked:
            rows = selectors.published_list(pool, self.asked["on"])
        return self.page_by_place(of_club(rows, self.asked.get("club")), ListRowOut)


class PoolExpected(ApiView):
    """The first mover's expected score in a game of two."""

    asks = ExpectedQuery

    @extend_schema(responses=ExpectedOut)
    def get(self, request: Request, slug: str) -> Response:
        pool = selectors.pool_by_slug(slug)
        first, second = (
            tournament_selectors.get_player(self.asked[side]) for side in ("first", "second")
        )
        expected = selectors.expected_score(
            pool,
            first_id=first.pk,
            second_id=second.pk,
            setup=selectors.setup_of(self.asked["size"], self.asked.get("half_komi"))
            if "size" in self.asked
            else None,
        )
        document = {"first": first.public_id, "second": second.public_id, "expected": expected}
        return Response(ExpectedOut(document).data)


class PlayerApiView(ApiView):
    @cached_property
    def player(self) -> "Player":
        """:raises NotFound: there is no such player."""
        return tournament_selectors.get_player(self.kwargs["public_id"])


class PlayerRatings(PlayerApiView, ListApiView):
    serializer_class = PoolRatingOut

    @stored_by(lambda view: (view.player.pk, *selectors.versions_of_pools()))
    @extend_schema(responses=PoolRatingOut(many=True))
    def get(self, request: Request, public_id: str) -> Page:
        return self.page_by_place(selectors.player_ratings(self.player.pk), PoolRatingOut)


class PlayerPool(PlayerApiView):
    """A player's games in one list, with the rating changes by games and corrections."""

    @stored_by(lambda view: (view.player.pk, *selectors.pool_versions(view.kwargs["slug"])))
    @extend_schema(responses=MovementOut)
    def get(self, request: Request, public_id: str, slug: str) -> Response:
        pool = selectors.pool_by_slug(slug)
        found = selectors.movement(self.player, pool)
        return Response(MovementOut(found, context=context_of(found.games)).data)


class EventRatings(ApiView):
    """The rating report of an event."""

    asks = ReportQuery

    @_stored_by_report
    @extend_schema(responses=ReportOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(ReportOut(selectors.event_report(self.event, self.asked.get("pool"))).data)


class EventRatingsPlayers(ListApiView):
    """The rows of the rating report of an event."""

    asks = ReportQuery
    serializer_class = ReportRowOut

    @_stored_by_report
    @extend_schema(responses=ReportRowOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        return self.page_by_place(
            selectors.event_report(self.event, self.asked.get("pool")).rows, ReportRowOut
        )
