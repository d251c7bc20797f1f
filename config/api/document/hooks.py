"""What is added to the document after the views were read."""

from typing import Any

from config.api.document.words import fields, tags
from tournaments.serializers.problem import MEDIA_TYPE

Schema = dict[str, Any]


def add_problem_responses(result: Schema, **_made_by: object) -> Schema:
    """Document problem documents (RFC 9457) as the default response."""
    for methods in result["paths"].values():
        for operation in methods.values():
            operation["responses"].setdefault("default", _problem())
    return result


def _problem() -> Schema:
    return {
        "description": "A problem; `code` says which, `detail` what to do. During an outage it is "
        "503 `unavailable` with `Retry-After`.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }


def add_tags(result: Schema, **_made_by: object) -> Schema:
    result["tags"] = [{"name": tag.name, "description": tag.about} for tag in tags()]
    return result


def describe_fields(result: Schema, **_made_by: object) -> Schema:
    """Give the fields and parameters that have no `help_text` the words of `fields.toml`."""
    for name, component in result["components"]["schemas"].items():
        for field, schema in component.get("properties", {}).items():
            if "description" not in schema:
                component["properties"][field] = _described(schema, _words_of(name, field))
    for methods in result["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                text = fields()["parameters"].get(parameter["name"])
                if text and "description" not in parameter:
                    parameter["description"] = text
    return result


def component_names(name: str) -> list[str]:
    """The names by which `fields.toml` may know a component: a request is not told apart."""
    bare = name.removeprefix("Patched").removesuffix("Request")
    if bare.startswith("Paginated"):
        return ["page"]
    return [bare, "any"]


def _words_of(component: str, field: str) -> str:
    known = (fields().get(name, {}) for name in component_names(component))
    return next((words[field] for words in known if field in words), "")


def _described(schema: Schema, text: str) -> Schema:
    if not text:
        return schema
    if "$ref" in schema:  # nothing may stand beside a reference
        return {"allOf": [schema], "description": text}
    return {**schema, "description": text}
