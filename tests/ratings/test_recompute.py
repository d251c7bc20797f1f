"""Ratings follow the ledger: from any checkpoint the same floats, and only what differs written."""

from random import Random

import pytest

from config.celery import app
from ratings import check, recompute, selectors, services, tasks
from ratings.models import Checkpoint, PlayerRating, Pool, RatingChange
from ratings.systems import SYSTEMS
from tests.ratings.builders import corrected, make_players, play
from tournaments.actor import SYSTEM

pytestmark = pytest.mark.django_db


def replay_all() -> None:
    recompute.replay_stale_pools()
    for pool in Pool.objects.all():
        assert (pool.ratings_version, pool.dirty_from) == (pool.ledger_version, None)


def ratings(slug: str = "tak") -> dict[str, tuple[float, int]]:
    rows = PlayerRating.objects.filter(pool__slug=slug).select_related("player")
    return {row.player.name: (row.rating, row.games) for row in rows}


def season(players, *, games: int, seed: int = 7):
    """Games of a season in which two fixed places are never the same."""
    chance = Random(seed)
    return [
        play(f"g{number:04d}", chance.sample(players, 2), chance.choice([0, 0.5, 1]), day=number)
        for number in range(1, games + 1)
    ]


def test_the_stored_ratings_are_those_of_the_system():
    ann, bob = make_players("Ann", "Bob")
    play("g1", (ann, bob), 1)
    replay_all()
    # one game of two newcomers: computed by hand from Glickman's formulas, 1500/300, edge 43/30
    q, deviation, edge, unsure = 0.0057564627, 300.0, 43.0, 30.0
    g = (1 + 3 * q**2 * (deviation**2 + unsure**2) / 3.14159265**2) ** -0.5
    e = 1 / (1 + 10 ** (-g * edge / 400))
    step = q / (1 / deviation**2 + q**2 * g**2 * e * (1 - e)) * g * (1 - e)
    assert ratings()["Ann"][0] == pytest.approx(1500 + step, abs=1e-3)
    assert ratings()["Bob"][0] == pytest.approx(1500 - step, abs=1e-3)
    change = RatingChange.objects.get(pool__slug="tak", posting__order=1)
    assert (change.before, change.after) == (1500.0, ratings()["Ann"][0])


def test_replaying_what_is_fresh_writes_nothing(django_assert_num_queries):
    play("g1", make_players("Ann", "Bob"), 1)
    replay_all()
    pool = Pool.objects.get(slug="tak")
    with django_assert_num_queries(2):
        assert recompute.replay_pool(pool.pk) is False
    assert recompute.stale_pools() == []


def test_a_lost_message_is_made_good_by_beat(monkeypatch):
    monkeypatch.setitem(app.conf, "task_always_eager", True)  # whoever is sent for comes at once
    play("g1", make_players("Ann", "Bob"), 1)
    assert ratings() == {}
    stale = set(Pool.objects.values_list("pk", flat=True))
    assert set(tasks.repair_pools()) == stale
    assert len(ratings()) == 2
    assert tasks.repair_pools() == []


def test_a_correction_in_the_middle_gives_what_a_full_replay_gives(monkeypatch):
    monkeypatch.setattr(recompute, "CHECKPOINT_EVERY", 5)
    games = season(make_players(*"ABCDEF"), games=23)
    replay_all()
    before = ratings()
    mine = Checkpoint.objects.filter(pool__slug="tak")
    assert [point.state.get("games") for point in mine.order_by("order_key")] == [
        5, 10, 15, 20, None,  # last what was learned of the first move
    ]  # fmt: skip
    kept = set(mine.values_list("pk", flat=True))
    changed = corrected(games[11], 0 if games[11].seats[0][1] else 1)
    services.post_result("game:g0012", changed)
    replay_all()
    assert ratings() != before
    # the checkpoints after games 5 and 10 stand, those after 15 and 20 hold other values now
    assert mine.filter(pk__in=kept).count() == 5
    assert check.check_pools() == []


def test_a_voided_game_leaves_no_trace():
    ann, bob, cid = make_players("Ann", "Bob", "Cid")
    play("g1", (ann, bob), 1, day=1)
    replay_all()
    before = ratings()
    play("g2", (bob, cid), 1, day=2)
    replay_all()
    assert "Cid" in ratings()
    services.void_posting("game:g2")
    replay_all()
    assert ratings() == before
    assert RatingChange.objects.filter(pool__slug="tak").count() == 2
    assert check.check_pools() == []


