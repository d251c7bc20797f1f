"""Examples of requests and answers, from `examples.json`. Tests send them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "examples.json"
JSON = "application/json"
Schema = dict[str, Any]


@cache
def examples() -> dict[str, Schema]:
    """By operation: `status`, and where there are any `request` and `answer`."""
    found: dict[str, Schema] = json.loads(FILE.read_text())
    return found


def add_examples(result: Schema, **_made_by: object) -> Schema:
    for methods in result["paths"].values():
        for operation in methods.values():
            example = examples().get(operation["operationId"])
            if example is not None:
                _show(operation, example)
    return result


def _show(operation: Schema, example: Schema) -> None:
    if "request" in example and "requestBody" in operation:
        operation["requestBody"]["content"][JSON]["example"] = example["request"]
    answers = operation["responses"]
    shown = answers.get(str(example["status"]), {}).get("content", {}).get(JSON)
    for answer in answers.values() if "answer" in example and shown else ():
        content = answer.get("content", {}).get(JSON, {})
        if content.get("schema") == shown["schema"]:
            content["example"] = example["answer"]
