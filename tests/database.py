"""Changes that a test takes back, and threads that change rows at the same time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.db import close_old_connections, connection, connections, transaction

THREADS = 6
needs_server = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="threads need a database server"
)
in_threads = [pytest.mark.django_db(transaction=True), needs_server]


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll back what is done inside, so that the next request finds the same rows."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def at_once(do, times=THREADS, threads=THREADS):
    """What `do(0)`, `do(1)`, ... return, done by six threads or more."""

    def one(number):
        close_old_connections()
        try:
            return do(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, range(times)))


@contextmanager
def just_before_lock(do, query='FROM "tournaments_event"') -> Iterator[None]:
    """Do something when the first query inside that asks for an event begins: as another request
    that had the lock until then. query: part of the SQL of another first query.
    """
    left = [do]

    def meanwhile(execute, sql, params, many, context):
        if left and query in sql:
            left.pop()()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(meanwhile):
        yield
    assert not left, "that query was not made"
