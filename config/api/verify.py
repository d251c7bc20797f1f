"""Verifying a record without storing it. Needs no account."""

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine.errors import RecordError
from engine.games import DEFAULT_RULES, VERIFIERS
from engine.tak.scoring import Scoring, parse_scoring, score_verdict
from games.api.serializers import RulesField
from games.api.verdicts import VerifiedCards, VerifiedTak
from games.claim_fields import RecordField
from games.services.playtak.pasted import read_pasted
from tournaments.api.view import ApiView
from tournaments.selectors.events.scoring import score_line
from tournaments.serializers.base import TEXT, Strict
from tournaments.wording import refusal_sentence

VERIFIED = PolymorphicProxySerializer(
    component_name="VerifiedRecord",
    serializers=[VerifiedTak, VerifiedCards],
    resource_type_field_name=None,
)


class VerifyIn(Strict):
    game = serializers.ChoiceField(sorted(VERIFIERS), default="tak")
    rules = RulesField(required=False, help_text="A name, or an object: of Tak with `size`.")
    record = RecordField()
    lenient = serializers.BooleanField(default=False)
    scoring = serializers.CharField(
        required=False,
        max_length=TEXT,
        help_text="Of Tak: board_plus_reserve,downing,middletown,tarway,combine=max; also "
        "scope=not_in_road, capless=bonus, reserve=stones_only.",
    )

    def validate_scoring(self, text: str) -> Scoring:
        try:
            return parse_scoring(text)
        except RecordError as refused:
            raise serializers.ValidationError(capfirst(refusal_sentence(refused))) from None

    def validate(self, asked: dict[str, object]) -> dict[str, object]:
        rules = asked.get("rules")
        if asked["game"] == "tak" and isinstance(rules, dict) and "size" not in rules:
            raise serializers.ValidationError({"rules": _("Give a size.")})
        if asked["game"] != "tak" and "scoring" in asked:
            raise serializers.ValidationError({"scoring": _("Only games of Tak have a scoring.")})
        return asked


class Verify(ApiView):
    """The verdict on one record, or 422 with the place of the fault.

    Of Tak that is the ply, the move and the position before it; of card games the line and token.
    With `scoring` the score is by it; `scored` and `explanation` say how it came about, in numbers
    and in words.
    """

    permission_classes = [AllowAny]
    takes_key = False

    @extend_schema(request=VerifyIn, responses={200: VERIFIED})
    def post(self, request: Request) -> Response:
        asked = self.body(VerifyIn)
        game = asked["game"]
        # A record of cards may name its own rules; one of Tak does not.
        unnamed = DEFAULT_RULES["tak"] if game == "tak" else None
        record = read_pasted(asked["record"]) if game == "tak" else asked["record"]
        verdict = VERIFIERS[game](record, asked.get("rules", unnamed), lenient=asked["lenient"])
        answer = {"file": None, "index": 0} | verdict.as_json()
        if "scoring" in asked:
            score = score_verdict(answer, asked["scoring"])
            answer |= {
                "score": score.points,
                "scored": score.as_dict(),
                "explanation": score_line(score).as_json(),
            }
        return Response(answer)
