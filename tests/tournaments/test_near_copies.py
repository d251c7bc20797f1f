"""Values kept in the process in front of the cache."""

import sys
import time

from tournaments.near_copies import NearCopies

ONE_NAME = 2  # references to an object that one name and the call have


def test_the_one_used_last_stays():
    copies = NearCopies(10)
    later = time.time() + 60
    for key in "abc":
        copies.set(key, key.upper(), size=4, expires_at=later)
    assert copies.get("a") is None
    assert copies.get("b") == ("B", later)
    copies.set("d", "D", size=4, expires_at=later)
    assert copies.get("c") is None
    assert copies.get("b") == ("B", later)


def test_what_is_larger_than_all_is_not_kept():
    copies = NearCopies(10)
    copies.set("a", "small", size=1, expires_at=time.time() + 60)
    copies.set("b", "large", size=11, expires_at=time.time() + 60)
    assert copies.get("b") is None
    assert copies.get("a")


def test_an_expired_one_is_gone_and_leaves_its_room():
    copies = NearCopies(10)
    copies.set("a", "old", size=10, expires_at=time.time() - 1)
    assert copies.get("a") is None
    copies.set("b", "new", size=10, expires_at=time.time() + 60)
    copies.set("b", "newer", size=10, expires_at=time.time() + 60)
    assert copies.get("b")
    copies.clear()
    assert copies.get("b") is None


def test_expired_ones_go_when_another_comes():
    """Else what nobody asks for again stays until there is no room."""
    copies, given = NearCopies(100), bytearray(b"x")
    soon, later = time.time() - 1, time.time() + 60
    for key, expires_at in (("a", soon), ("b", soon), ("c", later), ("d", soon)):
        copies.set(key, given, size=1, expires_at=expires_at)
    assert sys.getrefcount(given) == ONE_NAME + 2, "c, and d, which no later one has removed"
    assert copies.get("c")
