"""What every shape is made of."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

Out = serializers.Serializer[Any]
SLUG = r"^[a-z0-9][a-z0-9-]*$"
TEXT = 200
NAME = 100
MOST_ROWS = 1000  # of one bulk request


class Strict(serializers.Serializer[Any]):
    """A body that is read only when every field in it is known."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            known = {name for name, field in self.fields.items() if not field.read_only}
            unknown = sorted(str(name) for name in data.keys() - known)
            if unknown:
                detail = ErrorDetail(str(_("There is no such field.")), code="unknown_field")
                raise ValidationError({name: [detail] for name in unknown})
        return super().to_internal_value(data)


class Nothing(Strict):
    """The body of a verb that needs to be told nothing: empty, or {}."""


class NumberField(serializers.IntegerField):
    """A whole number that every database can hold."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_value=2**31 - 1, **options)


class ObjectField(serializers.DictField):
    """A JSON object whose meaning the service checks; here only that it can be stored."""

    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        try:
            text = json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise serializers.ValidationError(_("This is not text.")) from None
        if b"\\u0000" in text:
            raise serializers.ValidationError(_("Null characters are not allowed."))
        return value


class SlugField(serializers.RegexField):
    def __init__(self, **options: Any) -> None:
        super().__init__(SLUG, max_length=50, **options)
