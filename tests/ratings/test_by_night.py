"""A whole history is rated anew by night, not on each result; until then its list says so."""

from datetime import date

import pytest

from config.celery import app
from ratings import check, selectors, services, tasks
from ratings.models import Pool
from ratings.services import new_postings
from tests.clients import text_of
from tests.ratings.builders import make_players, play, rated
from tournaments.actor import SYSTEM

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(monkeypatch, django_capture_on_commit_callbacks):
    """Ann beat Bob; a list by whole history stands beside the usual ones, all of them rated.

    Whatever is sent to a worker is done at once from here on.
    """
    monkeypatch.setitem(app.conf, "task_always_eager", True)
    with django_capture_on_commit_callbacks(execute=True):
        pair = make_players("Ann", "Bob")
        play("g1", pair, 1)
    with django_capture_on_commit_callbacks(execute=True):
        services.create_pool(actor=SYSTEM, slug="whole", counts={"game": "tak"}, system="whr")
    return pair


def games(slug: str) -> dict[str, int]:
    return {row.name: row.games for row in selectors.leaderboard(selectors.pool_by_slug(slug))}


def another(pair, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        play("g2", pair, 0, day=2)


def test_a_new_list_is_made_at_once(club):
    assert games("whole") == {"Ann": 1, "Bob": 1}


def test_results_wait_for_the_night(club, client, django_capture_on_commit_callbacks):
    another(club, django_capture_on_commit_callbacks)
    assert tasks.repair_pools() == []
    assert (games("tak"), games("whole")) == ({"Ann": 2, "Bob": 2}, {"Ann": 1, "Bob": 1})
    page = text_of(client.get("/ratings/whole/"))
    assert "1 change waits for the night" in page
    assert "stamp late" not in page
    pool = Pool.objects.get(slug="whole")
    assert tasks.rebuild_by_night() == [pool.pk]
    assert games("whole") == {"Ann": 2, "Bob": 2}
    assert "for the night" not in text_of(client.get("/ratings/whole/"))
    assert tasks.rebuild_by_night() == []


def test_imported_games_wait_for_the_night_too(club, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        pools = new_postings.post_new({"game:g2": rated("g2", club, 0, day=2)})
        new_postings.rate_later(pools)
    assert (games("tak"), games("whole")) == ({"Ann": 2, "Bob": 2}, {"Ann": 1, "Bob": 1})


def test_waiting_is_no_difference(club, django_capture_on_commit_callbacks):
    another(club, django_capture_on_commit_callbacks)
    assert check.check_pools() == []


def test_other_rules_do_not_wait(club, django_capture_on_commit_callbacks):
    another(club, django_capture_on_commit_callbacks)
    with django_capture_on_commit_callbacks(execute=True):
        services.change_pool(actor=SYSTEM, slug="whole", parameters={"drift": 9}, reason="faster")
    assert games("whole") == {"Ann": 2, "Bob": 2}


def test_beat_sends_by_night_what_there_is():
    entry = app.conf.beat_schedule["ratings.tasks.rebuild_by_night"]
    assert entry["task"] in app.tasks
    assert (entry["schedule"].hour, len(entry["schedule"].minute)) == ({3}, 6)


def test_a_list_that_was_published_is_not_made_again(club, django_capture_on_commit_callbacks):
    """The hourly call for the list of the month leaves a whole history alone once it is kept."""
    day = date(2026, 2, 1)
    assert services.publish_list(actor=SYSTEM, slug="whole", on=day) is True
    another(club, django_capture_on_commit_callbacks)
    assert services.publish_list(actor=SYSTEM, slug="whole", on=day) is False
    assert games("whole") == {"Ann": 1, "Bob": 1}
