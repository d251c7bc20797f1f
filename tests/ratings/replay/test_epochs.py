"""Other rules for a list: it is built beside the one that people read, and swapped at once."""

from typing import Any

import pytest
from django.db import connection

from ratings import check, recompute, selectors, services, tasks
from ratings.models import Checkpoint, PlayerRating, Pool, RatingChange
from ratings.services import ChangeNeedsReason
from ratings.systems import SYSTEMS
from tests.ratings.builders import corrected, make_players, play
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.models import JournalLine, Player
from tournaments.services.people import merging

pytestmark = pytest.mark.django_db
RULES = {"system": "elo", "reason": "as the club voted"}


@pytest.fixture
def games():
    """Thirteen games of four players, rated."""
    ann, bob, cid, dan = make_players("Ann", "Bob", "Cid", "Dan")
    pairs = [(ann, bob), (cid, dan), (bob, cid), (dan, ann)]
    found = [
        play(f"g{day:02d}", pairs[day % 4], [1, 0, 0.5][day % 3], day=day) for day in range(1, 14)
    ]
    recompute.replay_stale_pools()
    return found


def change(**rules):
    return services.change_pool(actor=SYSTEM, slug="tak", **rules)


def listed(pool=None):
    pool = pool or Pool.objects.get(slug="tak")
    return {row.name: row.rating for row in selectors.leaderboard(pool)}


def taken_on(pool):
    """What a worker finds to write when it begins with the list under construction."""
    target = recompute.building_target(recompute._claim_dirty(pool.pk))
    assert target is not None
    return recompute.find_differences(target)


def beside(slug="tak"):
    """The list that was made from the start by the rules which `slug` has now."""
    pool = Pool.objects.get(slug=slug)
    other = services.create_pool(
        actor=SYSTEM,
        slug=f"{slug}-again",
        counts=pool.counts,
        system=pool.system,
        parameters=pool.parameters,
    )
    recompute.replay_stale_pools()
    return listed(other)


def test_readers_see_the_old_list_until_the_new_one_is_complete(games):
    before = listed()
    pool = change(**RULES)
    assert (pool.system, pool.is_building, pool.ratings_version) == ("glicko", True, 14)
    assert listed() == before
    assert recompute.replay_pool(pool.pk)
    pool.refresh_from_db()
    assert (pool.system, pool.is_building, pool.epoch) == ("elo", False, 2)
    assert pool.ratings_version == pool.ledger_version
    assert listed() != before
    assert listed() == beside()
    assert check.check_pools() == []


def test_a_game_posted_while_it_is_built_is_in_the_list_at_the_swap(games):
    pool = change(**RULES)
    for difference in taken_on(pool):
        difference.write()  # a worker has come so far, and is killed
    services.post_result("game:g03", corrected(games[2], 1))
    late = make_players("Eve", "Fay")
    play("late", late, 1, day=2)
    assert recompute.replay_pool(pool.pk)
    assert {"Eve", "Fay"} <= set(listed())
    assert listed() == beside()
    assert check.check_pools() == []


@pytest.mark.parametrize("what", ["taken back", "merged", "parted"])
def test_what_changes_in_the_ledger_while_it_is_built_is_in_the_list_at_the_swap(games, what):
    cid, eve = Player.objects.get(name="Cid"), Player.objects.create(name="Eve")

    def merge():
        merging.merge(actor=SYSTEM, player=cid.public_id, into=eve.public_id)
        services.rerate_players([cid.pk])

    if what == "parted":
        merge()
        recompute.replay_stale_pools()
    pool = change(**RULES)
    for difference in taken_on(pool):
        difference.write()  # a worker has come so far, and is killed
    if what == "taken back":
        assert services.void_posting("game:g03")
    elif what == "merged":
        merge()
    else:
        merging.unmerge(actor=SYSTEM, player=cid.public_id)
        services.rerate_players([cid.pk])
    assert recompute.replay_pool(pool.pk)
    assert ("Eve" in listed()) is (what == "merged")
    assert listed() == beside()
    assert check.check_pools() == []


