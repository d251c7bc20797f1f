"""Times of rounds and games."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.documents import Document
from tournaments.serializers.base import MomentField, NumberField, Strict


class RoundTimesIn(Strict):
    opens_at = MomentField(allow_null=True, required=False)
    closes_at = MomentField(allow_null=True, required=False)


class TimeIn(Strict):
    """A time (`play_at`), or an answer to a proposal."""

    number = NumberField(min_value=1)
    play_at = MomentField(
        required=False, allow_null=True, help_text="null: staff say that nobody knows."
    )
    answer = serializers.ChoiceField(("yes", "no"), required=False)

    def validate(self, asked: dict[str, object]) -> Document:
        if ("play_at" in asked) == ("answer" in asked):
            raise serializers.ValidationError(_("Give a time or an answer, not both."))
        return asked
