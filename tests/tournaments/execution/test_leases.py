"""One at a time does some work; what its process leaves behind holds nobody up."""

import time
from threading import Thread

import pytest
from django.core.cache import cache

from tournaments.execution import heartbeat, leases
from tournaments.execution.leases import end_lease, lease


@pytest.fixture(autouse=True)
def short_times(settings):
    """Redis counts in whole seconds."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}


def test_one_at_a_time_holds_a_lease():
    with lease("a") as mine, lease("a") as again, lease("b") as other:
        assert (mine, again, other) == (True, False, True)
    with lease("a") as free:
        assert free


def test_who_waits_gets_it_when_it_is_free(monkeypatch):
    monkeypatch.setattr(leases, "POLL_SECONDS", 0.01)
    got = []

    def wait():
        with lease("a", wait=True) as mine:
            got.append(mine)

    with lease("a"):
        other = Thread(target=wait)
        other.start()
        other.join(0.1)
        assert got == []
    other.join(10)
    assert got == [True]


def test_a_lease_lives_by_its_heartbeat(monkeypatch):
    """One that is not renewed ends; the time of the cache is short here."""
    monkeypatch.setattr(leases, "LOST_SECONDS", 0.2)
    with lease("a"), lease("a") as taken:
        assert not taken
    cache.set("lease-a", "a process that was killed", 0.05)
    with lease("a", wait=True) as mine:
        assert mine
    monkeypatch.setattr(heartbeat, "EVERY_SECONDS", 0.02)
    with lease("a"):
        time.sleep(0.4)
        with lease("a") as taken:
            assert not taken


def test_who_lost_the_lease_does_not_end_that_of_another():
    with lease("a"):
        cache.set("lease-a", "another", 10)
    with lease("a") as mine:
        assert not mine
    end_lease("a")
    with lease("a") as mine:
        assert mine
