"""Sends the deliveries that are due, many at once, each webhook one at a time.

The database is used by one thread only; the others wait for receivers. A worker that dies while it
sends leaves deliveries that wait, and another sends them again once they are no longer held: a
receiver may get the messages of a row twice and tells by their ids.
"""

import secrets
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from config.models import Delivery, Webhook
from config.webhooks import schedule
from config.webhooks.choices import DeliveryState, Format, Off
from config.webhooks.webhooks import switch_off
from config.webhooks.writing import Written, write_messages
from tournaments.execution.moments import has_come
from tournaments.outgoing import sending
from tournaments.outgoing.sending import Answer, Message

AT_ONCE = 16
# Receivers that failed or were slow last time get no more places, so that others always find one.
TROUBLED_AT_ONCE = 8
SLOW_MILLISECONDS = 2_000
TAKING_SECONDS = 20.0
PAUSE_SECONDS = 0.5
# Deliveries of one webhook and one event that are claimed, written and sent together; another is
# begun for as long as ROW_SECONDS.
MOST_IN_A_ROW, ROW_SECONDS = 10, 5.0
HELD = timedelta(minutes=1)  # three times what a row may take
KEPT = timedelta(days=30)
# The receiver is gone for good. Of a webhook that was removed Discord and Slack say 404.
GONE = {Format.STANDARD: {410}, Format.DISCORD: {404, 410}, Format.SLACK: {404, 410}}
KEPT_TRIES = 20
NOTED_CHARACTERS = 200  # of the answer to each attempt
LOOKED_AT = 8  # rows looked at for each place: a webhook may have several due

# The columns of a delivery that an attempt changes.
TRIED = (
    "attempts", "tried_at", "milliseconds", "status", "answer", "problem", "tries",
    "state", "due_at",
)  # fmt: skip
Post = Callable[[Message], Answer]


@dataclass(frozen=True, slots=True)
class _Outgoing:
    """What a webhook gets in a row."""

    webhook_id: int
    is_troubled: bool
    messages: list[Written]


