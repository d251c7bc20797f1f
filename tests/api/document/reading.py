"""Reading the OpenAPI document as others get it."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator

Schema = dict[str, Any]


def made_document() -> Schema:
    """A copy of the document of this code, as plain JSON."""
    found: Schema = json.loads(_text())
    return found


def operations_of(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    """Path, method and operation."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def parameters_of(operation: Schema, document: Schema) -> list[Schema]:
    """The parameters of an operation, behind references."""
    shared = document["components"]["parameters"]
    return [
        shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each
        for each in operation.get("parameters", [])
    ]


@cache
def _text() -> str:
    made = SchemaGenerator(api_version="v1").get_schema(request=None, public=True)
    return json.dumps(made, default=str)
