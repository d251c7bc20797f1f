"""Codes in words: states, kinds, roles, games.

Lists, filters, pages and inlines show a column with labels in these words. The project gives them,
because the names of games and systems belong to pages.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise

Labels = Mapping[str, str | Promise]
LABELS: dict[tuple[type[Model], str], Labels] = {}


def has_labels(model: type[Model], name: object) -> bool:
    return isinstance(name, str) and (model, name) in LABELS


def in_words(model: type[Model], names: Iterable[Any]) -> list[Any]:
    """These columns; in place of those with labels a callable that reads a row in words."""
    return [code_column(model, name) if has_labels(model, name) else name for name in names]


def choices_of(
    model: type[Model], name: str, codes: Iterable[str]
) -> Callable[[], list[tuple[str, str | Promise]]]:
    """The choices of a form field for these codes of a column."""

    def choices() -> list[tuple[str, str | Promise]]:
        labels = LABELS.get((model, name), {})
        return [(code, labels.get(code, code)) for code in codes]

    return choices


def filters_in_words(model: type[Model], filters: Iterable[Any]) -> list[Any]:
    """These filters; in place of columns with labels filters by their words."""
    return [code_filter(model, each) if has_labels(model, each) else each for each in filters]


@cache
def code_column(model: type[Model], name: str) -> Callable[[Any], object]:
    labels, column = LABELS[model, name], model._meta.get_field(name)

    def show(row: Any) -> object:
        code = getattr(row, name)
        return labels.get(code, code)

    described: Any = show
    described.__name__ = name  # the class of its cells
    described.short_description = getattr(column, "verbose_name", name)
    described.admin_order_field = name
    return show


@cache
def code_filter(model: type[Model], name: str) -> type[admin.SimpleListFilter]:
    labels, column = LABELS[model, name], model._meta.get_field(name)

    def lookups(self: Any, request: HttpRequest, page: Any) -> list[tuple[str, Any]]:
        return list(labels.items())

    def queryset(self: Any, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(**{name: self.value()}) if self.value() else rows

    body = {
        "title": getattr(column, "verbose_name", name),
        "parameter_name": name,
        "lookups": lookups,
        "queryset": queryset,
    }
    return type("CodeFilter", (admin.SimpleListFilter,), body)
