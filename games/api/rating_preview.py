"""Previews of rating changes by a decision."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games import GameApiView, PairingApiView
from games.api.merging import MergeIn
from games.api.serializers import OutcomeIn
from games.services import preview
from ratings.api.rating_serializers import PoolPreviewOut
from tournaments.api.view import ApiView
from tournaments.serializers.base import Nothing, NumberField, Strict


class RulePreviewIn(Strict):
    number = NumberField(min_value=1)
    outcome = OutcomeIn()


class PairingRulePreview(PairingApiView):
    """The rating changes by a ruling, without making it."""

    takes_key = False

    @extend_schema(request=RulePreviewIn, responses=PoolPreviewOut(many=True))
    def post(self, request: Request, pairing_id: int) -> Response:
        asked = self.body(RulePreviewIn)
        self.require_visible()
        found = preview.preview_ruling(actor=self.actor, pairing_id=pairing_id, **asked)
        return Response(PoolPreviewOut(found, many=True).data)


class GameVoidPreview(GameApiView):
    """The rating changes by voiding a counted game, without doing it."""

    takes_key = False

    @extend_schema(request=Nothing, responses=PoolPreviewOut(many=True))
    def post(self, request: Request, public_id: str) -> Response:
        self.body(Nothing)
        found = preview.preview_void(actor=self.actor, game_id=self.game.pk)
        return Response(PoolPreviewOut(found, many=True).data)


class PlayerMergePreview(ApiView):
    """The rating changes by merging two players, without doing it."""

    takes_key = False

    @extend_schema(request=MergeIn, responses=PoolPreviewOut(many=True))
    def post(self, request: Request, public_id: str) -> Response:
        into = self.body(MergeIn)["into"]
        found = preview.preview_merge(actor=self.actor, player=public_id, into=into)
        return Response(PoolPreviewOut(found, many=True).data)


class PlayerUnmergePreview(ApiView):
    """The rating changes by undoing a merge, without doing it."""

    takes_key = False

    @extend_schema(request=Nothing, responses=PoolPreviewOut(many=True))
    def post(self, request: Request, public_id: str) -> Response:
        self.body(Nothing)
        found = preview.preview_unmerge(actor=self.actor, player=public_id)
        return Response(PoolPreviewOut(found, many=True).data)
