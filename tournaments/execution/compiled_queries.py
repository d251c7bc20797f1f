"""Queries of nearly every request, whose SQL is written once.

Django takes longer to write such a query than the database to answer it.
"""

from collections.abc import Callable, Mapping
from threading import local
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError

Row_co = TypeVar("Row_co", covariant=True)

MOST = 2**63 - 1  # no column has room for a greater number


class CompiledQuery(Generic[Row_co]):
    """A query with gaps. Its rows are what a QuerySet gives: models, tuples or single values.

    `build` makes the QuerySet from a value for each gap, of the type that is given for it. A gap
    takes no None and no list, for which the SQL would be another.
    """

    def __init__(
        self, build: "Callable[..., QuerySet[Any, Row_co]]", **gaps: type[str] | type[int]
    ) -> None:
        self._build, self._gaps = build, gaps
        self._of_thread = local()  # as connections are

    def rows(self, **values: str | int) -> tuple[Row_co, ...]:
        """One query; none if a number is too great for the database. values: one for each gap."""
        if any(isinstance(value, int) and abs(value) > MOST for value in values.values()):
            return ()
        return self._written().rows(values)

    def first(self, **values: str | int) -> "Row_co | None":
        """The first row; None if there is none."""
        return next(iter(self.rows(**values)), None)

    def _written(self) -> "_Written[Row_co]":
        """By the first call in a thread."""
        written: _Written[Row_co] | None = getattr(self._of_thread, "written", None)
        if written is None:
            written = self._of_thread.written = _Written(self._build, self._gaps)
        return written


class _Written(Generic[Row_co]):
    """A QuerySet that runs the same SQL with other parameters each time.

    It is written twice with other values in its gaps: the parameters that differ are the gaps.
    """

    def __init__(
        self,
        build: "Callable[..., QuerySet[Any, Row_co]]",
        gaps: Mapping[str, type[str] | type[int]],
    ) -> None:
        one, other = _examples(gaps, 30_000), _examples(gaps, 31_000)
        self._queryset = build(**one)
        query: Any = self._queryset.query
        compiler: Any = query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, self._usual = compiler.as_sql()
        with_others = build(**other).query.get_compiler(DEFAULT_DB_ALIAS).as_sql()[1]
        names = {value: name for name, value in one.items()}
        self._gap_at = {
            place: names[value]
            for place, (value, differs) in enumerate(zip(self._usual, with_others, strict=True))
            if value != differs
        }
        self._parameters: list[Any] = []
        converters = compiler.get_converters([each[0] for each in compiler.select])
        # What Django would do again for each execution.
        compiler.as_sql = lambda *_args, **_named: (self._sql, self._parameters)
        compiler.get_converters = lambda _columns: converters
        query.get_compiler = lambda *_args, **_named: compiler

    def rows(self, values: Mapping[str, str | int]) -> tuple[Row_co, ...]:
        """values: one for each gap.

        :raises TransactionManagementError: rows are to be locked outside a transaction; else Django
            says so while it writes the query.
        """
        queryset: Any = self._queryset
        if queryset.query.select_for_update and connection.get_autocommit():
            raise TransactionManagementError("select_for_update outside of a transaction")
        self._parameters = list(self._usual)
        for place, name in self._gap_at.items():
            self._parameters[place] = values[name]
        return tuple(queryset._iterable_class(queryset))


def _examples(gaps: Mapping[str, type[str] | type[int]], start: int) -> dict[str, str | int]:
    """A value for each gap, which even a column of two bytes has room for."""
    return {name: kind(number) for number, (name, kind) in enumerate(gaps.items(), start)}
