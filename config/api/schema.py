"""How the OpenAPI document is made from the views, by drf-spectacular."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

from tournaments.serializers.problem import MEDIA_TYPE


class Operation(AutoSchema):
    """An operation of an `ApiView`."""

    def get_override_parameters(self) -> list[Any]:
        view: Any = self.view
        question = view.asks_on_post if self.method == "POST" else view.asks
        return [question] if question().fields else []


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
