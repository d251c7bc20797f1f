"""Writes the messages of deliveries that are sent in a row: rights and event are read once."""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any, NamedTuple

from django.db import DatabaseError

from config.models import Delivery, Webhook
from config.webhooks.choices import DeliveryState, Off
from config.webhooks.fan_out import filter_of, maker_of
from config.webhooks.payloads import body_of, body_of_test
from config.webhooks.sealing import CannotOpen, unseal
from config.webhooks.signing import signed_headers
from config.webhooks.webhooks import VERBS, switch_off, target_of
from tournaments import permissions, selectors
from tournaments.errors import NotFound, require_found
from tournaments.outgoing.sending import Message
from tournaments.selectors.events import feed

NOT_WRITTEN = "not_written"
HEADERS = {"Content-Type": "application/json", "User-Agent": "Roadhouse"}
log = logging.getLogger(__name__)


class Written(NamedTuple):
    """The message of a delivery."""

    delivery_id: int
    message: Message


def write_messages(
    webhook: Webhook, deliveries: Sequence[Delivery], now: datetime
) -> list[Written]:
    """The messages of deliveries of one webhook and one event, in order.

    A delivery without a message is left out, and waits no longer: its maker may not see the change
    now, or an error in writing it was logged. If the webhook is switched off, none has one.
    """
    kind, target = target_of(webhook)
    if not permissions.may(maker_of(webhook), VERBS[kind], target):
        switch_off(webhook, Off.MAKER)
        return []
    try:
        url, secrets = unseal(webhook.sealed_url), _secrets(webhook, now)
    except CannotOpen:
        switch_off(webhook, Off.KEY)
        return []
    written = []
    for delivery, body in _bodies(webhook, deliveries, now):
        signed = signed_headers(
            body,
            message_id=f"msg_{delivery.message_id}",
            timestamp=int(now.timestamp()),
            secrets=secrets,
        )
        written.append(Written(delivery.pk, Message(url, {**HEADERS, **signed}, body)))
    return written


def _bodies(
    webhook: Webhook, deliveries: Sequence[Delivery], now: datetime
) -> Iterator[tuple[Delivery, bytes]]:
    """The body of each message, by delivery."""
    reader, wanted = maker_of(webhook), filter_of(webhook)
    positions = [each.position for each in deliveries if each.position is not None]
    changes = feed.changes_at(reader, positions, event_slug=wanted.event)
    read_event = cache(partial(selectors.get_event, deliveries[0].lane, reader))
    for delivery in deliveries:
        try:
            if delivery.position is None:
                body = body_of_test(webhook, at=now)
            else:
                change = require_found(changes.get(delivery.position), "change", delivery.position)
                body = body_of(webhook, change, reader=reader, read_event=read_event)
        except NotFound:
            _end(delivery, state=DeliveryState.HIDDEN)
        except DatabaseError:
            raise
        except Exception:
            log.exception("The message of delivery %s cannot be written.", delivery.pk)
            _end(delivery, state=DeliveryState.FAILED, problem=NOT_WRITTEN, tried_at=now)
        else:
            yield delivery, body


def _secrets(webhook: Webhook, now: datetime) -> list[str]:
    """:raises CannotOpen: SECRET_KEY is another one now."""
    found = [unseal(webhook.sealed_secret)]
    if webhook.old_secret_until is not None and webhook.old_secret_until > now:
        found.append(unseal(webhook.sealed_old_secret))
    return found


def _end(delivery: Delivery, **columns: Any) -> None:
    Delivery.objects.filter(pk=delivery.pk).update(**columns)
