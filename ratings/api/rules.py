"""The rules of a rating list: which games it counts, and by which system."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ratings.counting import CASUAL
from ratings.systems import BATCHES, SYSTEMS
from tournaments.documents import Document
from tournaments.serializers.base import CodeField, ObjectField, Out

RATING_SYSTEMS = (*SYSTEMS, *BATCHES)


def _one_or_some(kind: str) -> Document:
    return {"anyOf": [{"type": kind}, {"type": "array", "items": {"type": kind}}]}


@extend_schema_field(_one_or_some("string"))
class CodesField(serializers.JSONField):
    """A code, or several of which one is enough."""


@extend_schema_field(_one_or_some("integer"))
class NumbersField(serializers.JSONField):
    """A number, or several of which one is enough."""


@extend_schema_field({"type": "object", "additionalProperties": {"type": "number"}})
class ParametersField(ObjectField):
    """Parameters of a system by name; the service checks their bounds."""


class CountsOut(Out):
    """Which games a list counts; what is left out does not matter."""

    game = CodesField(required=False)
    size = NumbersField(required=False)
    half_komi = NumbersField(required=False)
    time_class = CodesField(required=False)
    events = serializers.ListField(child=serializers.CharField(), required=False)
    casual = CodeField(CASUAL, required=False)

    def get_fields(self) -> Document:
        """`from` is a Python keyword, so it is added here."""
        return {**super().get_fields(), "from": serializers.DateField(required=False)}
