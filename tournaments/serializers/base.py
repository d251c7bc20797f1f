"""Base classes and fields of serializers."""

import json
import math
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from tournaments import limits
from tournaments.errors import OFFSET_MISSING
from tournaments.selectors.people.people import resolve

Out = serializers.Serializer[Any]
SLUG = r"^[a-z0-9][a-z0-9-]*$"
TEXT, NAME, MOST_ROWS = limits.CODE, limits.NAME, limits.ROWS


class Strict(serializers.Serializer[Any]):
    """Refuses unknown fields. instead: what to say of a field that people look for."""

    instead: ClassVar[Mapping[str, "str | Promise"]] = {}

    def to_internal_value(self, data: object) -> Any:
        if isinstance(data, Mapping):
            known = {name for name, field in self.fields.items() if not field.read_only}
            unknown = sorted(str(name) for name in data.keys() - known)
            if unknown:
                raise ValidationError({name: [self._unknown(name)] for name in unknown})
        return super().to_internal_value(data)

    def _unknown(self, name: str) -> ErrorDetail:
        said = self.instead.get(name) or _("There is no such field.")
        return ErrorDetail(str(said), code="unknown_field")


class OrderingField(serializers.ChoiceField):
    """The names of columns; with `-` descending."""

    def __init__(self, *names: str) -> None:
        super().__init__(
            [*names, *(f"-{name}" for name in names)],
            required=False,
            help_text="The order of the rows; with `-` descending.",
        )


class PersonField(serializers.CharField):
    """A column of the player of a row, after merges."""

    def __init__(self, column: str) -> None:
        super().__init__(source="*", read_only=True)
        self.column = column

    def to_representation(self, value: Any) -> str:
        return super().to_representation(getattr(resolve(value.player), self.column))


class DatesQuery(Strict):
    date_from = serializers.DateField(required=False, help_text="The first day.")
    date_to = serializers.DateField(required=False, help_text="The last day.")


class Nothing(Strict):
    """An empty body, or {}."""


class NumberField(serializers.IntegerField):
    """A whole number within the limits of every database."""

    def __init__(self, **options: Any) -> None:
        bounds = {"min_value": -limits.MAX_INTEGER, "max_value": limits.MAX_INTEGER}
        super().__init__(**{**bounds, **options})


class IdField(serializers.CharField):
    """An id, a slug or a code."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": limits.CODE, **options})


class ObjectField(serializers.DictField):
    """A JSON object; only its size is checked here, the rest by the service."""

    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        require_small(value)
        return value


class ShapeField(ObjectField):
    """An object of one of these shapes, which are for the document; the service checks it."""

    def __init__(self, *shapes: type[Out], **options: Any) -> None:
        self.shapes = shapes
        super().__init__(**options)


class CodeField(serializers.CharField):
    """One of these codes, which are for the document; the service checks it."""

    def __init__(self, codes: Iterable[str], **options: Any) -> None:
        self.codes = tuple(codes)
        super().__init__(**{"max_length": limits.CODE, **options})


@extend_schema_field({"type": "string", "pattern": r"^([01]\d|2[0-3]):[0-5]\d$"})
class ClockField(serializers.TimeField):
    """A time of day without seconds or zone, as 19:30."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"format": "%H:%M", "input_formats": ["%H:%M"], **options})


class RowField(serializers.JSONField):
    """One row of a bulk request. `shape` validates it later, so that errors are per row."""

    def __init__(self, shape: type[Strict], **options: Any) -> None:
        self.shape = shape
        super().__init__(**options)


class MomentField(serializers.DateTimeField):
    """A time with its offset; one without is refused as ambiguous."""

    default_error_messages = {"naive": OFFSET_MISSING}

    def enforce_timezone(self, value: datetime) -> Any:
        if value.tzinfo is None:
            self.fail("naive")
        return super().enforce_timezone(value)


class FiniteField(serializers.FloatField):
    """Refuses "nan" and "inf"."""

    def to_internal_value(self, data: Any) -> float:
        value: float = super().to_internal_value(data)
        if not math.isfinite(value):
            self.fail("invalid")
        return value


def require_small(value: object) -> None:
    """:raises ValidationError: the JSON is too long or too deep."""
    if _depth(value) > limits.JSON_DEPTH:
        problem = _("This is nested too deeply: at most {most} levels.")
        raise ValidationError(str(problem).format(most=limits.JSON_DEPTH), code="max_depth")
    if len(json.dumps(value, separators=(",", ":"), ensure_ascii=False)) > limits.JSON_LENGTH:
        problem = _("This is too long: at most {most} characters.")
        raise ValidationError(str(problem).format(most=limits.JSON_LENGTH), code="max_length")


def _depth(value: object) -> int:
    """The depth of nested objects and lists, without recursion."""
    depth, level = 0, [value]
    while level := [each for each in level if isinstance(each, dict | list)]:
        depth += 1
        level = [x for each in level for x in (each.values() if isinstance(each, dict) else each)]
    return depth


class SlugField(serializers.RegexField):
    def __init__(self, **options: Any) -> None:
        super().__init__(SLUG, max_length=limits.SLUG, **options)
