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
Parameters = tuple[Any, ...]

MOST = 2**63 - 1  # no column has room for a greater number


class CompiledQuery(Generic[Row_co]):
    """A query with gaps. Its rows are what a QuerySet gives: models, tuples or single values.

    `build` makes the QuerySet from one stand-in for each gap: values of the type that is asked for
    later, which occur nowhere else in it. A gap takes no None and no list, for which the SQL would
    be another.
    """

    def __init__(
        self, build: "Callable[..., QuerySet[Any, Row_co]]", **stand_ins: str | int
    ) -> None:
        self._build, self._stand_ins = build, stand_ins
        self._of_thread = local()  # as connections are

    def rows(self, **values: str | int) -> tuple[Row_co, ...]:
        """One query; none if a number is too great for the database. values: one for each gap."""
        if any(isinstance(value, int) and abs(value) > MOST for value in values.values()):
            return ()
        return self._written().rows({self._stand_ins[name]: values[name] for name in values})

    def first(self, **values: str | int) -> "Row_co | None":
        """The first row; None if there is none."""
        return next(iter(self.rows(**values)), None)

    def _written(self) -> "_Written[Row_co]":
        """By the first call in a thread."""
        written: _Written[Row_co] | None = getattr(self._of_thread, "written", None)
        if written is None:
            written = self._of_thread.written = _Written(self._build(**self._stand_ins))
        return written


class _Written(Generic[Row_co]):
    """A QuerySet that runs the same SQL with other parameters each time."""

    def __init__(self, rows: "QuerySet[Any, Row_co]") -> None:
        self._queryset = rows
        query: Any = rows.query
        compiler: Any = query.get_compiler(DEFAULT_DB_ALIAS)
        self._sql, self._stand_ins = compiler.as_sql()
        self._parameters: Parameters = ()
        converters = compiler.get_converters([each[0] for each in compiler.select])
        # What Django would do again for each execution.
        compiler.as_sql = lambda *_args, **_named: (self._sql, self._parameters)
        compiler.get_converters = lambda _columns: converters
        query.get_compiler = lambda *_args, **_named: compiler

    def rows(self, given: Mapping[Any, str | int]) -> tuple[Row_co, ...]:
        """given: a value for each stand-in.

        :raises TransactionManagementError: rows are to be locked outside a transaction; else Django
            says so while it writes the query.
        """
        queryset: Any = self._queryset
        if queryset.query.select_for_update and connection.get_autocommit():
            raise TransactionManagementError("select_for_update outside of a transaction")
        self._parameters = tuple(given.get(each, each) for each in self._stand_ins)
        return tuple(queryset._iterable_class(queryset))
