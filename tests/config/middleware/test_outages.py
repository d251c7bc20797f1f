"""503 with a sentence while the database is away or busy; 500 for bugs."""

import sqlite3

import pytest
from django.db import DataError, InterfaceError, OperationalError, connection
from django.db.utils import ConnectionHandler
from django.http import HttpResponse

from config.middleware.server_errors import Outages, server_error
from tests.clients import text_of
from tournaments.execution.database_errors import is_conflict, is_outage

API, PAGE = "/api/v1/events/", "/events/"


class StateError(Exception):
    """As psycopg tells an error of the server."""

    def __init__(self, sqlstate):
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def caused(kind, cause):
    error = kind(str(cause))
    error.__cause__ = cause
    return error


@pytest.fixture
def locked(db, tmp_path):
    """The error of a write to a database that another writer holds."""
    path = str(tmp_path / "db.sqlite3")
    handler = ConnectionHandler(
        {"default": {"ENGINE": "config.sqlite", "NAME": path, "OPTIONS": {"timeout": 0}}}
    )
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("CREATE TABLE a (b)")
    other.execute("BEGIN IMMEDIATE")
    database = handler["default"]
    try:
        with (
            pytest.raises(OperationalError, match="database is locked") as raised,
            database.cursor() as cursor,
        ):
            cursor.execute("INSERT INTO a VALUES (1)")
        yield raised.value
    finally:
        other.close()
        database.close()


@pytest.mark.parametrize(
    "state",
    ["08006", "53100", "53300", "55P03", "57014", "57P01", "25006", "25P03", "40001", "40P01"],
)
def test_states_of_postgresql_that_pass(state):
    assert is_outage(caused(OperationalError, StateError(state)))


def test_a_bug_is_no_outage():
    assert not is_outage(caused(DataError, StateError("22003")))
    assert not is_outage(caused(OperationalError, StateError("42703")))
    assert not is_outage(caused(OperationalError, sqlite3.OperationalError("no such table: a")))
    assert not is_outage(ValueError("a"))


def test_a_lost_connection_is_an_outage():
    assert is_outage(caused(OperationalError, Exception("connection refused")))
    assert is_outage(caused(InterfaceError, Exception("the connection is closed")))


def test_only_conflicts_may_be_run_again():
    assert is_conflict(caused(OperationalError, StateError("40P01")))
    assert not is_conflict(caused(OperationalError, StateError("55P03")))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Try again in a moment."), ("he", "בעוד רגע"), ("ja", "しばらくして")],
)
def test_the_answer_is_a_sentence_in_the_language_of_the_reader(rf, locked, language, sentence):
    outages = Outages(lambda _request: HttpResponse())
    asked = {"headers": {"Accept-Language": language}}
    answer = outages.process_exception(rf.get(API, **asked), locked)
    assert answer
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer["Content-Type"] == "application/problem+json"
    page = outages.process_exception(rf.get(PAGE, **asked), locked)
    assert page
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert sentence in text_of(page, 503)
    assert outages.process_exception(rf.get(PAGE), ValueError()) is None


def test_an_outage_outside_of_views_is_answered_too(rf, locked):
    """As django does it: while the error is handled."""
    for path in (API, PAGE):
        try:
            raise locked
        except OperationalError:
            assert server_error(rf.get(path)).status_code == 503
        try:
            raise ValueError
        except ValueError:
            assert server_error(rf.get(path)).status_code == 500


needs_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="the limits are those of PostgreSQL"
)


@needs_postgresql
@pytest.mark.django_db(transaction=True)
def test_new_connections_have_the_limits_of_the_role():
    connection.close()
    with connection.cursor() as cursor:
        found = {}
        for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SHOW {name}")
            found[name] = cursor.fetchone()[0]
    assert list(found.values()) == ["5s", "30s", "1min"]
