"""A worker looks after its beat."""

import multiprocessing
import time
from types import SimpleNamespace

import pytest
from celery.worker import components
from django.core.cache import cache

from config.health.heartbeats import find_lost
from config.worker.heartbeat import Heartbeat, keep_alive
from tournaments.enqueue import claim_sending

pytestmark = pytest.mark.django_db
QUEUES = ("standings", "pairing")


class SleepingBeat(components.Beat):
    def create(self, w):
        w.beat = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(600,))
        return w.beat


def consumer_with(*steps):
    queues = SimpleNamespace(consume_from=dict.fromkeys(QUEUES))
    app = SimpleNamespace(amqp=SimpleNamespace(queues=queues))
    return SimpleNamespace(app=app, controller=SimpleNamespace(beat=None, steps=list(steps)))


def test_a_beat_that_was_killed_is_started_again():
    consumer = consumer_with()
    worker = consumer.controller
    step = SleepingBeat(worker, beat=True)
    step.include(worker)
    step.start(worker)
    first = worker.beat
    keep_alive(consumer)
    assert worker.beat is first

    first.kill()
    first.join()
    keep_alive(consumer)
    assert worker.beat is not first
    assert worker.beat.is_alive()
    worker.beat.kill()
    worker.beat.join()


def test_a_worker_without_beat_tells_its_queues():
    cache.clear()
    keep_alive(consumer_with())
    assert find_lost((*QUEUES, "bulk")) == ["bulk"]


def test_what_a_killed_worker_had_taken_is_sent_again_as_soon_as_one_is_back():
    cache.clear()
    consumer = consumer_with()
    consumer.timer = SimpleNamespace(call_repeatedly=lambda *_planned: None)
    step = Heartbeat(consumer)
    step.start(consumer)
    assert claim_sending("repair", (), seconds=60)
    assert not claim_sending("repair", (), seconds=60)
    step.start(consumer)  # its successor
    assert claim_sending("repair", (), seconds=60)
