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
from tests.ratings.builders import corrected, make_players, play, rated
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


@pytest.mark.parametrize("what", ["posted", "corrected", "taken out"])
def test_a_game_that_is_held_leaves_every_pool_as_it_is(pools, what):
    of_event = replace(rated("g1", make_players("Ann", "Bob"), 1), event_id=make_event().pk)
    if what != "posted":
        services.post_result("game:g1", of_event, approved=False)
    before = list(pools.order_by("pk").values_list("slug", "ledger_version", "dirty_from"))
    if what == "taken out":
        assert services.void_posting("game:g1")
    else:
        changed = corrected(of_event, 0) if what == "corrected" else of_event
        assert services.post_result("game:g1", changed, approved=False)
    assert list(pools.order_by("pk").values_list("slug", "ledger_version", "dirty_from")) == before


def test_a_list_that_is_built_is_stale_from_the_earliest_game_that_it_counts():
    pair = make_players("Ann", "Bob")
    five, six = play("g1", pair, 1, day=1), play("g2", pair, 1, day=2, size=6)
    services.change_pool(actor=SYSTEM, slug="tak-5", counts={"size": 6}, reason="voted")
    pool: Any = Pool.objects.get(slug="tak-5")
    pool.dirty_from, pool.building["dirty_from"] = None, None  # as after a replay
    pool.save()
    last = play("g3", pair, 0, day=3, size=6)
    pool.refresh_from_db()
    assert (pool.dirty_from, pool.building["dirty_from"]) == (None, last.order_key)
    for source, game in (("g2", six), ("g3", last), ("g1", five)):
        services.post_result(f"game:{source}", corrected(game, 0.5))
    pool.refresh_from_db()
    assert (pool.dirty_from, pool.building["dirty_from"]) == (five.order_key, six.order_key)


def test_a_game_is_rated_though_a_list_of_another_game_has_the_name_of_its_own():
    services.create_pool(actor=SYSTEM, slug="tak", counts={"game": "taki"})
    play("g1", make_players("Ann", "Bob"), 1)
    assert services.in_ledger(["game:g1"]) == {"game:g1"}
    assert Pool.objects.get(slug="tak-5").dirty_from == ""
    assert Pool.objects.get(slug="tak").ledger_version == 1


def test_the_pools_of_a_game_are_read_once():
    ensure_default_pools([("tak", 5)])
    players = make_players("Ann", "Bob")
    with CaptureQueriesContext(connection) as made:
        play("g1", players, 1)
    assert sum('FROM "ratings_pool"' in query["sql"] for query in made) == 1
