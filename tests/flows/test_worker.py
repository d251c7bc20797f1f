"""The last step of the main path by a real worker over a real Redis, on a database server."""

import logging
import time
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from django.conf import settings
from django.db import connection
from django.db.models import F

from config.celery import app
from config.environment import QUEUES
from ratings.models import Pool
from tests.builders import make_event
from tests.flows.events.test_a_match import Table
from tests.flows.records import FIRST_BY_ROAD
from tournaments import jobs, tasks
from tournaments.actor import SYSTEM
from tournaments.models import Event, PairingJob
from tournaments.services.rounds import pairing_jobs

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor == "sqlite" or not settings.REDIS_URL,
        reason="a worker beside the test needs DATABASE_URL of a server and REDIS_URL",
    ),
]
PATIENCE_SECONDS = 30


@pytest.fixture
def worker():
    app.control.purge()
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    app_: Any = app
    with start_worker(app_, pool="solo", perform_ping_check=False, queues=list(QUEUES)):
        yield
    # A worker takes the root logger for itself; the tests after this one read what is logged.
    root.setLevel(level)
    root.handlers[:] = handlers


def wait_until(fresh) -> bool:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if fresh():
            return True
        time.sleep(0.1)
    return False


def standings_are_fresh() -> bool:
    return not Event.objects.exclude(standings_version=F("results_version")).exists()


def ratings_are_fresh() -> bool:
    pools = Pool.objects.all()
    return pools.exists() and not pools.exclude(ratings_version=F("ledger_version")).exists()


@pytest.mark.usefixtures("worker")
def test_a_confirmed_game_reaches_standings_and_ratings():
    table = Table()
    table.confirm(table.two, table.send(table.one, FIRST_BY_ROAD))
    assert wait_until(standings_are_fresh)
    assert wait_until(ratings_are_fresh)
    rows = Event.objects.get().standings.document["rows"]
    assert sum(row["won"] for row in rows) == 1


@pytest.mark.usefixtures("worker")
def test_what_a_lost_message_left_stale_is_sent_again():
    table = Table()
    assert wait_until(standings_are_fresh)
    Event.objects.filter(pk=table.event.pk).update(results_version=F("results_version") + 1)
    tasks.repair_standings.delay()
    assert wait_until(standings_are_fresh)


@pytest.mark.usefixtures("worker")
def test_a_worker_pairs_a_round_that_was_asked_for():
    event = make_event(entries=6, stages=[{"system": "swiss"}])
    job = pairing_jobs.request_pairing(actor=SYSTEM, event_id=event.pk)
    jobs.pair_round.delay(job.pk)
    assert wait_until(PairingJob.objects.filter(pk=job.pk, state="done").exists)
    assert event.rounds.get().state == "draft"


@pytest.mark.usefixtures("worker")
def test_a_pairing_whose_message_was_lost_is_sent_again():
    event = make_event(entries=4)
    job = pairing_jobs.request_pairing(actor=SYSTEM, event_id=event.pk)
    PairingJob.objects.filter(pk=job.pk).update(asked_at=job.asked_at - 2 * jobs.RESEND_AFTER)
    jobs.resend_lost_pairings.delay()
    assert wait_until(PairingJob.objects.filter(pk=job.pk, state="done").exists)
