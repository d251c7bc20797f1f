"""Sends what is due, and says what became of it."""

from config.models import Delivery
from config.webhooks import delivering, fan_out
from tournaments.services.feed.numbering import number_changes


def deliver(receiver, **more):
    number_changes()
    fan_out.fan_out()
    return delivering.deliver_due(send=receiver, **more)


def states(webhook):
    return list(
        Delivery.objects.filter(webhook=webhook).order_by("pk").values_list("state", flat=True)
    )


def actions(webhook):
    return list(
        Delivery.objects.filter(webhook=webhook).order_by("pk").values_list("action", flat=True)
    )
