"""Queries of nearly every request, whose SQL is written once.

Django takes longer to write such a query than the database to answer it.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet


class CompiledQuery:
    """A query for rows of plain values, with gaps.

    `build` makes it from one stand-in for each gap: values of the type that is asked for later,
    which occur nowhere else in the query. The rows are as the driver gives them, so on SQLite a
    time is text: they are for comparing.
    """

    def __init__(self, build: Callable[..., "QuerySet[Any, Any]"], **stand_ins: str | int) -> None:
        self._build, self._stand_ins = build, stand_ins

    def rows(self, **values: str | int) -> tuple[tuple[Any, ...], ...]:
        """values: one for each stand-in."""
        sql, parameters = self._written
        given = {self._stand_ins[name]: value for name, value in values.items()}
        with connection.cursor() as cursor:
            cursor.execute(sql, [given.get(each, each) for each in parameters])
            return tuple(cursor.fetchall())

    @cached_property
    def _written(self) -> tuple[str, tuple[Any, ...]]:
        query = self._build(**self._stand_ins).query
        sql, parameters = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
        return sql, tuple(parameters)
