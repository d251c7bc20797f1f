"""A game marks each pool that may count it as stale, and locks no pool of other games."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ratings import services
from ratings.models import Pool
from ratings.services import ensure_default_pools
from ratings.services.pools import lock_pools
from tests.builders import make_event
from tests.ratings.builders import make_players, play, rated
from tournaments.actor import SYSTEM

pytestmark = pytest.mark.django_db

COUNTS: dict[str, dict[str, Any]] = {
    "all": {},
    "long-time": {"time_class": "long"},
    "one": {"game": "tak"},
    "several": {"game": ["gamnon", "tak"]},
    "five": {"game": "tak", "size": 5},
    "another": {"game": "taki"},
    "others": {"game": ["gamnon", "taki"]},
}


@pytest.fixture
def pools():
    for slug, counts in COUNTS.items():
        services.create_pool(actor=SYSTEM, slug=slug, counts=counts)
    return Pool.objects


def locked(*games):
    return {pool.slug for pool in lock_pools(games)} & COUNTS.keys()


def test_pools_that_may_count_a_game_are_locked(pools):
    may_count = {"all", "long-time", "one", "several", "five", "others"}
    assert locked("tak") == may_count  # a list of games is read once it is locked
    assert locked("taki") == may_count - {"one", "five"} | {"another"}
    pools.filter(slug="another").update(building={"counts": {"game": "tak"}})
    assert locked("tak") == may_count | {"another"}


def test_each_pool_that_counts_a_game_becomes_stale(pools):
    before = dict(pools.values_list("slug", "ledger_version"))
    play("g1", make_players("Ann", "Bob"), 1)
    now = dict(pools.values_list("slug", "ledger_version"))
    assert {slug for slug, version in before.items() if now[slug] != version} == {
        "all", "one", "several", "five",
    }  # fmt: skip


def test_a_game_that_is_held_again_leaves_the_pools_that_counted_it(pools):
    of_event = replace(rated("g1", make_players("Ann", "Bob"), 1), event_id=make_event().pk)
    services.post_result("game:g1", of_event, approved=True)
    before = pools.get(slug="one").ledger_version
    services.post_result("game:g1", of_event, approved=False)
    assert pools.get(slug="one").ledger_version == before + 1


def test_the_pools_of_a_game_are_read_once():
    ensure_default_pools([("tak", 5)])
    players = make_players("Ann", "Bob")
    with CaptureQueriesContext(connection) as made:
        play("g1", players, 1)
    assert sum('FROM "ratings_pool"' in query["sql"] for query in made) == 1
