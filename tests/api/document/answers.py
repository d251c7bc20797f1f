"""Comparing one answer of the service with what the document says of its operation."""

import json
from collections.abc import Iterator
from typing import Any

from tests.api.document.conformity import faults_of, unnamed_fields

Schema = dict[str, Any]
COUNTED = {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"}
LINES = "application/x-ndjson"
OBJECTS = ("application/json", "application/problem+json")


def differences(answer: Any, operation: Schema, document: Schema) -> Iterator[str]:
    """What of an answer is not as the document says."""
    status = answer.status_code
    said = operation["responses"].get(str(status))
    if said is None and status >= 400:
        said = operation["responses"]["default"]
    if said is None:
        yield f"{status} is not declared"
        return
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    for fault in (
        *_of_headers(answer, content, said, document),
        *_of_body(answer, content, said, document),
    ):
        yield f"{status}: {fault}"


def _of_headers(answer: Any, content: bytes, said: Schema, document: Schema) -> Iterator[str]:
    declared = set(said.get("headers", {}))
    sent = {name for name in document["components"]["headers"] if name in answer}
    for name in sorted(sent - declared):
        yield f"sends {name}, which is not declared"
    # Some are sent in some answers only: of counted requests, repeated ones, pages, outages.
    needed = declared & {"ETag", "Location"}
    if answer.streaming:  # a file of all rows is compared by nobody
        needed -= {"ETag"}
    if sent & COUNTED or answer.status_code == 429:
        needed |= declared & COUNTED
    if answer.status_code == 429 or _code_of(answer, content) == "unavailable":
        needed |= {"Retry-After"}
    if _is_page(answer, content):
        needed |= {"Link"}
    for name in sorted(needed - sent):
        yield f"lacks {name}"


def _of_body(answer: Any, content: bytes, said: Schema, document: Schema) -> Iterator[str]:
    declared = said.get("content", {})
    kind = answer.get("Content-Type", "").partition(";")[0]
    if not content and (not declared or LINES in declared):  # no lines have no type
        return
    if kind not in declared:
        yield f"is {kind or 'nothing'}, not {', '.join(declared) or 'empty'}"
    elif kind in OBJECTS:
        value, schema = json.loads(content), declared[kind]["schema"]
        yield from faults_of(value, schema, document)[:3]
        for name in unnamed_fields(value, schema, document)[:3]:
            yield f"{name} is not declared"


def _read(answer: Any, content: bytes) -> Schema:
    kind = answer.get("Content-Type", "").partition(";")[0]
    found = json.loads(content) if kind in OBJECTS and content else {}
    return found if isinstance(found, dict) else {}


def _code_of(answer: Any, content: bytes) -> Any:
    return _read(answer, content).get("code") if answer.status_code >= 400 else None


def _is_page(answer: Any, content: bytes) -> bool:
    """Whether the answer is a page of a list that has others."""
    found = _read(answer, content)
    return "results" in found and bool(found.get("next") or found.get("previous"))
