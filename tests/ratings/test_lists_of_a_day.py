"""The list of a day is the same made from a checkpoint and from the first game on."""

from contextlib import contextmanager
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from ratings import recompute, replay, selectors, services
from ratings.models import Checkpoint, Pool
from ratings.services import RatedInput
from ratings.services.lists import ListNotReady
from ratings.systems import SYSTEMS, AnySystem
from tests.examples import examples
from tests.ratings.builders import DAY_1, make_players, play, rated
from tournaments.actor import SYSTEM

FOLDS = sorted(SYSTEMS)  # those for tables rate no game without places: empty lists are lists too


def replayed_from_start(pool: Pool, system: AnySystem, day: date) -> dict[int, tuple]:
    played = (game for game in selectors.ledger(pool.counts) if game.played_on < day)
    players = replay.replay(played, system).players
    return {who: (r.rating, r.deviation, r.games, r.last_on) for who, r in players.items()}


def listed(pool: Pool, day: date) -> dict[int, tuple]:
    rows = selectors.ratings_on(pool, day)
    return {row.player_id: (row.rating, row.deviation, row.games, row.last_on) for row in rows}


class AnyDay(TestCase):
    """Every fold beside the others over one ledger that changes, rated or not yet."""

    def setUp(self) -> None:
        self.players = make_players("Ann", "Bob", "Cid", "Dan")
        for code in FOLDS:
            services.create_pool(actor=SYSTEM, slug=code, counts={"game": "tak"}, system=code)
        every = recompute.CHECKPOINT_EVERY
        recompute.CHECKPOINT_EVERY = 3
        self.addCleanup(setattr, recompute, "CHECKPOINT_EVERY", every)

    @examples(15)
    @given(
        st.lists(
            st.tuples(
                st.integers(0, 14),  # which game
                st.sampled_from([0, 0.5, 1]),
                st.sampled_from([5, 6]),
                st.booleans(),  # whether the worker comes by
            ),
            min_size=1,
            max_size=25,
        ),
        st.integers(0, 75),
    )
    def test_it_is_what_a_full_replay_of_the_games_before_gives(self, games, days) -> None:
        for number, score, size, comes_by in games:
            pair = (self.players[number % 4], self.players[(number + 1 + number // 4 % 3) % 4])
            game = rated(f"g{number:02d}", pair, score, day=1 + 5 * number, size=size)
            services.post_result(f"game:g{number:02d}", game)
            if comes_by:
                recompute.replay_stale_pools()
        day = DAY_1 + timedelta(days)
        for pool in Pool.objects.filter(slug__in=FOLDS):
            found = listed(pool, day)
            assert found == replayed_from_start(pool, recompute.system_of(pool), day), pool


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["glicko2", "whr"])
def test_a_list_that_rates_by_periods_or_all_at_once_has_the_games_of_the_days_before(code):
    services.create_pool(actor=SYSTEM, slug=code, counts={"game": "tak"}, system=code)
    ann, anna, bob = make_players("Ann", "Anna", "Bob")
    play("g1", (ann, bob), 1)
    play("g2", (anna, bob), 0, day=2)
    anna.merged_into = ann
    anna.save()
    recompute.replay_stale_pools()
    pool = Pool.objects.get(slug=code)
    games = [{who: row[2] for who, row in listed(pool, DAY_1 + timedelta(n)).items()}
             for n in range(3)]  # fmt: skip
    assert games == [{}, {ann.pk: 1, bob.pk: 1}, {ann.pk: 2, bob.pk: 2}]


@pytest.mark.django_db
def test_only_the_games_after_the_checkpoint_before_the_day_are_read(monkeypatch):
    """Of sixty games a list in the middle reads those since the last checkpoint."""
    monkeypatch.setattr(recompute, "CHECKPOINT_EVERY", 10)
    pair = make_players("Ann", "Bob")
    for day in range(1, 61):
        play(f"g{day:02d}", pair, day % 2, day=day)
    recompute.replay_stale_pools()
    pool = Pool.objects.get(slug="tak")
    with CaptureQueriesContext(connection) as seen:
        rows = selectors.ratings_on(pool, DAY_1 + timedelta(34))
    assert {row.games for row in rows} == {34}
    (kept,) = Checkpoint.objects.filter(pool=pool, state__games=30)
    assert len(seen) == 2
    assert kept.order_key in seen[1]["sql"]


@contextmanager
def played_while_the_list_is_read(source, pair):
    """A game is posted when the checkpoints are read, after the ratings were brought up to date."""
    posted: list[RatedInput] = []

    def meanwhile(execute, sql, params, many, context):
        if not posted and sql.startswith("SELECT") and 'FROM "ratings_checkpoint"' in sql:
            posted.append(play(source, pair, 1, day=2))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(meanwhile):
        yield
    assert posted


@pytest.mark.django_db
def test_a_list_is_not_published_if_a_game_is_posted_while_it_is_read():
    pair = make_players("Ann", "Bob")
    play("g1", pair, 1)
    recompute.replay_stale_pools()
    pool, day = Pool.objects.get(slug="tak"), date(2026, 2, 1)
    with played_while_the_list_is_read("g2", pair), pytest.raises(ListNotReady):
        services.publish_list(actor=SYSTEM, slug="tak", on=day)
    assert selectors.published_days(pool) == []
    assert services.publish_list(actor=SYSTEM, slug="tak", on=day)
    assert {row["games"] for row in selectors.published_list(pool, day)} == {2}


@pytest.mark.django_db
def test_the_lists_of_a_month_are_published_but_for_the_one_that_is_not_ready():
    pair = make_players("Ann", "Bob")
    play("g1", pair, 1)
    recompute.replay_stale_pools()
    with played_while_the_list_is_read("g2", pair):
        assert services.publish_monthly_lists(actor=SYSTEM, today=date(2026, 2, 9)) == 1
    assert services.publish_monthly_lists(actor=SYSTEM, today=date(2026, 2, 9)) == 1


@pytest.mark.django_db
def test_the_changes_of_a_list_are_those_since_the_list_before():
    ann, bob, cid, dan = make_players("Ann", "Bob", "Cid", "Dan")
    play("g1", (ann, bob), 1)
    play("g2", (cid, bob), 1, day=2)
    first, second = date(2026, 2, 1), date(2026, 3, 1)
    assert services.publish_list(actor=SYSTEM, slug="tak", on=first)
    play("g3", (dan, ann), 1, day=40)
    assert services.publish_list(actor=SYSTEM, slug="tak", on=second)
    pool = Pool.objects.get(slug="tak")
    before = {
        player: change.rating for player, change in selectors.list_changes(pool, first).items()
    }
    found = selectors.list_changes(pool, second)
    assert {player: change.before for player, change in found.items()} == {
        ann.public_id: before[ann.public_id],
        dan.public_id: None,
    }
    assert found[ann.public_id].rating < before[ann.public_id]
