"""How an operation is read from its view, by drf-spectacular."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_lib_doc_excludes
from drf_spectacular.utils import OpenApiParameter

from config.api.document.addresses import address_at
from config.api.document.words import OperationWords, operations
from tournaments.serializers.base import Strict


def classes_without_words() -> list[type]:
    """Base classes whose docstrings are not for readers of the document."""
    known: list[type] = get_lib_doc_excludes()  # type: ignore[no-untyped-call]
    return [*known, Strict]


FIELDS = OpenApiParameter(
    "fields",
    {"type": "string"},
    description="Only these fields, by their names with commas, such as `id,seats.name`. Of a list "
    "they are those of its rows.",
)


class Operation(AutoSchema):
    """An operation of an `ApiView`."""

    @property
    def words(self) -> OperationWords:
        """Of an operation that `operations/` lacks, which a test refuses, no words."""
        asked = str(address_at(self.path).name), self.method.lower()
        unnamed = OperationWords(super().get_operation_id(), "", "", "")
        return operations().get(asked, unnamed)

    def get_operation_id(self) -> str:
        return self.words.operation_id

    def get_summary(self) -> str:
        return self.words.summary

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        return self.words.description

    def get_tags(self) -> list[str]:
        return [self.words.tag]

    def is_deprecated(self) -> bool:
        view: Any = self.view
        found = view.deprecations.get(self.method)
        return found is not None and not found.fields

    def get_override_parameters(self) -> list[Any]:
        view: Any = self.view
        question = view.asks_on_post if self.method == "POST" else view.asks
        asked: list[Any] = [question] if question().fields else []
        return [*asked, FIELDS] if self.method == "GET" and view.has_fields else asked
