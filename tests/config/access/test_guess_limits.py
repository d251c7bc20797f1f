"""Backoff and limits, also under parallel requests."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection

from config.access.guess_limits import CODES, LOGINS, Backoff, Limit
from config.cache import FailSoftDatabaseCache
from tests.database import needs_server

AT_ONCE = 24
NOW = datetime(2026, 5, 1, 19, 0, tzinfo=UTC)


def all_at_once(act):
    """What `act` returns in each of many threads that start at the same moment."""
    barrier = Barrier(AT_ONCE)

    def run(number):
        barrier.wait()
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(run, range(AT_ONCE)))


def test_delays_grow_to_the_longest():
    backoff = Backoff("any", free=2, longest=10)
    assert [backoff.delay_of(guesses) for guesses in range(1, 9)] == [0, 0, 1, 2, 4, 8, 10, 10]
    assert backoff.delay_of(10**9) == 10
    assert backoff.delay_of(2, free=1) == 1


def test_parallel_guesses_count():
    backoff = Backoff("any", free=3)
    waits = all_at_once(lambda _number: backoff.try_guess("boss", "10.0.0.1"))
    assert waits.count(0) == backoff.free + 1  # the free ones, and one that starts a delay


def test_right_guesses_leave_the_free_ones():
    backoff = Backoff("any", free=1)
    for _ in range(5):
        assert backoff.try_guess("boss") == 0
        backoff.succeed("boss")
    assert backoff.try_guess("boss") == 0


def test_a_backoff_forgets(settings, time_machine):
    # Redis forgets by a clock of its own, which no test can move.
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    time_machine.move_to(NOW, tick=False)
    backoff = Backoff("any", free=1, seconds=100)
    assert [backoff.try_guess("boss") for _ in range(3)] == [0, 0, 1]
    time_machine.shift(101)
    assert [backoff.try_guess("boss") for _ in range(3)] == [0, 0, 1]


def test_a_limit_counts_all_that_come_at_once():
    limit = Limit("any", most=5, seconds=60)
    assert all_at_once(lambda _number: limit.take("10.0.0.1")).count(True) == limit.most
    assert limit.is_reached("10.0.0.1")
    limit.give_back("10.0.0.1")
    assert limit.take("10.0.0.1")
    assert not limit.take("10.0.0.1")
    assert limit.take("10.0.0.2")


def test_a_cache_in_the_database_counts():
    call_command("createcachetable", "counted_here", verbosity=0)
    counts = FailSoftDatabaseCache("counted_here", {})
    counts.set("key", 0)
    assert [counts.incr("key"), counts.incr("key", 3), counts.decr("key")] == [1, 4, 3]
    with pytest.raises(ValueError, match="not found"):
        counts.incr("nothing")


@needs_server
@pytest.mark.django_db(transaction=True)
def test_a_cache_in_the_database_counts_all_that_come_at_once():
    call_command("createcachetable", "counted_here", verbosity=0)
    counts = FailSoftDatabaseCache("counted_here", {})
    try:
        counts.set("key", 0)
        found = all_at_once(lambda _number: counts.incr("key"))
        assert sorted(found) == list(range(1, AT_ONCE + 1))
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE counted_here")


def test_a_cache_that_is_down_lets_guesses_through(settings):
    settings.CACHES = {
        "default": {"BACKEND": "config.cache.FailSoftRedisCache", "LOCATION": "redis://127.0.0.1:1"}
    }
    assert [CODES.try_guess("10.0.0.1") for _ in range(3)] == [0, 0, 0]
    LOGINS.succeed("boss")
    assert cache.get("anything") is None


def test_what_people_typed_is_no_key_of_the_cache():
    assert "boss" not in LOGINS._key(("boss", "10.0.0.1"))
    assert LOGINS.try_guess("\ud800 a name \n" * 1000) == 0
