"""What an answer is made of: the queries of a request and their rows.

A request that only reads is answered as before while each of its queries has the rows that it had:
then the first has, so the second is the same query, and so on. Asking the database alone costs a
twentieth of asking the service. The cache is not compared: clear it, or put back what was in it.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

WORD = re.compile(r"\w+")
READS = re.compile(r"\s*SELECT\b", re.IGNORECASE)
OF_TRANSACTIONS = re.compile(r"\s*(?:SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO)\b", re.IGNORECASE)


class Queries:
    """Of one request, each once. has_written: whether any statement may have changed rows, or
    was refused. written: the words of those that may have changed rows, names of tables among them.
    """

    def __init__(self) -> None:
        self.asked: dict[str, tuple[str, Any]] = {}
        self.has_written = False
        self.written: set[str] = set()

    def add(self, sql: str, params: Any) -> None:
        if READS.match(sql):
            self.asked[f"{sql} {params!r}"] = sql, params
        elif not OF_TRANSACTIONS.match(sql):
            self.has_written = True
            self.written.update(WORD.findall(sql))


@contextmanager
def noted_queries() -> Iterator[Queries]:
    """The queries of what is done inside."""
    found = Queries()

    def note(execute: Any, sql: str, params: Any, many: Any, context: Any) -> Any:
        try:
            answer = execute(sql, params, many, context)
        except Exception:
            found.has_written = True
            raise
        found.add(sql, params)
        return answer

    with connection.execute_wrapper(note):
        yield found


class Changes:
    """The queries that have other rows once `find` is called than when this was made."""

    def __init__(self, requests: Iterable[Queries]) -> None:
        self._asked = {key: query for each in requests for key, query in each.asked.items()}
        self._before = _rows(self._asked)
        tables = set(connection.introspection.django_table_names())
        self._tables = {
            key: tables.intersection(WORD.findall(sql))
            for key, (sql, _params) in self._asked.items()
        }
        self._changed: set[str] = set()

    def find(self, by: Queries | None = None) -> None:
        """by: all that was written since; without it any table may have changed."""
        asked = {
            key: query
            for key, query in self._asked.items()
            if by is None or not by.written.isdisjoint(self._tables[key])
        }
        now = _rows(asked)
        self._changed = {key for key, rows in now.items() if rows != self._before[key]}

    def may_change(self, request: Queries) -> bool:
        """Whether the answer to a request may be another one since then."""
        return request.has_written or not self._changed.isdisjoint(request.asked)


def _rows(asked: dict[str, tuple[str, Any]]) -> dict[str, list[Any]]:
    found = {}
    with connection.cursor() as cursor:
        for key, (sql, params) in asked.items():
            cursor.execute(sql, params)
            found[key] = list(cursor.fetchall())
    return found
