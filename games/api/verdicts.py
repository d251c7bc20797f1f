"""The shapes of verdicts and claims, for the document."""

from rest_framework import serializers

from engine.games import CARD_GAMES
from engine.tak.players import SIDES
from engine.tak.results import RESULTS, UNFINISHED
from games.claim_fields import PiecesLeft, Reserves
from tournaments.serializers.base import CodeField, Out, ShapeField
from tournaments.serializers.rounds import ScoredOut, SidesOut
from tournaments.serializers.settings import GamnonRuleset, TakiRuleset, TakRuleset
from tournaments.serializers.tables import ExplainedOut


class ClaimOut(Out):
    """How a game ended, said without a record; what was not said is left out."""

    result = CodeField(RESULTS, required=False)
    reserves = ShapeField(Reserves, required=False)
    calls = serializers.ListField(child=CodeField(SIDES), required=False)
    places = serializers.ListField(child=serializers.FloatField(), required=False)
    cards_left = serializers.ListField(child=serializers.IntegerField(), required=False)


class RecordWarning(Out):
    """Something in a record that does not make it wrong."""

    code = serializers.CharField()
    params = serializers.DictField()
    message = serializers.CharField()


class SideNames(Out):
    """Names by side, as the record has them."""

    first = serializers.CharField(required=False)
    second = serializers.CharField(required=False)


class ReservesLeft(Out):
    """The pieces left of both sides."""

    first = PiecesLeft()
    second = PiecesLeft()


class VerdictOut(Out):
    """What every verdict has."""

    ok = serializers.BooleanField()
    rules = serializers.CharField()
    plies = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    proven = serializers.BooleanField()
    claimed = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True)
    played_on = serializers.DateField(allow_null=True)
    warnings = RecordWarning(many=True)
    moves = serializers.ListField(child=serializers.CharField())
    moves_hash = serializers.CharField()
    facts = serializers.DictField()


class TakVerdict(VerdictOut):
    """What a record of Tak proves."""

    game = CodeField(("tak",))
    result = CodeField((*RESULTS, UNFINISHED, ""))
    ruleset = ShapeField(TakRuleset)
    size = serializers.IntegerField()
    half_komi = serializers.IntegerField()
    tps = serializers.CharField()
    reserves = ShapeField(ReservesLeft)
    flats = SidesOut()
    score = SidesOut()
    players = ShapeField(SideNames)


class CardVerdict(VerdictOut):
    """What a record of a card game proves."""

    game = CodeField(CARD_GAMES)
    result = serializers.CharField(allow_blank=True)
    ruleset = ShapeField(TakiRuleset, GamnonRuleset)
    places = serializers.DictField(child=serializers.FloatField(), allow_null=True)
    points = serializers.DictField(child=serializers.FloatField(), allow_null=True)
    cards_left = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    players = serializers.DictField(child=serializers.CharField())


class VerifiedTak(TakVerdict):
    """The verdict on a record of Tak that was sent."""

    file = serializers.CharField(allow_null=True)
    index = serializers.IntegerField()
    scored = ShapeField(ScoredOut, required=False)
    explanation = ShapeField(ExplainedOut, required=False)


class VerifiedCards(CardVerdict):
    """The verdict on a record of a card game that was sent."""

    file = serializers.CharField(allow_null=True)
    index = serializers.IntegerField()
