"""The shape of a JSON value: its names and types, and the first of each list."""

import re
from typing import Any

from tests.api.document.conformity import resolved

Schema = dict[str, Any]

# What differs from one play to the next, and what stands for it in the examples.
STEADY = (
    (re.compile(r"^20\d\d-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$"), "2026-04-18T19:00:00Z"),
    (re.compile(r"^20\d\d-\d\d-\d\d$"), "2026-04-18"),
    (
        re.compile(r"^[0-9a-f]{64}$"),
        "9f86d081884c7d65" * 4,
    ),
    (re.compile(r"^[0-9a-f]{32}$"), "4a7d1ed414474e4033ac29ccb8653d9b"),
    (re.compile(r"^UEsDB[\w+/=]{200,}$"), "UEsDBBQAAAAAAAAAIQA="),  # a zip
    (re.compile(r"^rh_\S+$"), "rh_5v3tqk8mzp2w7n4xjd6hrc9y"),
)
# Objects whose keys are data, by field.
KEYS_ARE_DATA = {
    "params": "the values of a sentence",
    "numbers": "the values of a sentence",
    "data": "codes and numbers of a change, by action",
    "facts": "what scorings need, by game",
    "document": "the stored proof of a round, of many versions",
    "staff": "the stored proof of a round, of many versions",
    "parameters": "of a rating system, all numbers",
    "places": "by the name of the player",
    "points": "by the name of the player",
    "cards_left": "by the name of the player",
    "players": "by seat",
    "people": "by number of the entry",
}
MOST_ROWS = 2


def steady(value: Any) -> Any:
    """The value as an example: with short lists, and without times and secrets of today."""
    if isinstance(value, dict):
        return {name: steady(each) for name, each in value.items()}
    if isinstance(value, list):
        return [steady(each) for each in value[:MOST_ROWS]]
    if isinstance(value, str):
        value = value.replace("http://testserver", "https://roadhouse.example")
        return next((text for pattern, text in STEADY if pattern.match(value)), value)
    return value


def same_shape(one: Any, other: Any, schema: Schema, document: Schema) -> bool:
    """Whether both have the same names and types, where both have a value.

    One may lack a field of the other only if the schema does not require it. Without a schema, as
    of requests, none may be lacking.
    """
    if one is None or other is None:
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        inner, required = _fields_of(schema, document)
        if any(name in required or name not in inner for name in one.keys() ^ other.keys()):
            return False
        return all(
            same_shape(one[name], other[name], inner.get(name, {}), document)
            for name in (one.keys() & other.keys()) - KEYS_ARE_DATA.keys()
        )
    if isinstance(one, list) and isinstance(other, list):
        inner = resolved(schema, document).get("items", {})
        return all(
            same_shape(a, b, inner, document) for a, b in zip(one[:1], other[:1], strict=False)
        )
    numbers = (int, float)
    if isinstance(one, numbers) and isinstance(other, numbers):
        return isinstance(one, bool) == isinstance(other, bool)
    return type(one) is type(other)


def _fields_of(schema: Schema, document: Schema) -> tuple[dict[str, Schema], set[str]]:
    """The fields of a schema and the required ones; of alternatives, those required by all."""
    found = resolved(schema, document)
    several = found.get("anyOf") or found.get("oneOf")
    if not several:
        return found.get("properties", {}), set(found.get("required", ()))
    parts = [_fields_of(each, document) for each in several]
    fields = {name: each for inner, _required in parts for name, each in inner.items()}
    return fields, set.intersection(*(required for _inner, required in parts))
