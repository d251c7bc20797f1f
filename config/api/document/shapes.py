"""Fields whose shape is for the document alone, because a service checks them."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema

Schema = dict[str, Any]


class CodeScheme(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.serializers.base.CodeField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> Schema:
        return {"type": "string", "enum": list(self.target.codes)}


class ShapeScheme(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.serializers.base.ShapeField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> Schema:
        refs = _refs(self.target, auto_schema, direction)
        return refs[0] if len(refs) == 1 else {"anyOf": refs}


class RulesScheme(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    target_class = "games.api.serializers.RulesField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> Schema:
        return {"anyOf": [{"type": "string"}, *_refs(self.target, auto_schema, direction)]}


def _refs(field: Any, auto_schema: AutoSchema, direction: Any) -> list[Schema]:
    found = [auto_schema.resolve_serializer(each, direction) for each in field.shapes]
    for component in found:
        if direction == "request":  # what is left out has its default
            component.schema.pop("required", None)
    return [component.ref for component in found]
