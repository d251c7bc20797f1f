"""Serializers of games and rulings."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.bids_field import BidsField
from games.api.verdicts import CardVerdict, ClaimOut, TakVerdict
from games.claim_fields import MAX_TEXT, ClaimFields, RecordField
from games.models import Answer, GameState
from games.outcomes import CLAIM_FIELDS
from games.services.rulings.rule import MAX_EVIDENCE
from tournaments.choices import SlotStatus
from tournaments.serializers.base import (
    CodeField,
    DatesQuery,
    IdField,
    MomentField,
    NumberField,
    OrderingField,
    Out,
    ShapeField,
    Strict,
    require_small,
)
from tournaments.serializers.people import PlayerOut
from tournaments.serializers.rounds import PairingFields, RoundFields, ScoredOut, SidesOut
from tournaments.serializers.settings import RULESETS
from tournaments.serializers.tables import ExplainedOut
from tournaments.services.events.settings import GAMES
from tournaments.state import ADJUDICATED, CANCELLED, CAUSES, DOUBLE_FORFEIT, FORFEIT


class RulesField(serializers.JSONField):
    """The name of a ruleset, or its fields."""

    shapes = RULESETS

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str | dict):
            raise serializers.ValidationError(_("A name, or an object with a size."))
        require_small(data)
        return data


class GameIn(ClaimFields):
    """A game of a pairing (`pairing`, `number`), or a casual one (`first`, `second`)."""

    pairing = NumberField(required=False, min_value=1)
    number = NumberField(required=False, min_value=1)
    record = RecordField(required=False)
    played_on = serializers.DateField(required=False, allow_null=True)
    bids = BidsField(required=False, help_text="Of a pairing with stakes: by seat, `[[3, 5]]`.")
    lot = NumberField(required=False, min_value=1, help_text="The seat a lot chose after ties.")
    first = IdField(
        required=False, help_text="Casual: the id of who moved first; `second` likewise."
    )
    second = IdField(required=False)
    rules = RulesField(required=False)
    game = CodeField(GAMES, required=False)

    def validate(self, game: dict[str, Any]) -> dict[str, Any]:
        casual = {"first", "second"} <= game.keys() and "record" in game
        if casual == ({"pairing", "number"} <= game.keys()):
            raise serializers.ValidationError(
                _("Give pairing and number, or first, second and record.")
            )
        if not casual and not ({"record", "result", "places", "cards_left"} & game.keys()):
            raise serializers.ValidationError(_("Give a record or a result."))
        of_slot = {"pairing", "bids", "lot", *CLAIM_FIELDS}
        strange = of_slot if casual else {"rules", "game", "first", "second"}
        if strange & game.keys():
            name = sorted(strange & game.keys())[0]
            raise serializers.ValidationError({name: _("This does not belong to such a game.")})
        return game


class GameQuery(DatesQuery):
    """The days are those on which games were played."""

    event = IdField(required=False, help_text="The slug of an event.")
    round = NumberField(required=False, min_value=1)
    player = IdField(required=False, help_text="The id of a player.")
    state = serializers.ChoiceField(GameState.values, required=False)
    club = IdField(required=False, help_text="The slug of the club of the event.")
    game = IdField(required=False)
    size = NumberField(required=False, min_value=1, help_text="The board, of Tak.")
    pool = IdField(required=False, help_text="The slug of a rating list that counts the game.")
    ordering = OrderingField("at", "played_on")


class DisputeIn(Strict):
    text = serializers.CharField(max_length=MAX_TEXT)


class ReasonIn(Strict):
    reason = serializers.CharField(max_length=MAX_TEXT, allow_blank=True, default="")


class OutcomeIn(ClaimFields):
    """`winner` is a seat; `result` is from the first mover's side, `places` are by seat."""

    kind = serializers.ChoiceField(
        (FORFEIT, DOUBLE_FORFEIT, ADJUDICATED, CANCELLED, SlotStatus.POSTPONED.value)
    )
    winner = NumberField(required=False, min_value=1)
    until = MomentField(required=False, allow_null=True)
    cause = serializers.ChoiceField(CAUSES, required=False, help_text="Of a forfeit: why.")
    noticed_at = MomentField(required=False, help_text="Of a forfeit: seen when.")
    evidence = serializers.CharField(
        required=False, allow_blank=True, max_length=MAX_EVIDENCE, help_text="Of a forfeit."
    )


class RuleIn(Strict):
    number = NumberField(min_value=1)
    outcome = OutcomeIn()
    reason = serializers.CharField(max_length=MAX_TEXT, allow_blank=True, default="")


class GamePlayerOut(Out):
    order = serializers.IntegerField()
    player = serializers.CharField(allow_null=True)
    name = serializers.CharField()


class AnswerOut(Out):
    seat = serializers.IntegerField()
    answer = CodeField(Answer)


class GameOut(Out):
    """`players` in the order of moving; `submitted_seat` and `answers` are seats."""

    id = serializers.CharField()
    game = CodeField(GAMES)
    state = serializers.ChoiceField(GameState.values)
    event = serializers.CharField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    pairing = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    played_on = serializers.DateField(allow_null=True)
    at = serializers.DateTimeField()
    submitted_seat = serializers.IntegerField(allow_null=True)
    result = serializers.CharField(allow_null=True)
    proven = serializers.BooleanField()
    reason = serializers.CharField(allow_null=True)
    size = serializers.IntegerField(allow_null=True)
    plies = serializers.IntegerField(allow_null=True)
    score = SidesOut(
        allow_null=True, help_text="Of Tak, as the event scores its games; null: it has no end."
    )
    score_at_least = serializers.BooleanField(
        help_text="Not all is known that the score is made of."
    )
    places = serializers.ListField(
        child=serializers.FloatField(), allow_null=True, help_text="Of card games, by seat."
    )
    cards_left = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    players = GamePlayerOut(many=True)
    answers = AnswerOut(many=True)


class GameFullOut(GameOut):
    """`scored` and `explanation` explain the score in numbers and in words."""

    scored = ScoredOut(allow_null=True)
    explanation = ExplainedOut(allow_null=True)
    record = serializers.CharField()
    claim = ShapeField(ClaimOut, allow_null=True)
    verdict = ShapeField(TakVerdict, CardVerdict, allow_null=True)
    confirm_by_at = serializers.DateTimeField(allow_null=True)


class PairingOut(PairingFields):
    """A pairing. `first_seat` is the seat that moves first."""

    players = PlayerOut(
        many=True, required=False, help_text="With `expand=players`: those of the seats, in order."
    )
    games = GameOut(
        many=True, required=False, help_text="With `expand=games`: those of the slots, in order."
    )


class RoundView(RoundFields):
    """A round with its pairings."""

    pairings = PairingOut(many=True)