def deliver_due(*, send: Post = sending.send, seconds: float = TAKING_SECONDS) -> bool:
    """Send what is due, and what becomes due meanwhile; whether some is left.

    seconds: for how long more is taken on. A receiver that does not answer takes one place only.
    """
    end = time.monotonic() + seconds
    running: dict[Future[list[Answer]], _Outgoing] = {}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        while True:
            is_open = time.monotonic() < end
            for each in _take(list(running.values())) if is_open else ():
                running[pool.submit(_send_row, send, each)] = each
            if not running:
                return not is_open and _due(timezone.now()).exists()
            done, _rest = wait(running, timeout=PAUSE_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                _record(running.pop(future), future.result())


@transaction.atomic
def forget_deliveries_before(moment: datetime) -> int:
    """Delete the deliveries that are older; returns how many."""
    gone, _by_model = Delivery.objects.filter(at__lt=moment).delete()
    return gone


def _due(now: datetime) -> "QuerySet[Delivery]":
    """What may be sent now, the oldest first: of each lane of a webhook one, and those by hand."""
    earlier = Delivery.objects.filter(
        webhook=OuterRef("webhook"),
        lane=OuterRef("lane"),
        state=DeliveryState.WAITING,
        by_hand=False,
        pk__lt=OuterRef("pk"),
    )
    return (
        Delivery.objects.filter(state=DeliveryState.WAITING, webhook__off="")
        .filter(Q(attempts=0) | has_come("due_at", now, within=schedule.LONGEST_DELAY))
        .filter(_is_free("webhook__held_until", now))
        .filter(Q(by_hand=True) | ~Exists(earlier))
        .order_by("pk")
    )


def _is_free(field: str, now: datetime) -> Q:
    """Webhooks that no worker holds. field: their `held_until`."""
    return Q(**{field: None}) | has_come(field, now, within=HELD)


def _take(running: list[_Outgoing]) -> list[_Outgoing]:
    """Claim due deliveries for the places that are free. running: which take the others."""
    taken: list[_Outgoing] = []
    for is_troubled, places in ((False, AT_ONCE), (True, TROUBLED_AT_ONCE)):
        while True:
            now_running = [*running, *taken]
            alike = [each for each in now_running if each.is_troubled] if is_troubled else []
            free = min(AT_ONCE - len(now_running), places - len(alike))
            chosen = _choose(is_troubled, free) if free > 0 else []
            if not chosen:
                break
            taken += filter(None, map(_claim, chosen))
    return taken


def _choose(is_troubled: bool, most: int) -> list[int]:
    """The next deliveries, at most one of each webhook."""
    is_sound = Q(webhook__failing_since=None, webhook__is_slow=False)
    due = _due(timezone.now()).filter(~is_sound if is_troubled else is_sound)
    first: dict[int, int] = {}
    for webhook_id, pk in due.values_list("webhook_id", "pk")[: most * LOOKED_AT]:
        first.setdefault(webhook_id, pk)
    return list(first.values())[:most]


@transaction.atomic
def _claim(delivery_id: int) -> _Outgoing | None:
    """Hold the webhook and write what it gets in a row; None if another process has it, or it is
    not sent.
    """
    now = timezone.now()
    of_delivery = Webhook.objects.filter(deliveries=delivery_id, off="")
    free = of_delivery.filter(_is_free("held_until", now))
    if not Webhook.objects.filter(pk__in=free.values("pk")).update(held_until=now + HELD):
        return None
    delivery = Delivery.objects.select_related(
        "webhook__event", "webhook__club", "webhook__player__merged_into"
    ).get(pk=delivery_id)
    webhook = delivery.webhook
    waits = delivery.state == DeliveryState.WAITING
    messages = write_messages(webhook, _row_of(delivery), now) if waits else []
    if not messages:
        Webhook.objects.filter(pk=webhook.pk).update(held_until=None)
        return None
    is_troubled = webhook.failing_since is not None or webhook.is_slow
    return _Outgoing(webhook.pk, is_troubled, messages)


def _row_of(delivery: Delivery) -> list[Delivery]:
    """A delivery and those of its webhook and event that may follow it at once."""
    if delivery.by_hand:
        return [delivery]
    later = Delivery.objects.filter(
        webhook=delivery.webhook_id,
        lane=delivery.lane,
        state=DeliveryState.WAITING,
        by_hand=False,
        pk__gt=delivery.pk,
    ).order_by("pk")[: MOST_IN_A_ROW - 1]
    return [delivery, *takewhile(lambda each: each.attempts == 0, later)]


def _send_row(send: Post, outgoing: _Outgoing) -> list[Answer]:
    """Send messages one after the other, until one fails or the time of a row is over."""
    end = time.monotonic() + ROW_SECONDS
    answers: list[Answer] = []
    for each in outgoing.messages:
        answers.append(send(each.message))
        if not answers[-1].is_success or time.monotonic() > end:
            break
    return answers


@transaction.atomic
def _record(sent: _Outgoing, answers: list[Answer]) -> None:
    """Store what came of a row of messages; those without an answer still wait. Locks Webhook."""
    webhook = Webhook.objects.select_for_update().filter(pk=sent.webhook_id).first()
    if webhook is None:
        return  # removed meanwhile
    rows = Delivery.objects.in_bulk([each.delivery_id for each in sent.messages])
    webhook.held_until = None
    tried = []
    for each, answer in zip(sent.messages, answers, strict=False):
        if delivery := rows.get(each.delivery_id):
            _add_try(delivery, webhook, answer)
            tried.append(delivery)
    Delivery.objects.bulk_update(tried, TRIED)
    webhook.save(update_fields=["held_until", "is_slow", "failing_since"])
    if answers[-1].status in GONE[Format(webhook.format)]:
        switch_off(webhook, Off.GONE)
    elif tried and tried[-1].state == DeliveryState.FAILED and _is_given_up(webhook):
        switch_off(webhook, Off.FAILING)


def _add_try(delivery: Delivery, webhook: Webhook, answer: Answer) -> None:
    delivery.attempts += 1
    delivery.tried_at, delivery.milliseconds = timezone.now(), answer.milliseconds
    delivery.status, delivery.answer, delivery.problem = answer.status, answer.text, answer.problem
    delivery.tries = [*delivery.tries, _noted(answer, delivery.tried_at)][-KEPT_TRIES:]
    webhook.is_slow = answer.milliseconds > SLOW_MILLISECONDS
    if answer.is_success:
        delivery.state, webhook.failing_since = DeliveryState.DELIVERED, None
    elif delivery.state == DeliveryState.WAITING:  # not dropped meanwhile
        _plan(delivery, webhook, answer)


def _noted(answer: Answer, at: datetime) -> dict[str, object]:
    """An attempt, as the delivery keeps it."""
    return {
        "at": at.isoformat(),
        "milliseconds": answer.milliseconds,
        "status": answer.status,
        "answer": answer.text[:NOTED_CHARACTERS],
        "problem": answer.problem,
    }


def _plan(delivery: Delivery, webhook: Webhook, answer: Answer) -> None:
    """After a failure: when it is tried again, if it is."""
    now = timezone.now()
    chance = secrets.SystemRandom().random()
    delay = schedule.delay_after(delivery.attempts, chance=chance, retry_after=answer.retry_after)
    if delivery.by_hand or delay is None:
        delivery.state = DeliveryState.FAILED
    else:
        delivery.due_at = now + delay
    if not delivery.by_hand:
        webhook.failing_since = webhook.failing_since or now


def _is_given_up(webhook: Webhook) -> bool:
    """Whether nothing arrived for as long as a delivery is tried."""
    since = webhook.failing_since
    return since is not None and timezone.now() - since >= schedule.WHOLE
