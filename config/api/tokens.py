"""The API tokens of the own account. A secret is only in the response to its creation."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.access import tokens
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ApiView
from tournaments.permissions.scopes import SCOPES
from tournaments.serializers.base import NAME, Nothing, Out, Strict


class TokenIn(Strict):
    name = serializers.CharField(max_length=NAME, help_text="What it is for.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES),
        required=False,
        max_length=len(SCOPES),
        help_text="Left out: all that the account may do.",
    )
    days = serializers.IntegerField(
        min_value=1,
        max_value=tokens.MAX_DAYS,
        required=False,
        help_text="Days until it expires; left out: never, or refused to a token that expires.",
    )


class TokenOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    prefix = serializers.CharField(help_text="The first letters of the secret.")
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField(
        allow_null=True, help_text="null: made before this was noted."
    )
    last_used_at = serializers.DateTimeField(
        allow_null=True, help_text="Exact to ten minutes; null: never used."
    )
    expires_at = serializers.DateTimeField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)


class NewTokenOut(TokenOut):
    token = serializers.CharField(help_text="The secret; it is never shown again.")


class OwnTokens(ListApiView):
    takes_key = False
    permission_classes = [IsAuthenticated]

    @extend_schema(responses=TokenOut(many=True))
    def get(self, request: Request) -> Page:
        return self.page_by_place(tokens.own_tokens(self.actor), TokenOut)

    @extend_schema(request=TokenIn, responses={201: NewTokenOut})
    def post(self, request: Request) -> Response:
        asked = self.body(TokenIn)
        made, secret = tokens.create_own_token(
            actor=self.actor,
            name=asked["name"],
            scopes=tuple(asked.get("scopes", ())),
            days=asked.get("days"),
        )
        answer = {**TokenOut(made).data, "token": secret}
        return Response(answer, status=201, headers={"Cache-Control": "no-store"})


class OwnTokenRevoke(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(request=Nothing, responses=TokenOut)
    def post(self, request: Request, token_id: int) -> Response:
        self.body(Nothing)
        ended = tokens.revoke_own_token(actor=self.actor, token_id=token_id)
        return Response(TokenOut(ended).data)
