"""Times: of rounds that stay open for days, and of games that players agree on."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.serializers.base import NumberField, Strict


class MomentField(serializers.DateTimeField):
    """A moment: a time without its offset is refused, because nobody knows whose it is."""

    default_error_messages = {"naive": _("Give the offset: 2026-12-01T19:00:00+01:00.")}

    def enforce_timezone(self, value: datetime) -> Any:
        if value.tzinfo is None:
            self.fail("naive")
        return super().enforce_timezone(value)


class RoundTimesIn(Strict):
    opens_at = MomentField(allow_null=True, required=False)
    closes_at = MomentField(allow_null=True, required=False)


class TimeIn(Strict):
    """A time (`play_at`), or an answer to the one that is proposed."""

    number = NumberField(min_value=1)
    play_at = MomentField(
        required=False, allow_null=True, help_text="null: staff say that nobody knows."
    )
    answer = serializers.ChoiceField(("yes", "no"), required=False)

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        if ("play_at" in asked) == ("answer" in asked):
            raise serializers.ValidationError(_("Give a time or an answer, not both."))
        return asked
