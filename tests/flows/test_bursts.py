"""Many changes one after the other make one refresh; one that stands alone is refreshed at once."""

import pytest
from celery.signals import before_task_publish
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ratings import recompute as rating_recompute
from ratings import tasks as rating_tasks
from ratings.models import Pool
from tests.builders import decide, make_event, published_round, slot_at
from tests.ratings.builders import make_players, play
from tournaments import recompute, tasks
from tournaments.enqueue import mark_arrived

pytestmark = pytest.mark.django_db
TASKS = {
    task.name: task
    for task in (tasks.refresh_standings, rating_tasks.refresh_series, rating_tasks.replay_pool)
}


@pytest.fixture
def queue():
    """The messages about tables that wait for a worker; others number the feed of changes."""
    sent = []

    def note(sender=None, body=None, **_more):
        if sender in TASKS:
            sent.append((sender, body[0]))

    before_task_publish.connect(note)
    yield sent
    before_task_publish.disconnect(note)


def work(queue):
    """A worker that does all that waits; how many of its tasks wrote something."""
    wrote = 0
    while queue:
        name, args = queue.pop(0)
        mark_arrived(name, args)
        with CaptureQueriesContext(connection) as made:
            TASKS[name](*args)
        wrote += any(query["sql"].startswith(("INSERT", "UPDATE")) for query in made)
    return wrote


@pytest.fixture
def playing(queue, django_capture_on_commit_callbacks):
    """A round of eight games, and an act that decides some of them, each in its transaction."""
    event = make_event(entries=16, games=1)
    round_ = published_round(event)
    recompute.refresh_standings(event.pk)

    def decide_tables(*tables):
        for table in tables:
            with django_capture_on_commit_callbacks(execute=True):
                decide(slot_at(round_, table))

    return event, decide_tables


def test_a_burst_of_results_makes_one_refresh(playing, queue):
    event, decide_tables = playing
    decide_tables(1, 2, 3, 4)
    assert queue == [("tournaments.tasks.refresh_standings", (event.pk,))]
    assert work(queue) == 1
    event.refresh_from_db()
    assert event.standings_version == event.results_version


def test_results_after_a_refresh_has_begun_make_another(playing, queue):
    event, decide_tables = playing
    decide_tables(1, 2)
    tables = work(queue)
    decide_tables(3)
    tables += work(queue)
    decide_tables(4, 5)
    tables += work(queue)
    event.refresh_from_db()
    assert (tables, event.standings_version) == (3, event.results_version)


def test_a_lost_message_holds_nothing_up_for_long(playing, queue):
    event, decide_tables = playing
    decide_tables(1)
    queue.clear()
    cache.clear()  # as after some seconds
    decide_tables(2)
    assert len(queue) == 1
    queue.clear()
    cache.clear()
    assert tasks.repair_standings() == [event.pk]
    assert work(queue) == 1


def test_a_message_that_comes_late_computes_nothing(playing, django_assert_max_num_queries):
    event, _decide_tables = playing
    with django_assert_max_num_queries(1):
        assert not recompute.refresh_standings(event.pk)


def test_a_burst_of_games_rates_each_list_once(queue, django_capture_on_commit_callbacks):
    players = make_players("Ann", "Bob")
    play("g0", players, 1)
    rating_recompute.replay_stale_pools()
    for number in range(1, 5):
        with django_capture_on_commit_callbacks(execute=True):
            play(f"g{number}", players, 1)
    pools = Pool.objects.count()
    assert len(queue) == len(set(queue)) == pools
    assert work(queue) == pools
    assert rating_recompute.stale_pools() == []
    with django_capture_on_commit_callbacks(execute=True):
        play("last", players, 1)
    assert len(queue) == pools