def test_a_game_posted_after_the_ledger_was_read_waits_for_no_second_swap(games):
    pool = change(**RULES)
    posted: list[Any] = []

    def meanwhile(execute, sql, params, many, context):
        if not posted and sql.startswith('INSERT INTO "ratings_playerrating"'):
            posted.append(play("late", make_players("Eve", "Fay"), 1, day=2))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(meanwhile):
        recompute.replay_pool(pool.pk)
    assert posted
    pool.refresh_from_db()
    assert (pool.epoch, pool.ratings_version) == (2, pool.ledger_version)
    assert listed() == beside()
    assert check.check_pools() == []


def test_a_worker_that_is_killed_at_any_step_leaves_what_the_next_one_ends(games):
    pool = change(**RULES)
    for steps in range(4):
        for difference in taken_on(pool)[:steps]:
            difference.write()
    assert recompute.stale_pools() == [pool.pk]
    assert recompute.replay_pool(pool.pk)
    assert listed() == beside()
    assert check.check_pools() == []


def test_the_rows_of_the_old_list_are_deleted(games):
    pool = change(**RULES)
    recompute.replay_pool(pool.pk)
    for model in (RatingChange, PlayerRating, Checkpoint):
        assert not model.objects.filter(pool=pool).exclude(epoch=2).exists()
    PlayerRating.objects.filter(pool=pool)[:1].get()
    RatingChange.objects.filter(pool=pool).update(epoch=1)  # as if the task had been lost
    assert tasks.forget_old_epochs() == 26
    assert tasks.forget_old_epochs() == 0


def test_asking_again_changes_nothing(games):
    first = change(**RULES)
    again = change(**RULES)
    assert (again.ledger_version, again.building) == (first.ledger_version, first.building)
    recompute.replay_pool(first.pk)
    assert change(**RULES).is_building is False
    assert JournalLine.objects.filter(scope="pool:tak", action="pool.changed").count() == 1


def test_the_rules_asked_for_last_count(games):
    change(**RULES)
    pool = change(system="playtak", reason="voted again")
    recompute.replay_pool(pool.pk)
    pool.refresh_from_db()
    assert (pool.system, pool.epoch) == ("playtak", 3)
    assert listed() == beside()


def test_taking_a_change_back_keeps_the_list(games):
    before = listed()
    change(**RULES)
    pool = change(system="glicko", reason="a mistake")
    assert pool.is_building is False
    recompute.replay_pool(pool.pk)
    assert listed() == before
    assert check.check_pools() == []


def test_other_games_can_be_counted(games):
    ann, bob = make_players("Gus", "Hal")
    play("small", (ann, bob), 1, day=20, size=4)
    recompute.replay_stale_pools()
    pool = change(counts={"game": "tak", "size": 4}, reason="small boards only")
    play("smaller", (bob, ann), 1, day=21, size=4)  # counted by both
    play("large", (bob, ann), 1, day=22, size=6)  # by the old rules only
    recompute.replay_pool(pool.pk)
    assert set(listed()) == {"Gus", "Hal"}
    assert listed() == beside()
    assert check.check_pools() == []


def test_parameters_alone_are_rules_too(games):
    pool = change(parameters={"first_move": 0}, reason="no first move")
    recompute.replay_pool(pool.pk)
    pool.refresh_from_db()
    assert recompute.system_of(pool) == SYSTEMS["glicko"](first_move=0, first_move_deviation=0)
    assert listed() == beside()


def test_a_name_is_changed_at_once(games):
    pool = change(name="The ladder")
    assert (pool.name, pool.is_building) == ("The ladder", False)
    line = JournalLine.objects.get(action="pool.named")
    assert (line.text, line.after) == ("The ladder", None)


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ({"system": "elo"}, ChangeNeedsReason),
        ({"system": "dice", "reason": "x"}, InvalidInput),
        ({"parameters": {"luck": 1}, "reason": "x"}, InvalidInput),
        ({"parameters": {"floor": True}, "reason": "x"}, InvalidInput),
        ({"counts": {"size": "large"}, "reason": "x"}, InvalidInput),
        ({"counts": {"events": ["nowhere"]}, "reason": "x"}, InvalidInput),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(games, rules, error):
    with pytest.raises(error):
        change(**rules)
    assert recompute.stale_pools() == []


def test_only_site_staff_change_lists(games):
    with pytest.raises(NotAllowed):
        services.change_pool(actor=Actor("anonymous"), slug="tak", name="Mine")
