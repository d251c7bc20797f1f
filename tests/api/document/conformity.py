"""Whether a value is as the document says."""

from typing import Any

import jsonschema

Schema = dict[str, Any]
_last: list[Any] = []  # components, and their checker


def faults_of(value: Any, schema: Schema, document: Schema) -> list[str]:
    """Where a value differs from a schema of the document; empty: nowhere."""
    checker = _checker_of(document["components"]).evolve(schema=_as_json_schema(schema))
    return [
        f"{'/'.join(map(str, fault.absolute_path))}: {fault.message[:200]}"
        for fault in checker.iter_errors(value)
    ]


def _checker_of(components: Schema) -> jsonschema.Draft7Validator:
    """Finds references to these components. Reading all of them takes longer than most checks, so
    the last one is kept.
    """
    if not (_last and _last[0] is components):
        _last[:] = (
            components,
            jsonschema.Draft7Validator({"components": _as_json_schema(components)}),
        )
    return _last[1]


def unnamed_fields(value: Any, schema: Schema, document: Schema, at: str = "") -> list[str]:
    """Fields of an answer that the document does not name, in objects of named fields."""
    found = resolved(schema, document)
    if isinstance(value, list):
        inner = found.get("items", {})
        return [name for each in value for name in unnamed_fields(each, inner, document, at)]
    known = found.get("properties")
    if not isinstance(value, dict) or not known:
        return []
    more = [f"{at}.{name}" for name in value if name not in known]
    for name in value.keys() & known.keys():
        more += unnamed_fields(value[name], known[name], document, f"{at}.{name}")
    return more


def resolved(schema: Schema, document: Schema) -> Schema:
    """The schema itself, behind references and what stands beside them."""
    while "$ref" in schema or len(schema.get("allOf", [])) == 1:
        if "$ref" in schema:
            schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        else:
            schema = schema["allOf"][0]
    return schema


def _as_json_schema(part: Any) -> Any:
    """OpenAPI 3.0 says `nullable` where JSON Schema has a type null."""
    if isinstance(part, list):
        return [_as_json_schema(each) for each in part]
    if not isinstance(part, dict):
        return part
    made = {key: _as_json_schema(value) for key, value in part.items() if key != "nullable"}
    return {"anyOf": [made, {"type": "null"}]} if part.get("nullable") is True else made
