"""Ties at the cut-off of a stage, rulings, play-offs."""

from rest_framework import serializers

from tournaments import limits
from tournaments.serializers.base import NumberField, Out, ShapeField, Strict
from tournaments.serializers.settings import TimeControl


class StageReasonIn(Strict):
    reason = serializers.CharField(max_length=limits.REASON)


class TieRulingIn(StageReasonIn):
    order = serializers.ListField(
        child=NumberField(min_value=1),
        min_length=2,
        max_length=limits.TIED_ENTRIES,
        help_text="The numbers of all entries of one tie, the best first.",
    )


class PlayoffIn(Strict):
    games = NumberField(default=1, min_value=1, help_text="Of each pair.")
    time_control = ShapeField(
        TimeControl,
        required=False,
        allow_null=True,
        help_text="`class` (rated in it), `minutes`, `increment_seconds`; the event's if left out.",
    )
    seed = NumberField(
        required=False,
        allow_null=True,
        min_value=0,
        help_text="Of the lot for the first move; left out or null: one is drawn.",
    )


class TieOut(Out):
    """`group` null: across groups. `places`: how many of them qualify."""

    group = serializers.CharField(allow_null=True)
    entries = serializers.ListField(child=serializers.IntegerField())
    places = serializers.IntegerField()


class SettledOut(Out):
    group = serializers.CharField(allow_null=True)
    order = serializers.ListField(child=serializers.IntegerField())
    why = serializers.CharField(help_text="ruling or play-off.")


class LineOut(Out):
    """The present qualifiers: `going` by seed, empty while there are ties."""

    event = serializers.CharField()
    stage = serializers.IntegerField()
    going = serializers.ListField(child=serializers.IntegerField())
    tied = TieOut(many=True)
    settled = SettledOut(many=True)
