"""The ledger: posting, correcting and voiding games, and what pools are told."""

from dataclasses import replace
from datetime import date

import pytest
from django.db import IntegrityError, connection, transaction

from ratings import recompute, selectors, services
from ratings.models import PlayerRating, Pool, Posting, RatedGame
from tests.ratings.builders import corrected, make_players, play, rated
from tournaments import limits
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import InvalidInput, NotAllowed, NotFound, Stale
from tournaments.models import JournalLine
from tournaments.services.events import events

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann_bob():
    return make_players("Ann", "Bob")


def versions() -> dict[str, tuple[int, str | None]]:
    return {p.slug: (p.ledger_version, p.dirty_from) for p in Pool.objects.all()}


def fresh() -> None:
    """As after a replay."""
    for pool in Pool.objects.all():
        pool.ratings_version, pool.dirty_from = pool.ledger_version, None
        pool.save()


def test_a_posted_game_is_in_the_ledger_and_opens_its_pools(ann_bob):
    ann, bob = ann_bob
    play("g1", (ann, bob), 1, size=5)
    game = RatedGame.objects.get()
    assert (game.source, game.revision, game.voided_at) == ("game:g1", 1, None)
    seats = game.postings.order_by("order").values_list("player_id", "score_x2")
    assert list(seats) == [(ann.pk, 2), (bob.pk, 0)]
    assert set(versions()) == {"tak", "tak-5"}


def test_posting_the_same_again_changes_nothing(ann_bob, django_capture_on_commit_callbacks):
    game = play("g1", ann_bob, 1)
    before = versions()
    with django_capture_on_commit_callbacks() as sent:
        assert services.post_result("game:g1", game) is False
    assert (sent, versions(), RatedGame.objects.count()) == ([], before, 1)


def test_a_correction_voids_the_revision_and_posts_the_next(ann_bob):
    game = play("g1", ann_bob, 1)
    assert services.post_result("game:g1", corrected(game, 0.5))
    first, second = RatedGame.objects.order_by("revision")
    assert (first.voided_at is not None, second.revision, second.voided_at) == (True, 2, None)
    assert list(second.postings.order_by("order").values_list("score_x2", flat=True)) == [1, 1]
    assert Posting.objects.count() == 4  # the voided ones stay


def test_a_voided_game_may_be_posted_again(ann_bob):
    game = play("g1", ann_bob, 1)
    assert services.void_posting("game:g1") is True
    assert services.void_posting("game:g1") is False
    assert services.post_result("game:g1", game) is True
    assert list(RatedGame.objects.order_by("revision").values_list("revision", flat=True)) == [1, 2]


def test_only_pools_that_count_the_game_are_touched(ann_bob, django_capture_on_commit_callbacks):
    play("g1", ann_bob, 1, size=5)
    play("g2", ann_bob, 1, size=6)
    fresh()
    before = versions()
    with django_capture_on_commit_callbacks() as sent:
        game = play("g3", ann_bob, 0, size=6, day=9)
    assert len(sent) == 2
    assert versions() == {
        "tak": (before["tak"][0] + 1, game.order_key),
        "tak-5": before["tak-5"],
        "tak-6": (before["tak-6"][0] + 1, game.order_key),
    }


def test_the_earliest_change_wins(ann_bob):
    late = play("late", ann_bob, 1, day=9)
    early = play("early", ann_bob, 1, day=2)
    fresh()
    services.post_result("game:late", corrected(late, 0))
    assert versions()["tak"][1] == late.order_key
    services.post_result("game:early", corrected(early, 0))
    services.post_result("game:late", corrected(late, 1))
    assert versions()["tak"][1] == early.order_key


def test_a_game_moved_to_another_day_dirties_from_the_earlier_of_both(ann_bob):
    game = play("g1", ann_bob, 1, day=5)
    fresh()
    moved = rated("g1", ann_bob, 1, day=8)
    services.post_result("game:g1", moved)
    assert versions()["tak"][1] == game.order_key


