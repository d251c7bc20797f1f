"""Where a rated game was played, in answers about it."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ratings.selectors.sources import Played, places_of
from tournaments.documents import Document
from tournaments.serializers.base import Out


class PlayedOut(Out):
    """A game of a pairing by `pairing` and `number`, or a casual one by `game`, its id."""

    pairing = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    game = serializers.CharField(allow_null=True)


class RatedGameOut(Out):
    """A row about a rated game; its serializer has the context of `context_of`."""

    played = serializers.SerializerMethodField(help_text="Where: `pairings/<n>/` or `games/<id>/`.")

    @extend_schema_field(PlayedOut)
    def get_played(self, row: Any) -> Played:
        places: dict[str, Played] = self.context["places"]
        return places[row.source]


def context_of(rows: Sequence[Any]) -> Document:
    """What the serializers of these rows need to say where they were played."""
    return {"places": places_of(row.source for row in rows)}


def shown_rows(rows: Sequence[Any], out: type[RatedGameOut]) -> Any:
    return out(rows, many=True, context=context_of(rows)).data
