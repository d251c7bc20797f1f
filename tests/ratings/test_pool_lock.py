"""One pool is rated by one worker at a time; a worker that is gone holds nobody up."""

from threading import Event, Thread

import pytest
from django.db import connection

from ratings.pool_lock import pool_lock


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has locks of its own")
def test_pool_lock_of_a_database_in_a_file(monkeypatch, tmp_path):
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "db.sqlite3"))
    with (
        pool_lock(1, wait=False) as mine,
        pool_lock(1, wait=False) as again,
        pool_lock(2, wait=False) as other,
    ):
        assert (mine, again, other) == (True, False, True)
    with pool_lock(1, wait=True) as free:
        assert free


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="needs two connections")
def test_pool_lock_in_postgresql():
    holding, done = Event(), Event()

    def hold() -> None:
        try:
            with pool_lock(1, wait=False):
                holding.set()
                done.wait(20)
        finally:
            connection.close()

    other = Thread(target=hold)
    other.start()
    assert holding.wait(20)
    with pool_lock(1, wait=False) as mine, pool_lock(2, wait=False) as free:
        assert (mine, free) == (False, True)
    done.set()
    with pool_lock(1, wait=True) as mine:
        assert mine
    other.join()
