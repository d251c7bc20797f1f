"""What was written while the clock was two hours ahead is not waited for once it is right again."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from config.models import Webhook
from config.webhooks import delivering, fan_out
from config.webhooks.webhooks import Settings, add_webhook
from games.services.records.import_requests import RecordFile, request_import
from games.services.records.import_runs import lost_imports
from tests.builders import acting, make_event, make_user, published_round
from tournaments.actor import SYSTEM
from tournaments.models import PairingJob
from tournaments.outgoing.sending import Answer
from tournaments.services import task_failures
from tournaments.services.feed.numbering import number_changes
from tournaments.services.rounds import pairing_jobs

pytestmark = pytest.mark.django_db
AHEAD = timedelta(hours=2)


def clock_ahead():
    return time_machine.travel(timezone.now() + AHEAD)


@pytest.fixture
def webhook():
    boss = make_user("boss")
    event = make_event(organiser=boss)
    number_changes()
    with clock_ahead():
        made, _secret = add_webhook(
            actor=acting(boss),
            kind="event",
            target=event,
            chosen=Settings(url="https://93.184.215.14/"),
            site="https://tak.example",
        )
        published_round(event)
        number_changes()
        fan_out.fan_out()
    return made


def delivered(webhook):
    return set(webhook.deliveries.values_list("state", flat=True)) == {"delivered"}


def test_a_message_of_a_webhook_is_sent(webhook):
    delivering.deliver_due(send=lambda _message: Answer(1, 200, "ok"))
    assert delivered(webhook)


def test_a_webhook_that_a_dead_worker_holds_is_free(webhook):
    Webhook.objects.update(held_until=timezone.now() + AHEAD + delivering.HELD)
    delivering.deliver_due(send=lambda _message: Answer(1, 200, "ok"))
    assert delivered(webhook)


def test_a_message_that_failed_is_sent_again_at_its_time(webhook):
    webhook.deliveries.update(attempts=3, due_at=timezone.now() + timedelta(hours=20))
    delivering.deliver_due(send=lambda _message: Answer(1, 200, "ok"))
    assert not delivered(webhook)  # nothing says that the clock was wrong
    webhook.deliveries.update(due_at=timezone.now() + timedelta(days=400))
    delivering.deliver_due(send=lambda _message: Answer(1, 200, "ok"))
    assert delivered(webhook)


def test_imports_are_sent_again_to_a_worker():
    staff = acting(make_user("site", staff=True))
    with clock_ahead():
        asked = request_import(actor=staff, files=[RecordFile("1.ptn", "1. a1 e5\n2. e4 a2\n")])
    assert lost_imports(timezone.now()) == [asked.pk]  # no worker took it
    type(asked).objects.update(state="running", ends_at=timezone.now() + AHEAD, attempts=1)
    assert lost_imports(timezone.now()) == [asked.pk]  # its worker died


def test_a_pairing_whose_process_died_is_given_to_another():
    event = make_event()
    with clock_ahead():
        job = pairing_jobs.request_pairing(actor=SYSTEM, event_id=event.pk)
    assert pairing_jobs.unclaimed_jobs(timedelta(seconds=5)) == [job.pk]
    PairingJob.objects.update(
        state="running", attempts=1,
        heartbeat_at=timezone.now() + AHEAD, ends_at=timezone.now() + AHEAD,
    )  # fmt: skip
    assert pairing_jobs.give_up_lost_jobs() == 1


def test_a_task_that_failed_is_tried_again():
    with clock_ahead():
        for _ in range(3):
            task_failures.record_failure(
                name="a task", args=[5], now=timezone.now(), error="ValueError"
            )
    assert task_failures.ready_ids("a task", [5], now=timezone.now()) == [5]
