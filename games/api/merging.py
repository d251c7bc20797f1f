"""Merge, unmerge and anonymise players."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import people
from tournaments.api.view import ApiView
from tournaments.serializers.base import IdField, Nothing, Out, Strict


class MergeIn(Strict):
    into = IdField(help_text="The id of the player they turned out to be.")


class MergedOut(Out):
    id = serializers.CharField(source="public_id")
    merged_into = IdField(source="merged_into.public_id", default=None, allow_null=True)


class PlayerMerge(ApiView):
    """Merge a player into another, whose id stays."""

    @extend_schema(request=MergeIn, responses=MergedOut)
    def post(self, request: Request, public_id: str) -> Response:
        into = self.body(MergeIn)["into"]
        merged = people.merge_players(actor=self.actor, player=public_id, into=into)
        return Response(MergedOut(merged).data)


class PlayerUnmerge(ApiView):
    """Undo a merge; everything is as before."""

    @extend_schema(request=Nothing, responses=MergedOut)
    def post(self, request: Request, public_id: str) -> Response:
        self.body(Nothing)
        unmerged = people.undo_merge(actor=self.actor, player=public_id)
        return Response(MergedOut(unmerged).data)


class PlayerForget(ApiView):
    """Remove a player's names for good; their results stay."""

    @extend_schema(request=Nothing, responses={204: None})
    def post(self, request: Request, public_id: str) -> Response:
        self.body(Nothing)
        people.anonymise_player(actor=self.actor, player=public_id)
        return Response(status=204)
