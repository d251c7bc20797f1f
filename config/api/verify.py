"""Proving a record without storing anything. Needs no account."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from config.throttling import VerifyThrottle
from engine.games import DEFAULT_RULES, GAMES
from games.serializers import RecordField, RulesField
from tournaments.api.door import Door
from tournaments.api.problem import MEDIA_TYPE, ProblemOut
from tournaments.serializers.base import Strict

VERDICT = {"type": "object", "additionalProperties": True}


class VerifyIn(Strict):
    game = serializers.ChoiceField(sorted(GAMES), default="tak")
    rules = RulesField(required=False, help_text="A name, or an object: of Tak with `size`.")
    record = RecordField()
    lenient = serializers.BooleanField(default=False)

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        rules = asked.get("rules")
        if asked["game"] == "tak" and isinstance(rules, dict) and "size" not in rules:
            raise serializers.ValidationError({"rules": _("Give a size.")})
        return asked


class Verify(Door):
    """The verdict on one record, or 422 with the place of the fault.

    Of Tak that is the ply, the move and the position before it; of card games the line and token.
    """

    permission_classes = [AllowAny]
    throttle_classes = [VerifyThrottle]

    @extend_schema(request=VerifyIn, responses={200: VERDICT, (422, MEDIA_TYPE): ProblemOut})
    def post(self, request: Request) -> Response:
        asked = self.body(VerifyIn)
        game = asked["game"]
        # A record of cards may name its own rules; one of Tak does not.
        unnamed = DEFAULT_RULES["tak"] if game == "tak" else None
        verdict = GAMES[game](
            asked["record"], asked.get("rules", unnamed), lenient=asked["lenient"]
        )
        return Response({"file": None, "index": 0} | verdict.as_json())
