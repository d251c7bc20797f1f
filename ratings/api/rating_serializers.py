"""Serializers of published lists, reports, histories, forecasts and previews."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from ratings.api.places import RatedGameOut
from ratings.api.rules import RATING_SYSTEMS, CountsOut, ParametersField
from tournaments import limits
from tournaments.serializers.base import (
    NAME,
    CodeField,
    IdField,
    NumberField,
    Out,
    ShapeField,
    Strict,
)


class PoolChanges(Strict):
    name = serializers.CharField(required=False, max_length=NAME, allow_blank=True)
    counts = ShapeField(CountsOut, required=False)
    system = CodeField(RATING_SYSTEMS, required=False)
    parameters = ParametersField(
        required=False, help_text="All of them; by default those of the system."
    )
    reason = serializers.CharField(
        required=False, max_length=limits.REASON, help_text="Why the rules change."
    )

    def validate(self, asked: dict[str, object]) -> dict[str, object]:
        if not asked.keys() - {"reason"}:
            raise serializers.ValidationError(_("Say what is to change."))
        return asked


class RatingsQuery(Strict):
    club = IdField(required=False, help_text="The slug of a club that lists the player.")
    on = serializers.DateField(
        required=False, help_text="The list as it was published on or before this day."
    )


class ListRowOut(Out):
    """`rank` is null while provisional; `last_on` is the day of the last game.

    With `?on=`: the rating as published, what the list of that day would say now (`corrected`,
    null if the player is not in it any more), and the difference.
    """

    rank = serializers.IntegerField(allow_null=True)
    player = serializers.CharField()
    name = serializers.CharField()
    rating = serializers.FloatField(allow_null=True)
    deviation = serializers.FloatField()
    games = serializers.IntegerField()
    last_on = serializers.DateField()
    provisional = serializers.BooleanField()
    published_on = serializers.DateField(required=False)
    corrected = serializers.FloatField(required=False, allow_null=True)
    correction = serializers.FloatField(required=False, allow_null=True)


class ExpectedQuery(Strict):
    first = IdField(help_text="The id of the player who moves first.")
    second = IdField(help_text="The id of the other player.")
    size = NumberField(
        required=False, help_text="Of the board; without it, the games that the list counts."
    )
    half_komi = NumberField(required=False, help_text="With `size`; without it, no komi.")

    def validate(self, asked: dict[str, object]) -> dict[str, object]:
        if "half_komi" in asked and "size" not in asked:
            raise serializers.ValidationError(_("The komi belongs to a size: say both."))
        return asked


class ExpectedOut(Out):
    """`expected`: the first mover's expected score, 0 to 1; null without a prediction."""

    first = serializers.CharField()
    second = serializers.CharField()
    expected = serializers.FloatField(allow_null=True)


class HistoryPointOut(RatedGameOut):
    """`change` is what this game did; `score_x2` half points, `place_x2` the doubled place.

    `expected`: the expected score before the game, 0 to 1; null: no prediction.
    """

    played_on = serializers.DateField()
    score_x2 = serializers.IntegerField(allow_null=True)
    place_x2 = serializers.IntegerField(allow_null=True)
    expected = serializers.FloatField(allow_null=True)
    before = serializers.FloatField()
    after = serializers.FloatField()
    change = serializers.FloatField()
    deviation = serializers.FloatField()


class MovementOut(Out):
    """`published` is the rating in the last published list, which opened `on`.

    `correction` is what corrections of earlier results changed in it since. The games from `on`
    say what each of them changed; all together they give `rating`.
    """

    pool = IdField()
    rating = serializers.FloatField(allow_null=True, source="now")
    deviation = serializers.FloatField(allow_null=True)
    on = serializers.DateField(allow_null=True)
    published = serializers.FloatField(allow_null=True)
    corrected = serializers.FloatField(allow_null=True)
    correction = serializers.FloatField(allow_null=True)
    games = HistoryPointOut(many=True)


class ReportQuery(Strict):
    pool = IdField(
        required=False, help_text="A rating list; by default the one for the event's game and size."
    )


class ReportRowOut(Out):
    """`change`: by the games of the event only."""

    player = serializers.CharField()
    name = serializers.CharField()
    games = serializers.IntegerField()
    before = serializers.FloatField()
    expected = serializers.FloatField(allow_null=True)
    scored = serializers.FloatField()
    change = serializers.FloatField()
    performance = serializers.FloatField()


class ReportOut(Out):
    event = serializers.CharField()
    pool = IdField()
    version = serializers.IntegerField()
    rows = ReportRowOut(many=True)


class PreviewRowOut(Out):
    """`before` or `after` is null if the player is not in the list then."""

    player = serializers.CharField()
    name = serializers.CharField()
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)
    delta = serializers.FloatField(allow_null=True)


class PoolPreviewOut(Out):
    pool = IdField()
    players = PreviewRowOut(many=True, source="rows")