def test_a_game_that_changes_its_size_touches_both_lists(ann_bob):
    game = play("g1", ann_bob, 1, size=5)
    fresh()
    services.post_result("game:g1", replace(game, size=6))
    assert {slug for slug, (_, dirty) in versions().items() if dirty is not None} == {
        "tak",
        "tak-5",
        "tak-6",
    }


def test_two_games_cannot_share_their_place_in_the_order(ann_bob):
    game = play("g1", ann_bob, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        services.post_result("game:g2", game)


def test_merged_players_have_their_games_rated_again(ann_bob):
    ann, bob = ann_bob
    cid, dan = make_players("Cid", "Dan")
    play("g1", (cid, dan), 1, day=1)
    second = play("g2", (ann, bob), 1, day=2)
    fresh()
    services.rerate_players([bob.pk])
    assert versions()["tak"][1] == second.order_key


def test_a_new_pool_is_stale_from_the_beginning():
    pool = services.create_pool(actor=SYSTEM, slug="tak-blitz", counts={"time_class": "blitz"})
    assert (pool.ledger_version, pool.ratings_version, pool.dirty_from) == (1, 0, "")
    again = services.create_pool(actor=SYSTEM, slug="tak-blitz", counts={"time_class": "blitz"})
    assert again == pool


def test_a_pool_is_not_silently_another_one():
    services.create_pool(actor=SYSTEM, slug="x", counts={"size": 5})
    with pytest.raises(services.PoolExists, match="x"):
        services.create_pool(actor=SYSTEM, slug="x", counts={"size": 6})


@pytest.mark.parametrize(
    "wrong",
    [
        {"counts": {"colour": 1}},
        {"system": "dice"},
        {"parameters": {"luck": 1}},
        {"parameters": {"floor": "low"}},
    ],
)
def test_a_pool_that_could_never_be_rated_is_refused(wrong):
    with pytest.raises(InvalidInput):
        services.create_pool(**({"actor": SYSTEM, "slug": "x", "counts": {}} | wrong))


def test_not_everybody_opens_pools():
    with pytest.raises(NotAllowed):
        services.create_pool(actor=Actor("anonymous"), slug="x", counts={})


@pytest.fixture
def open_event():
    made = events.create_event(
        actor=SYSTEM,
        new=events.NewEvent(
            slug="cup", name="Cup", ruleset={"size": 6}, starts_on=date(2026, 5, 1)
        ),
    )
    events.open_registration(actor=SYSTEM, event_id=made.pk)
    return made


def test_entering_copies_the_rating_and_starting_freezes_the_newest(open_event):
    ann, bob, cid = make_players("Ann", "Bob", "Cid")
    play("g1", (ann, bob), 1, size=6)
    recompute.replay_stale_pools()
    entries = [
        services.enter_event(actor=SYSTEM, event_id=open_event.pk, player_id=player.pk)
        for player in (ann, bob, cid)
    ]
    of = {row.player_id: round(row.rating) for row in PlayerRating.objects.filter(pool__slug="tak")}
    assert [(e.rating, e.rating_source) for e in entries] == [
        (of[ann.pk], "pool:tak-6"), (of[bob.pk], "pool:tak-6"), (None, ""),
    ]  # fmt: skip
    play("g2", (bob, ann), 1, size=6, day=2)
    play("g3", (bob, ann), 1, size=6, day=3)
    recompute.replay_stale_pools()
    services.start_event(actor=SYSTEM, event_id=open_event.pk)
    now = {
        row.player_id: round(row.rating) for row in PlayerRating.objects.filter(pool__slug="tak")
    }
    assert now[bob.pk] > now[ann.pk]
    for entry in entries:
        entry.refresh_from_db()
    assert [e.rating for e in entries] == [now[ann.pk], now[bob.pk], None]
    assert [e.number for e in entries] == [2, 1, 3]


def test_an_event_is_seeded_by_the_list_that_is_named(open_event):
    """Cid, who is not in that list, has no rating; what staff gave stays."""
    ann, bob, cid, dan = make_players("Ann", "Bob", "Cid", "Dan")
    play("g1", (ann, bob), 1, size=6)
    play("g2", (cid, ann), 1, size=6, day=2)
    play("s1", (bob, ann), 1, size=4, day=3)
    services.create_pool(
        actor=SYSTEM, slug="small", counts={"game": "tak", "size": [3, 4]}, system="elo"
    )
    recompute.replay_stale_pools()
    entered = [
        services.enter_event(actor=SYSTEM, event_id=open_event.pk, player_id=player.pk, given=given)
        for player, given in ((ann, None), (bob, None), (cid, None), (dan, 1700))
    ]
    with pytest.raises(NotFound, match="nowhere"):
        services.start_event(actor=SYSTEM, event_id=open_event.pk, pool="nowhere")
    services.start_event(actor=SYSTEM, event_id=open_event.pk, pool="small")
    for entry in entered:
        entry.refresh_from_db()
    small = {
        row.name: round(row.rating)
        for row in selectors.leaderboard(selectors.pool_by_slug("small"))
    }
    assert [(e.rating, e.rating_source, e.number) for e in entered] == [
        (small["Ann"], "pool:small", 3), (small["Bob"], "pool:small", 2), (None, "", 4),
        (1700, "given", 1),
    ]  # fmt: skip


def test_who_is_not_checked_in_plays_if_the_organiser_includes_them(open_event):
    open_event.registration["check_in"] = True
    open_event.save(update_fields=["registration"])
    for player in make_players("Ann", "Bob"):
        services.enter_event(actor=SYSTEM, event_id=open_event.pk, player_id=player.pk)
    services.start_event(actor=SYSTEM, event_id=open_event.pk, include_absent=True)
    assert set(open_event.entries.values_list("state", "number")) == {("in", 1), ("in", 2)}


def test_parameters_stay_with_their_system_and_another_one_has_its_own():
    services.create_pool(
        actor=SYSTEM, slug="x", counts={"size": 5}, system="elo", parameters={"k": 20}
    )

    def changed(**about):
        pool = services.change_pool(actor=SYSTEM, slug="x", reason="voted", **about)
        return (pool.building or {})["parameters"]

    assert changed(counts={"size": 6}) == {"k": 20}
    assert changed(counts={"size": 4}, system="elo") == {"k": 20}
    assert changed(system="fide") == {}


def test_a_pool_without_a_name_says_which_field_is_wrong():
    services.create_pool(actor=SYSTEM, slug="x", counts={"size": 5}, name="Five")
    too_long = "x" * (limits.NAME + 1)
    for act in (
        lambda: services.create_pool(actor=SYSTEM, slug="y", counts={}, name=too_long),
        lambda: services.change_pool(actor=SYSTEM, slug="x", name=too_long),
    ):
        with pytest.raises(InvalidInput) as refused:
            act()
        assert refused.value.details["field"] == "name"
    assert selectors.pool_by_slug("x").name == "Five"


def test_a_monthly_list_is_that_of_the_first(ann_bob):
    play("g1", ann_bob, 1, day=1)
    recompute.replay_stale_pools()
    assert services.publish_monthly_lists(actor=SYSTEM, today=date(2026, 3, 9)) == 2
    lines = JournalLine.objects.filter(action="list.published")
    assert {(line.after or {})["on"] for line in lines} == {"2026-03-01"}


def test_of_two_changes_of_a_list_at_once_the_second_is_refused_and_names_the_first():
    services.create_pool(actor=SYSTEM, slug="club", counts={"game": "tak"}, system="elo")
    left = [True]

    def meanwhile(execute, sql, params, many, context):
        if left and sql.startswith("INSERT") and "journalline" in sql:
            left.pop()
            Pool.objects.filter(slug="club").update(system="fide")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(meanwhile), pytest.raises(Stale) as refused:
        services.change_pool(actor=SYSTEM, slug="club", system="glicko", reason="voted")
    assert (refused.value.details["seen"], refused.value.details["now"]) == ("elo", "fide")
    assert not left
