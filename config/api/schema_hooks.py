"""What the OpenAPI document says of every address alike."""

from typing import Any

from tournaments.api.problem import MEDIA_TYPE


def add_problem_responses(result: dict[str, Any], **_made_by: Any) -> dict[str, Any]:
    """Whatever else is answered is a problem document (RFC 9457): a hook of drf-spectacular."""
    problem = {
        "description": "A problem; `code` says which, `detail` what to do.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for methods in result["paths"].values():
        for operation in methods.values():
            operation["responses"].setdefault("default", problem)
    return result
