"""What of the document programs rely on, and which changes of it break them.

Rules, in the words of who calls the API:
- an operation stays, under its path, its method and its operation id;
- a parameter stays, keeps its type and its values, and does not become required;
- a status of success stays, with the same type of body;
- a field of an answer stays, keeps its type, and is not left out where it always was there;
- a field of a request stays, keeps its type, and does not become required; nor is a new one;
- a value of a set of codes stays.
Anything may be added besides.
"""

from collections.abc import Iterator
from typing import Any

from tests.api.document.reading import operations_of, parameters_of

Schema = dict[str, Any]
Change = tuple[str, str]  # what has changed, as CHANGELOG names it, and how


def contract_of(document: Schema) -> Schema:
    """The parts of a document that programs rely on, without words and examples."""
    operations = {
        f"{method.upper()} {path}": {
            "id": operation["operationId"],
            "parameters": {
                each["name"]: {
                    "type": type_of(each["schema"]),
                    "required": bool(each.get("required")),
                }
                for each in parameters_of(operation, document)
            },
            "takes": _body(operation.get("requestBody", {})),
            "answers": {
                status: _body(answer)
                for status, answer in operation["responses"].items()
                if status.startswith("2")
            },
        }
        for path, method, operation in operations_of(document)
    }
    components = {
        name: {
            "type": type_of({**schema, "properties": {}}),
            "fields": {
                field: type_of(each) for field, each in schema.get("properties", {}).items()
            },
            "required": sorted(schema.get("required", [])),
        }
        for name, schema in document["components"]["schemas"].items()
    }
    return {"operations": operations, "components": components}


def type_of(schema: Schema) -> str:
    """The type in one line, as `list of EventOut or null`; codes as `one of a, b`."""
    text = _plain_type(schema)
    return f"{text} or null" if schema.get("nullable") else text


def breaking_changes(before: Schema, now: Schema) -> Iterator[Change]:
    for name, operation in before["operations"].items():
        if name in now["operations"]:
            yield from _of_operation(name, operation, now["operations"][name])
        else:
            yield name, "is gone"
    for name, component in before["components"].items():
        if name in now["components"]:
            yield from _of_component(name, component, now["components"][name])
        # One that is gone changes the type of whatever had it.


def _of_operation(name: str, before: Schema, now: Schema) -> Iterator[Change]:
    if before["id"] != now["id"]:
        yield name, f"has another operation id: {before['id']}, {now['id']}"
    for parameter, was in before["parameters"].items():
        if parameter not in now["parameters"]:
            yield f"{name} {parameter}", "is gone"
        else:
            yield from _of_type(
                f"{name} {parameter}", was["type"], now["parameters"][parameter]["type"]
            )
    for parameter, new in now["parameters"].items():
        if new["required"] and not before["parameters"].get(parameter, {}).get("required"):
            yield f"{name} {parameter}", "is required"
    for kind, was in before["takes"].items():
        if now["takes"].get(kind) != was:
            yield name, f"takes another body: {was}, {now['takes'].get(kind)}"
    for status, bodies in before["answers"].items():
        if now["answers"].get(status) != bodies:
            yield name, f"answers {status} otherwise: {bodies}, {now['answers'].get(status)}"


def _of_component(name: str, before: Schema, now: Schema) -> Iterator[Change]:
    is_request = name.endswith("Request")
    yield from _of_type(name, before["type"], now["type"])
    for field, was in before["fields"].items():
        if field not in now["fields"]:
            yield f"{name}.{field}", "is gone"
        else:
            yield from _of_type(f"{name}.{field}", was, now["fields"][field])
    kept = set(before["fields"]) & set(now["fields"])
    if is_request:
        for field in sorted(set(now["required"]) - set(before["required"])):
            yield f"{name}.{field}", "is required"
    else:
        for field in sorted((set(before["required"]) - set(now["required"])) & kept):
            yield f"{name}.{field}", "may be left out"


def _of_type(name: str, before: str, now: str) -> Iterator[Change]:
    if before == now:
        return
    if before.startswith("one of ") and now.startswith("one of "):
        gone = set(before[7:].split(", ")) - set(now[7:].split(", "))
        if gone:
            yield name, f"has no value {', '.join(sorted(gone))}"
        return
    yield name, f"has another type: {before}, {now}"


def _body(part: Schema) -> dict[str, str]:
    return {kind: type_of(each.get("schema", {})) for kind, each in part.get("content", {}).items()}


def _plain_type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    for several in ("allOf", "oneOf", "anyOf"):
        if several in schema:
            return " or ".join(sorted(_plain_type(each) for each in schema[several]))
    if "enum" in schema:
        return "one of " + ", ".join(sorted(map(str, schema["enum"])))
    if schema.get("type") == "array":
        return f"list of {type_of(schema['items'])}"
    inner = schema.get("additionalProperties")
    if isinstance(inner, dict) and inner:
        return f"object of {type_of(inner)}"
    return " ".join(filter(None, (schema.get("type", "anything"), schema.get("format", ""))))
