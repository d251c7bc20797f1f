"""Hooks of drf-spectacular."""

from typing import Any

from tournaments.serializers.problem import MEDIA_TYPE


def add_problem_responses(result: dict[str, Any], **_made_by: object) -> dict[str, Any]:
    """Document problem documents (RFC 9457) as the default response."""
    problem = {
        "description": "A problem; `code` says which, `detail` what to do.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for methods in result["paths"].values():
        for operation in methods.values():
            operation["responses"].setdefault("default", problem)
    return result
