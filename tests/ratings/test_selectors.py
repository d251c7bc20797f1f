"""What pages and the API read of ratings."""

from itertools import pairwise

import pytest

from games.services.people import merge_players
from ratings import recompute, selectors, services
from ratings.models import PlayerRating, RatingChange
from tests.builders import make_event
from tests.ratings.builders import DAY_1, make_players, play
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.errors import NotFound

pytestmark = pytest.mark.django_db


@pytest.fixture
def world():
    """Ann beats Bob thirty times, on 5×5; Cid beats Bob once, on 6×6."""
    ann, bob, cid = make_players("Ann", "Bob", "Cid")
    for day in range(1, 31):
        play(f"g{day:02d}", (ann, bob), 1 if day % 3 else 0, day=day, size=5)
    play("h1", (cid, bob), 1, day=40, size=6)
    recompute.replay_stale_pools()
    return ann, bob, cid


def test_the_list_is_best_first_and_the_provisional_hold_no_rank(world, django_assert_num_queries):
    pool = selectors.pool_by_slug("tak")
    with django_assert_num_queries(1):
        rows = selectors.leaderboard(pool)
    assert [row.rating for row in rows] == sorted((row.rating for row in rows), reverse=True)
    ranks = {row.name: (row.rank, row.provisional) for row in rows}
    assert ranks == {"Cid": (None, True), "Ann": (1, False), "Bob": (2, False)}


def test_a_pool_that_is_not_there_is_missing():
    with pytest.raises(NotFound, match="nowhere"):
        selectors.pool_by_slug("nowhere")


def test_a_players_ratings_name_every_pool(world):
    _ann, bob, cid = world
    assert [(r.pool, r.games) for r in selectors.player_ratings(bob.pk)] == [
        ("tak", 31), ("tak-5", 30), ("tak-6", 1),
    ]  # fmt: skip
    assert [r.pool for r in selectors.player_ratings(cid.pk)] == ["tak", "tak-6"]


def test_the_history_of_a_player_joins_up(world):
    _ann, bob, _cid = world
    points = selectors.rating_history(bob.pk, selectors.pool_by_slug("tak"))
    assert len(points) == 31
    assert points[0].before == 1500.0
    assert all(a.after == b.before for a, b in pairwise(points))
    assert points[-1].after == selectors.player_ratings(bob.pk)[0].rating


def test_a_game_knows_what_it_changed(world):
    _ann, bob, cid = world
    changes = RatingChange.objects.filter(posting__rated_game__source="game:h1")
    rows = changes.values_list("pool__slug", "posting__order", "posting__player")
    assert sorted(rows) == [
        ("tak", 1, cid.pk), ("tak", 2, bob.pk), ("tak-6", 1, cid.pk), ("tak-6", 2, bob.pk),
    ]  # fmt: skip


def test_an_entry_takes_the_rating_of_its_size_else_of_all(world):
    _ann, bob, cid = world
    of = {r.pool: round(r.rating) for r in selectors.player_ratings(bob.pk)}
    take = selectors.entry_rating
    assert take(game="tak", size=6, player_id=bob.pk) == (of["tak-6"], "pool:tak-6")
    assert take(game="tak", size=7, player_id=bob.pk) == (of["tak"], "pool:tak")
    assert take(game="taki", size=None, player_id=cid.pk) == (None, "")


@pytest.mark.parametrize("epoch", [-1, 1])
def test_an_entry_takes_no_rating_of_a_list_that_was_replaced_or_is_being_built(world, epoch):
    _ann, bob, _cid = world
    row = PlayerRating.objects.get(pool__slug="tak-5", player=bob)
    taken = selectors.entry_rating(game="tak", size=5, player_id=bob.pk)
    row.pk, row.epoch, row.rating = None, row.epoch + epoch, 3000.0
    row.save()
    assert selectors.entry_rating(game="tak", size=5, player_id=bob.pk) == taken
    stranger = make_players("Dan")[0]
    row.pk, row.player = None, stranger
    row.save()
    assert selectors.entry_rating(game="tak", size=5, player_id=stranger.pk) == (None, "")


def test_two_in_the_list_of_their_size_have_a_forecast_by_it_and_strangers_have_none(world):
    ann, bob, _cid = world

    def share(*players):
        first, second = (player.pk for player in players)
        found = selectors.forecast(
            game="tak", size=5, half_komi=0, first_id=first, second_id=second
        )
        return found and (found.pool.slug, found.share > 0.5)

    assert share(ann, bob) == ("tak-5", True)
    assert share(bob, ann) == ("tak-5", False)
    assert share(ann, make_players("Dan")[0]) is None


def test_two_have_met_by_the_games_of_either_record_of_a_person(world):
    ann, bob, cid = world
    kept = make_players("Robert")[0]
    merge_players(actor=SYSTEM, player=bob.public_id, into=kept.public_id)
    found = selectors.head_to_head(cid, kept, ANONYMOUS)
    assert [(game.source, game.score_x2) for game in found.meetings] == [("game:h1", 2)]
    assert len(selectors.head_to_head(kept, ann, ANONYMOUS).meetings) == 30


def test_the_first_games_of_players_have_no_expected_score_to_judge_them_by():
    services.create_pool(actor=SYSTEM, slug="elo", counts={"game": "tak"}, system="elo")
    pair = make_players("Ann", "Bob")
    play("g1", pair, 1)
    play("g2", pair, 1, day=2)
    recompute.replay_stale_pools()
    found = selectors.predicted_games(selectors.pool_by_slug("elo"), DAY_1)
    assert [one.game.expected is None for one in found] == [True, False]


def test_an_event_for_which_there_is_no_list_has_no_report():
    with pytest.raises(NotFound, match="rating list taki"):
        selectors.event_report(make_event(game="taki", entries=0, state="draft"))
