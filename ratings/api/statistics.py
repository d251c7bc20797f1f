"""Leaderboards, distributions, first-move statistics, histories and head to heads."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings import selectors
from ratings.api.places import shown_rows
from ratings.api.pools import of_club, stored_by_pool
from ratings.api.statistics_serializers import (
    BinOut,
    FirstMoveOut,
    HeadToHeadOut,
    HistoryLineOut,
    MeetingOut,
    PublishedDayOut,
    RankedRowOut,
    RankingQuery,
    ThresholdOut,
)
from tournaments import selectors as tournament_selectors
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ApiView


class PoolLeaderboard(ListApiView):
    """The players active enough to be listed, best first; then the others."""

    asks = RankingQuery
    serializer_class = RankedRowOut

    @stored_by_pool
    @extend_schema(responses=RankedRowOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        pool = selectors.pool_by_slug(slug)
        found = selectors.ranking(pool, timezone.now().date())
        listed = {"yes": True, "no": False}.get(self.asked.get("listed", ""))
        rows = selectors.filter_rows(found.rows, listed=listed, name=self.asked.get("q", ""))
        return self.page_by_place(of_club(rows, self.asked.get("club")), RankedRowOut)


class PoolThreshold(ApiView):
    """The conditions for being listed in the leaderboard today."""

    @stored_by_pool
    @extend_schema(responses=ThresholdOut)
    def get(self, request: Request, slug: str) -> Response:
        found = selectors.ranking(selectors.pool_by_slug(slug), timezone.now().date())
        return Response(ThresholdOut(found.threshold).data)


class PoolLists(ListApiView):
    """The days with a published list, the last first."""

    serializer_class = PublishedDayOut

    @stored_by_pool
    @extend_schema(responses=PublishedDayOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        days = selectors.published_days(selectors.pool_by_slug(slug))
        return self.page_by_place([{"on": day} for day in days], PublishedDayOut)


class PoolDistribution(ListApiView):
    """The distribution of ratings."""

    serializer_class = BinOut

    @stored_by_pool
    @extend_schema(responses=BinOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        return self.page_by_place(selectors.distribution(selectors.pool_by_slug(slug)), BinOut)


class PoolFirstMove(ListApiView):
    """The results of first movers by size and komi; all games last."""

    serializer_class = FirstMoveOut

    @stored_by_pool
    @extend_schema(responses=FirstMoveOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        rows = selectors.first_move_statistics(selectors.pool_by_slug(slug))
        return self.page_by_place(rows, FirstMoveOut)


class PlayerPoolGames(ListApiView):
    """A player's games in one list, the oldest first, with opponents and event."""

    serializer_class = HistoryLineOut

    @extend_schema(responses=HistoryLineOut(many=True))
    def get(self, request: Request, public_id: str, slug: str) -> Page:
        player = tournament_selectors.get_player(public_id)
        pool = selectors.pool_by_slug(slug)
        rows = selectors.player_history(player.pk, pool, self.actor)
        return self.page_by_place(rows, lambda page: shown_rows(page, HistoryLineOut))


class _VersusApiView(ApiView):
    @property
    def head_to_head(self) -> selectors.HeadToHead:
        one, other = (
            tournament_selectors.get_player(self.kwargs[name]) for name in ("public_id", "other")
        )
        return selectors.head_to_head(one, other, self.actor)


class PlayerVersus(_VersusApiView):
    """The results of two players against each other, and the prediction of their next game."""

    @extend_schema(responses=HeadToHeadOut)
    def get(self, request: Request, public_id: str, other: str) -> Response:
        return Response(HeadToHeadOut(self.head_to_head).data)


class PlayerVersusGames(_VersusApiView, ListApiView):
    """The rated games of two players against each other, the last first."""

    serializer_class = MeetingOut

    @extend_schema(responses=MeetingOut(many=True))
    def get(self, request: Request, public_id: str, other: str) -> Page:
        return self.page_by_place(
            self.head_to_head.meetings, lambda page: shown_rows(page, MeetingOut)
        )
