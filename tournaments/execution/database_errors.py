"""What an error of the database means: a conflict to try again, an outage, or a bug."""

import sqlite3

from django.db import Error, InterfaceError, OperationalError

# SQLSTATE: serialization failure, deadlock.
CONFLICTS = frozenset({"40001", "40P01"})
# Connection errors, resources, operator's intervention (a statement out of time too), system.
OUTAGE_CLASSES = ("08", "53", "57", "58")
# No lock in time, a read-only server, a transaction that was idle for too long.
OUTAGES = frozenset({"55P03", "25006", "25P03"})
SQLITE_OUTAGES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)
PRIMARY_CODE = 0xFF  # of an extended code of SQLite


def is_conflict(error: BaseException) -> bool:
    """Whether the transaction was refused because of a parallel one: it may be run again."""
    return isinstance(error, Error) and _sqlstate(error) in CONFLICTS


def is_outage(error: BaseException) -> bool:
    """Whether the database is away, read-only, full or too busy; not for bugs in a statement."""
    if not isinstance(error, Error):
        return False
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    if isinstance(code, int):
        return code & PRIMARY_CODE in SQLITE_OUTAGES
    state = _sqlstate(error)
    if not state:  # no connection, or it broke
        no_answer = isinstance(error, OperationalError | InterfaceError)
        return no_answer and not isinstance(cause, sqlite3.Error)
    return state in CONFLICTS or state in OUTAGES or state.startswith(OUTAGE_CLASSES)


def _sqlstate(error: BaseException) -> str:
    return str(getattr(error.__cause__, "sqlstate", None) or "")
