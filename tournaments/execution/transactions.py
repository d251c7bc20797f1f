"""Transactions that are run again, once, if the database refuses them for a parallel one."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

from tournaments.execution.database_errors import is_conflict

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)


def in_transaction(function: Callable[P, T]) -> Callable[P, T]:
    """Decorator: run in a transaction, and again after a deadlock or a serialization failure.

    Inside another transaction it is a savepoint: then the outermost is run again. Nothing is left
    of the first run, and what it would have sent after its commit is not sent.
    """
    run_atomic = transaction.atomic(function)

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        if connection.in_atomic_block:
            return run_atomic(*args, **kwargs)
        try:
            return run_atomic(*args, **kwargs)
        except OperationalError as error:
            if not is_conflict(error):
                raise
            log.warning("%s is run again: %s", function.__qualname__, error)
        return run_atomic(*args, **kwargs)

    return run
