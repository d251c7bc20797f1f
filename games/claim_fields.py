"""The fields in which a game is reported: a record, or a claim of how it ended."""

from typing import Any

from rest_framework import serializers

from engine.tak.players import SIDES
from games.outcomes import CLAIM_FIELDS, MAX_CALLS
from tournaments import limits
from tournaments.serializers.base import TEXT, FiniteField, NumberField, ObjectField, Strict

MAX_TEXT = limits.REASON
MOST_SEATS = limits.SEATS


class RecordField(serializers.CharField):
    """The text of a record, not trimmed, because spaces and line ends can be significant."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=limits.RECORD, trim_whitespace=False, **options)


class PlaceField(FiniteField):
    """A place at a table; 2.5 is a shared second to third. The service compares the places."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_SEATS, **options)

    def to_internal_value(self, data: Any) -> float:
        place = super().to_internal_value(data)
        return int(place) if place.is_integer() else place


class ClaimFields(Strict):
    """A claim about a game without a record; card games have one value for each seat."""

    result = serializers.CharField(required=False, max_length=TEXT, help_text="R-0, 0-F, 1/2-1/2")
    reserves = ObjectField(required=False, help_text='{"first": {"stones": 4, "capstones": 0}}')
    calls = serializers.ListField(
        child=serializers.ChoiceField(SIDES),
        max_length=MAX_CALLS,
        required=False,
        help_text="Of a game for stakes: who called Tak, in order.",
    )
    places = serializers.ListField(
        child=PlaceField(), max_length=MOST_SEATS, required=False, help_text="[1, 2.5, 2.5]"
    )
    cards_left = serializers.ListField(
        child=NumberField(min_value=0), max_length=MOST_SEATS, required=False
    )


def claim_of(body: dict[str, Any]) -> dict[str, Any] | None:
    """The fields of a body that form a claim; None without any."""
    return {name: body[name] for name in CLAIM_FIELDS if name in body} or None
