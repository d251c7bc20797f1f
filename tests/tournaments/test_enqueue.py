"""A broker that is down costs nobody their answer, and hardly anybody their time."""

import pytest
from celery import Celery
from django.db import transaction

from config.broker import REDIS_OPTIONS
from tests.builders import decide, make_event, published_round, slot_at
from tournaments import enqueue as module
from tournaments.enqueue import enqueue
from tournaments.models import Result

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dead():
    """A task of an application whose broker nobody answers for; counts what was tried."""
    app = Celery("dead", broker="redis://127.0.0.1:1/0", set_as_current=False)
    app.conf.broker_transport_options = REDIS_OPTIONS

    @app.task(name="dead.task")
    def task(event_id):
        return event_id

    module._Broker.down_until = 0.0  # whatever another test found out
    yield task
    module._Broker.down_until = 0.0
    app.close()


def test_a_committed_answer_stands_and_the_failure_is_logged_once(dead, caplog):
    for number in range(3):
        with transaction.atomic():
            enqueue(dead, number)
    said = [line for line in caplog.messages if "broker does not answer" in line]
    assert len(said) == 1, "the next ones do not wait for what is known to be down"


def test_nothing_is_sent_of_what_is_rolled_back(dead, caplog):
    with transaction.atomic():
        enqueue(dead, 1)
        transaction.set_rollback(True)
    assert not caplog.messages


def test_nothing_is_sent_of_what_its_caller_computes(dead, caplog):
    with module.nothing_sent(), transaction.atomic():
        enqueue(dead, 1)
        module.enqueue_once(dead, 2)
        module.enqueue_by_name("dead.task", 3)
    assert not caplog.messages
    with transaction.atomic():
        enqueue(dead, 4)
    assert len(caplog.messages) == 1


def test_a_result_is_kept_while_the_broker_is_down():
    module._Broker.down_until = float("inf")
    try:
        event = make_event()
        decide(slot_at(published_round(event)))
    finally:
        module._Broker.down_until = 0.0
    event.refresh_from_db()
    assert Result.objects.count() == 1
    assert event.standings_version < event.results_version, "stale, so beat finds it"
