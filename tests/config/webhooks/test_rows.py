"""What one address gets of one event is written and sent in rows."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from config.models import Delivery
from config.webhooks import delivering, fan_out
from config.webhooks.choices import DeliveryState
from tests.config.webhooks.deliveries import deliver, states
from tournaments.models import Change
from tournaments.outgoing.sending import Answer
from tournaments.services.feed.numbering import number_changes

pytestmark = pytest.mark.django_db
REFUSED = Answer(1, 500, "busy")


def closed_rounds(event, count):
    """Changes in a row: rounds that were closed."""
    made = [
        Change(kind="round", action="round.closed", event=event.slug, round=number, public=True)
        for number in range(1, count + 1)
    ]
    return Change.objects.bulk_create(made)


def test_rights_and_changes_are_read_once_for_a_row(
    add, event, receiver, django_assert_max_num_queries
):
    """Ten messages; each by itself took seventeen queries."""
    webhook = add(kinds=("round",))
    closed_rounds(event, delivering.MOST_IN_A_ROW)
    number_changes()
    fan_out.fan_out()
    with django_assert_max_num_queries(30):
        delivering.deliver_due(send=receiver)
    sent = [json.loads(message.body)["data"]["round"] for message in receiver.messages]
    assert sent == list(range(1, delivering.MOST_IN_A_ROW + 1))
    assert set(states(webhook)) == {DeliveryState.DELIVERED}


def test_a_failure_ends_its_row_and_what_follows_waits(add, event, receiver):
    webhook = add(kinds=("round",))
    closed_rounds(event, 4)
    receiver.answers = [Answer(1, 200), REFUSED]
    deliver(receiver)
    assert len(receiver.messages) == 2
    assert states(webhook) == [DeliveryState.DELIVERED, *[DeliveryState.WAITING] * 3]
    tried = Delivery.objects.filter(webhook=webhook).order_by("pk")
    assert [each.attempts for each in tried] == [1, 1, 0, 0]
    with time_machine.travel(timezone.now() + timedelta(seconds=6)):
        delivering.deliver_due(send=receiver)
    assert receiver.ids[1] == receiver.ids[2]
    assert len(receiver.messages) == 5


def test_a_row_takes_on_no_more_after_some_seconds(add, event, receiver, monkeypatch):
    monkeypatch.setattr(delivering, "ROW_SECONDS", 0.0)
    webhook = add(kinds=("round",))
    closed_rounds(event, 3)
    deliver(receiver)
    assert [len(each.tries) for each in Delivery.objects.filter(webhook=webhook)] == [1, 1, 1]
    assert len(receiver.messages) == 3


def test_what_is_hidden_is_left_out_of_its_row(add, event, receiver):
    webhook = add(kinds=("round",))
    closed_rounds(event, 3)
    number_changes()
    fan_out.fan_out()
    Change.objects.filter(action="round.closed", round=2).delete()
    delivering.deliver_due(send=receiver)
    assert states(webhook) == [
        DeliveryState.DELIVERED, DeliveryState.HIDDEN, DeliveryState.DELIVERED,
    ]  # fmt: skip
