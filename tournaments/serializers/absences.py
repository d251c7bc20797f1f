"""Absences and byes of an entry, who is kept apart, penalties and bonuses."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments import limits
from tournaments.documents import Document
from tournaments.serializers.base import NAME, CodeField, NumberField, Out, Strict
from tournaments.serializers.entry_names import (
    SOME,
    WHICH_OF_SOME,
    EntriesField,
    EntryIn,
    EntryNumberOut,
)
from tournaments.services.entries.absences import KINDS


class WhyField(serializers.CharField):
    """An optional reason."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=limits.REASON, allow_blank=True, default="", **options)


class PointsField(serializers.IntegerField):
    """Half points, also negative."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=-1000, max_value=1000, **options)


class ByeIn(Strict):
    round = NumberField(min_value=1, source="round_number")
    points_x2 = NumberField(
        required=False, min_value=0, help_text="Half points; the most that is allowed if left out."
    )


class ByeCancelIn(Strict):
    round = NumberField(min_value=1, source="round_number")


class AbsentIn(Strict):
    from_round = NumberField(min_value=1)
    to_round = NumberField(min_value=1)
    reason = WhyField()


class FromRoundIn(Strict):
    from_round = NumberField(min_value=1)
    reason = WhyField()


class AbsenceOut(Out):
    """`to_round` null: until further notice. `points_x2`: match points, in half points."""

    kind = CodeField(KINDS)
    from_round = serializers.IntegerField()
    to_round = serializers.IntegerField(allow_null=True)
    points_x2 = serializers.IntegerField()
    cancelled_at = serializers.DateTimeField(allow_null=True)


class AbsencesOut(Out):
    entry_id = serializers.IntegerField()
    entry = EntryNumberOut()
    absences = AbsenceOut(many=True)


class AwayOut(Out):
    """Who has no seat in a round because of an absence."""

    entry = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()
    kind = CodeField(KINDS)
    points_x2 = serializers.IntegerField(help_text="Match points for it, in half points.")


class ApartNames(Strict):
    """Exactly one of `entry_ids`, `entry_numbers`, `club` and `family`."""

    instead = {"entries": WHICH_OF_SOME}

    entry_ids = EntriesField(
        least=2, most=limits.KEPT_APART, help_text="Ids of entries: every two of them."
    )
    entry_numbers = EntriesField(
        least=2, most=limits.KEPT_APART, help_text="Or their numbers in the event."
    )
    club = serializers.CharField(
        required=False, allow_blank=True, max_length=NAME, help_text="A slug; empty: any club."
    )
    family = serializers.CharField(
        required=False, allow_blank=True, max_length=2 * NAME, help_text="Empty: any family."
    )

    def validate(self, named: dict[str, object]) -> Document:
        if len({*SOME, "club", "family"} & named.keys()) != 1:
            raise serializers.ValidationError(
                _("Give one of entry_ids, entry_numbers, club and family.")
            )
        return named


class ApartIn(ApartNames):
    last_round = NumberField(
        required=False, allow_null=True, min_value=1, help_text="Up to this round; null: always."
    )


class ApartPairOut(Out):
    entry_ids = serializers.ListField(child=serializers.IntegerField())
    last_round = serializers.IntegerField(allow_null=True)


class ApartRuleOut(Out):
    kind = serializers.ChoiceField(("club", "family"))
    key = serializers.CharField(help_text="Slug of the club or name of the family; empty: any.")
    last_round = serializers.IntegerField(allow_null=True)


class ApartOut(Out):
    pairs = ApartPairOut(many=True)
    rules = ApartRuleOut(many=True)


class AdjustmentIn(EntryIn):
    after_round = NumberField(min_value=0)
    points_x2 = PointsField(help_text="Half points: below 0 a penalty, above 0 a bonus.")
    reason = serializers.CharField(max_length=limits.REASON)


class AdjustmentCancelIn(Strict):
    reason = serializers.CharField(max_length=limits.REASON)


class AdjustmentOut(Out):
    id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    entry = EntryNumberOut()
    name = serializers.CharField()
    stage = serializers.IntegerField()
    after_round = serializers.IntegerField()
    kind = serializers.ChoiceField(("penalty", "bonus"))
    points_x2 = serializers.IntegerField()
    reason = serializers.CharField()
    cancelled_at = serializers.DateTimeField(allow_null=True)
