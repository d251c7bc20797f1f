"""A delivery keeps what came of each attempt, and shows it by API and page."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from config.models import Delivery
from config.webhooks import delivering, fan_out
from tests.builders import published_round
from tests.clients import signed_in, text_of
from tournaments.outgoing.sending import Answer
from tournaments.services.feed.numbering import number_changes

pytestmark = pytest.mark.django_db
NO_ANSWER = Answer(1, problem="timed_out")


def test_each_attempt_is_kept_with_its_answer(boss, add, event, receiver):
    webhook = add(kinds=("round",))
    published_round(event)
    receiver.answers = [Answer(7, 500, "b" * 1000), NO_ANSWER]
    number_changes()
    fan_out.fan_out()
    delivering.deliver_due(send=receiver)
    for seconds in (6, 400):
        with time_machine.travel(timezone.now() + timedelta(seconds=seconds)):
            delivering.deliver_due(send=receiver)
    first = Delivery.objects.filter(webhook=webhook).earliest("pk")
    found = signed_in(boss).get(f"/api/v1/webhooks/{webhook.pk}/deliveries/").json()["results"]
    tries = next(each["tries"] for each in found if each["id"] == first.pk)
    assert [(each["status"], each["problem"]) for each in tries] == [
        (500, ""), (None, "timed_out"), (200, ""),
    ]  # fmt: skip
    assert (tries[0]["milliseconds"], tries[0]["answer"]) == (7, "b" * 200)
    page = text_of(signed_in(boss).get(f"/webhooks/{webhook.pk}/"))
    assert "Each attempt" in page
    assert "no answer in time" in page


def test_of_many_attempts_the_last_are_kept(add, event, receiver):
    webhook = add(kinds=("round",))
    published_round(event)
    number_changes()
    fan_out.fan_out()
    row = Delivery.objects.filter(webhook=webhook)
    old = {
        "at": "2026-01-01T00:00:00+00:00",
        "milliseconds": 1,
        "status": 500,
        "answer": "",
        "problem": "",
    }
    row.update(tries=[old] * 20)
    delivering.deliver_due(send=receiver)
    tries = row.earliest("pk").tries
    assert (len(tries), tries[0], tries[-1]["status"]) == (20, old, 200)
