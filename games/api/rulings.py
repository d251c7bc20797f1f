"""Decisions without a game: no-shows, postponements, and withdrawals."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors, services
from games.api.games import PairingApiView, RoundApiView
from games.api.serializers import PairingOut, RoundView
from games.services.rulings.rule import KINDS as RULED_KINDS
from games.services.rulings.rule import MAX_EVIDENCE
from tournaments import limits, permissions
from tournaments import selectors as tournament_selectors
from tournaments.api.entries import EntryApiView
from tournaments.serializers.absences import FromRoundIn, WhyField
from tournaments.serializers.base import CodeField, MomentField, NumberField, Out, Strict
from tournaments.serializers.entry_names import EntryNumberOut
from tournaments.serializers.journal import WhoOut, who
from tournaments.state import CAUSES


class NoShowIn(Strict):
    seats = serializers.ListField(
        child=NumberField(min_value=1), min_length=1, max_length=10, help_text="Who did not come."
    )
    noticed_at = MomentField(
        required=False, allow_null=True, help_text="When it was seen; now if left out."
    )
    evidence = serializers.CharField(
        max_length=MAX_EVIDENCE, allow_blank=True, default="", help_text="Text or an address."
    )
    reason = WhyField()


class SlotName(Strict):
    pairing = NumberField(min_value=1)
    number = NumberField(min_value=1)


class PostponeIn(Strict):
    slots = SlotName(  # type: ignore[call-arg]
        many=True,
        required=False,
        max_length=limits.SLOTS,
        help_text="None: all that are open.",
    )
    until = MomentField(required=False, allow_null=True)
    reason = serializers.CharField(max_length=MAX_EVIDENCE)


class RuledOut(Out):
    pairing = serializers.IntegerField()
    number = serializers.IntegerField()


class LeftOut(RuledOut):
    why = serializers.ChoiceField(("reported", "disputed", "table"))


class WithdrawalOut(Out):
    """`ruled`: the forfeited games; `left`: those that an arbiter has to decide."""

    entry_id = serializers.IntegerField()
    entry = EntryNumberOut()
    from_round = serializers.IntegerField()
    ruled = RuledOut(many=True)
    left = LeftOut(many=True)


class RulingOut(Out):
    """`evidence` and `reason` are free text."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = WhoOut()
    kind = CodeField(RULED_KINDS)
    winner = serializers.IntegerField(allow_null=True)
    cause = serializers.ChoiceField(CAUSES, allow_null=True)
    noticed_at = serializers.DateTimeField(allow_null=True)
    evidence = serializers.CharField(allow_blank=True)
    reason = serializers.CharField()


class RulingsOut(Out):
    results = RulingOut(many=True)


class EntryWithdraw(EntryApiView):
    """Withdraw from a round on; open games of a running round are forfeited."""

    @extend_schema(request=FromRoundIn, responses=WithdrawalOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        asked = self.body(FromRoundIn)
        done = services.withdraw_player(actor=self.actor, entry_id=self.entry.pk, **asked)
        withdrawal = {
            "entry_id": entry_id,
            "entry": self.entry.number,
            "from_round": done.from_round,
            "ruled": [{"pairing": pairing, "number": number} for pairing, number in done.ruled],
            "left": [
                {"pairing": pairing, "number": number, "why": why}
                for pairing, number, why in done.left
            ],
        }
        return Response(WithdrawalOut(withdrawal).data)


class PairingNoShow(PairingApiView):
    """Rule every open game of a pairing because players did not come."""

    @extend_schema(request=NoShowIn, responses=PairingOut)
    def post(self, request: Request, pairing_id: int) -> Response:
        asked = self.body(NoShowIn)
        self.require_visible()
        services.record_no_show(actor=self.actor, pairing_id=pairing_id, **asked)
        return self.answer()


class PairingRulings(PairingApiView):
    """The rulings on a pairing, for staff."""

    @extend_schema(responses=RulingsOut)
    def get(self, request: Request, pairing_id: int) -> Response:
        slug = self.require_visible()["event"]
        event = tournament_selectors.get_event(slug, self.actor)
        permissions.require(self.actor, "apart.view", event)
        found = selectors.rulings_of_pairing(pairing_id)
        names = tournament_selectors.actor_names(event, [row["actor"] for row in found])
        rows = [{**row, "by": who(row["actor"], names)} for row in found]
        return Response(RulingsOut({"results": rows}).data)


class RoundPostpone(RoundApiView):
    """Postpone several games of a round at once, all or none."""

    @extend_schema(request=PostponeIn, responses=RoundView)
    def post(self, request: Request, slug: str, number: int) -> Response:
        asked = self.body(PostponeIn)
        self.require_visible()
        services.postpone_slots(
            actor=self.actor,
            event_id=self.event.pk,
            round_number=number,
            slots=[(slot["pairing"], slot["number"]) for slot in asked.get("slots", [])],
            until=asked.get("until"),
            reason=asked["reason"],
        )
        return self.answer()
