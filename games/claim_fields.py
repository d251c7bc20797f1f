"""The fields in which a game is reported: a record, or a claim of how it ended."""

from typing import Any

from rest_framework import serializers

from engine.tak.players import SIDES
from engine.tak.results import RESULTS
from games.outcomes import CLAIM_FIELDS, MAX_CALLS
from tournaments import limits
from tournaments.serializers.base import (
    CodeField,
    FiniteField,
    NumberField,
    Out,
    ShapeField,
    Strict,
)

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


class PiecesLeft(Out):
    """The pieces that a player has not placed."""

    stones = serializers.IntegerField()
    capstones = serializers.IntegerField()


class Reserves(Out):
    """The pieces left, by who moved first and second."""

    first = ShapeField(PiecesLeft, required=False)
    second = ShapeField(PiecesLeft, required=False)


class ClaimFields(Strict):
    """A claim about a game without a record; card games have one value for each seat."""

    result = CodeField(
        RESULTS, required=False, help_text="Of Tak, from the side of who moved first."
    )
    reserves = ShapeField(Reserves, required=False, help_text="The pieces left, by side.")
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