def test_any_order_of_arrival_gives_the_same_ratings(monkeypatch):
    monkeypatch.setattr(recompute, "CHECKPOINT_EVERY", 4)
    games = season(make_players(*"ABCDE"), games=17)
    replay_all()
    in_order = ratings()
    for game in games:
        services.void_posting(f"game:{game.order_key.rpartition('|')[2]}")
    replay_all()
    assert ratings() == {}
    Random(3).shuffle(games)
    for game in games:
        services.post_result(f"game:{game.order_key.rpartition('|')[2]}", game)
        replay_all()
    assert ratings() == in_order
    assert check.check_pools() == []


def test_appending_one_game_writes_only_its_rows(django_assert_max_num_queries):
    players = make_players(*"ABCD")
    season(players, games=30)
    replay_all()
    untouched = set(RatingChange.objects.values_list("pk", flat=True))
    play("h1", (players[0], players[1]), 1, day=99)
    pool = Pool.objects.get(slug="tak")
    with django_assert_max_num_queries(16):
        assert recompute.replay_pool(pool.pk)
    new = RatingChange.objects.exclude(pk__in=untouched)
    assert new.count() == 2
    assert untouched <= set(RatingChange.objects.values_list("pk", flat=True))


def test_merged_players_are_one_and_can_be_parted_again():
    ann, bob, annie = make_players("Ann", "Bob", "Annie")
    play("g1", (ann, bob), 1, day=1)
    play("g2", (annie, bob), 1, day=2)
    replay_all()
    apart = ratings()
    annie.merged_into = ann
    annie.save()
    services.rerate_players([annie.pk])
    replay_all()
    assert {name: games for name, (_, games) in ratings().items()} == {"Ann": 2, "Bob": 2}
    pool = Pool.objects.get(slug="tak")
    assert len(selectors.rating_history(ann.pk, pool)) == 2
    same = [selectors.entry_rating(game="tak", size=5, player_id=p.pk) for p in (ann, annie)]
    assert same[0] == same[1] == (round(ratings("tak-5")["Ann"][0]), "pool:tak-5")
    annie.merged_into = None
    annie.save()
    services.rerate_players([annie.pk])
    replay_all()
    assert ratings() == apart


def test_a_game_between_merged_players_is_skipped():
    ann, annie = make_players("Ann", "Annie")
    annie.merged_into = ann
    annie.save()
    play("g1", (ann, annie), 1)
    replay_all()
    assert ratings() == {}


def test_a_pool_by_size_counts_only_its_size():
    ann, bob = make_players("Ann", "Bob")
    play("g1", (ann, bob), 1, size=5, day=1)
    play("g2", (ann, bob), 1, size=6, day=2)
    replay_all()
    assert [ratings(slug)["Ann"][1] for slug in ("tak", "tak-5", "tak-6")] == [2, 1, 1]


def test_a_new_pool_finds_the_past():
    ann, bob = make_players("Ann", "Bob")
    play("g1", (ann, bob), 1)
    replay_all()
    flat = services.create_pool(
        actor=SYSTEM, slug="flat", counts={"game": "tak"}, parameters={"first_move": 0}
    )
    replay_all()
    assert ratings("flat")["Ann"][1] == 1
    assert recompute.system_of(flat) == SYSTEMS["glicko"](first_move=0, first_move_deviation=0)


def test_a_game_posted_meanwhile_leaves_the_pool_stale_but_never_wrong():
    """What a worker computed before the last game stands as the older version."""
    ann, bob = make_players("Ann", "Bob")
    play("g1", (ann, bob), 1)
    pool = Pool.objects.get(slug="tak")
    pool.ledger_version += 1
    pool.save()
    # as if a slower worker had written the version before
    Pool.objects.filter(pk=pool.pk).update(ratings_version=pool.ledger_version - 1)
    assert recompute.replay_pool(pool.pk)
    pool.refresh_from_db()
    assert (pool.ratings_version, pool.dirty_from) == (pool.ledger_version, None)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda: PlayerRating.objects.filter(pool__slug="tak").update(games=9),
        lambda: RatingChange.objects.filter(pool__slug="tak")[:1].get().delete(),
        lambda: Checkpoint.objects.filter(pool__slug="tak").update(prefix_hash="x"),
    ],
)
def test_check_finds_what_is_not_what_the_ledger_says(spoil, monkeypatch):
    monkeypatch.setattr(recompute, "CHECKPOINT_EVERY", 2)
    season(make_players(*"ABC"), games=4)
    assert check.check_pools() == []
    spoil()
    assert len(check.check_pools()) == 1
