"""When a connection to PostgreSQL is asked whether it lives. Sockets stand in for the server."""

import socket
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.db.backends.postgresql import base as django_postgresql

from config.postgresql import base


@pytest.fixture
def asked(monkeypatch):
    """How often the server was asked."""
    questions = []

    def ask(wrapper):
        questions.append(wrapper)
        return wrapper.connection is not None and not wrapper.connection.closed

    monkeypatch.setattr(django_postgresql.DatabaseWrapper, "is_usable", ask)
    return questions


@pytest.fixture
def link(monkeypatch):
    """A connection that has just answered, the socket of its server, and the clock."""
    clock = SimpleNamespace(now=1_000.0)
    monkeypatch.setattr("config.postgresql.base.time.monotonic", lambda: clock.now)
    ours, theirs = socket.socketpair()
    wrapper = base.DatabaseWrapper({})
    wrapper.connection = SimpleNamespace(fileno=ours.fileno, closed=False)
    wrapper._asked_at = clock.now
    yield wrapper, theirs, clock
    ours.close()
    theirs.close()


def test_a_silent_connection_is_not_asked(link, asked):
    wrapper, _theirs, clock = link
    clock.now += base.ASK_SECONDS - 1
    assert wrapper.is_usable()
    assert not asked


def test_one_that_was_long_silent_is_asked_once(link, asked):
    wrapper, _theirs, clock = link
    clock.now += base.ASK_SECONDS
    assert wrapper.is_usable()
    assert wrapper.is_usable()
    assert len(asked) == 1


@pytest.mark.parametrize("end", [lambda theirs: theirs.send(b"E"), lambda theirs: theirs.close()])
def test_one_whose_server_has_ended_it_is_asked(link, asked, end):
    wrapper, theirs, _clock = link
    end(theirs)
    assert wrapper.is_usable()
    assert len(asked) == 1


def test_one_is_asked_after_an_error_or_once_closed(link, asked):
    wrapper, _theirs, _clock = link
    wrapper.errors_occurred = True
    assert wrapper.is_usable()
    wrapper.errors_occurred, wrapper.connection.closed = False, True
    assert not wrapper.is_usable()
    assert len(asked) == 2


@pytest.mark.skipif(connection.vendor != "postgresql", reason="the server is PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_a_request_after_the_server_ended_the_connection_gets_a_new_one():
    connection.ensure_connection()
    process = connection.connection.info.backend_pid
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 1000)", [process])
    other.close()
    own: Any = connection
    own.health_check_enabled, own.health_check_done = True, False
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert connection.connection.info.backend_pid != process
