"""Sends the notices that devices wait for, each once, a device one message at a time.

The database is used by one thread only; the others wait for push services. What is sent twice,
because a worker died, has the same tag, and the device shows it once.
"""

import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from config.models import Notice, NoticePush, PushDevice
from config.notices.choices import DeviceOff, SendState
from config.notices.hours import DELAYS, delay_after
from config.notices.own_settings import settings_of
from config.notices.push.devices import switch_off
from config.notices.push.encryption import SALT_BYTES, encrypt, read_device_keys
from config.notices.push.payloads import payload_of
from config.notices.push.vapid import authorization, read_push_key
from tournaments import selectors
from tournaments.execution.moments import has_come
from tournaments.outgoing import sending
from tournaments.outgoing.sending import BAD_URL, OWN_NETWORK, Answer, Message

AT_ONCE = 8
TAKING_SECONDS = 20.0
HELD = timedelta(minutes=2)
LONGEST_WAIT = timedelta(days=2)  # after that a push service need not keep it
# RFC 8030, section 7.3: 404 and 410 end a subscription. 401 and 403: the key is not taken.
OFF = {404: DeviceOff.GONE, 410: DeviceOff.GONE, 401: DeviceOff.REFUSED, 403: DeviceOff.REFUSED}
NEVER_TAKEN = frozenset({400, 413})
log = logging.getLogger(__name__)
Post = Callable[[Message], Answer]


@dataclass(frozen=True, slots=True)
class _Outgoing:
    device_id: int
    push_ids: tuple[int, ...]
    message: Message


def send_due(*, send: Post = sending.send, seconds: float = TAKING_SECONDS) -> bool:
    """Send what is due, for some seconds; whether some is left."""
    end = time.monotonic() + seconds
    with ThreadPoolExecutor(AT_ONCE) as pool:
        while claimed := _claim(timezone.now()):
            key = read_push_key(settings.PUSH_KEY)
            outgoing = [each for device in claimed if (each := _write(device, key)) is not None]
            answers = pool.map(send, [each.message for each in outgoing])
            for each, answer in zip(outgoing, answers, strict=True):
                _record(each, answer)
            if time.monotonic() > end:
                return is_waiting()
    return False


def is_waiting() -> bool:
    """Whether something is due now."""
    return _due(timezone.now()).exists()


def _due(now: datetime) -> "QuerySet[NoticePush]":
    free = Q(device__held_until=None) | has_come("device__held_until", now, within=HELD)
    due = has_come("due_at", now, within=LONGEST_WAIT)
    return NoticePush.objects.filter(free, due, state=SendState.WAITING, device__off="")


def _claim(now: datetime) -> list[PushDevice]:
    """Devices that something is due for, held by this process."""
    found = _due(now).order_by("device").values_list("device", flat=True).distinct()
    free = Q(held_until=None) | has_come("held_until", now, within=HELD)
    mine = []
    for pk in list(found[:AT_ONCE]):
        if PushDevice.objects.filter(free, pk=pk).update(held_until=now + HELD):
            mine.append(pk)
    return list(PushDevice.objects.filter(pk__in=mine))


@transaction.atomic
def _write(device: PushDevice, key: EllipticCurvePrivateKey) -> _Outgoing | None:
    """The message to a device; None: nobody wants what waits for it any more."""
    now = timezone.now()
    waiting = NoticePush.objects.filter(
        has_come("due_at", now, within=LONGEST_WAIT), device=device, state=SendState.WAITING
    )
    account: Any = selectors.active_accounts([device.user_id]).get(device.user_id)
    chosen = settings_of([device.user_id])[device.user_id]
    notices = Notice.objects.filter(pushes__in=waiting, read_at=None).order_by("pk")
    wanted = [notice for notice in notices if notice.kind not in chosen.off_push]
    waiting.exclude(notice__in=wanted).update(state=SendState.DROPPED)
    if account is None or not wanted:
        waiting.update(state=SendState.DROPPED)
        PushDevice.objects.filter(pk=device.pk).update(held_until=None)
        return None
    waiting.update(attempts=F("attempts") + 1)
    text = payload_of(wanted, account=account, chosen=chosen)
    is_urgent = any(notice.urgent for notice in wanted)
    headers = _headers(device, key, is_urgent=is_urgent, now=now)
    message = Message(device.endpoint, headers, _encrypted(device, text))
    return _Outgoing(device.pk, tuple(waiting.values_list("pk", flat=True)), message)


def _encrypted(device: PushDevice, text: bytes) -> bytes:
    return encrypt(
        text,
        read_device_keys(device.p256dh, device.auth),
        salt=secrets.token_bytes(SALT_BYTES),
        private=generate_private_key(SECP256R1()),
    )


def _headers(
    device: PushDevice, key: EllipticCurvePrivateKey, *, is_urgent: bool, now: datetime
) -> dict[str, str]:
    """RFC 8030, section 5: how long a message is kept, and whether it wakes the device."""
    return {
        "Authorization": authorization(key, endpoint=device.endpoint, contact=_contact(), now=now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(LONGEST_WAIT.total_seconds())),
        "Urgency": "high" if is_urgent else "normal",
        "User-Agent": "Roadhouse",
    }


def _contact() -> str:
    """Who runs this service, as push services want it."""
    is_address = settings.SITE_URL.startswith("https://")
    return settings.SITE_URL if is_address else f"mailto:{settings.DEFAULT_FROM_EMAIL}"


@transaction.atomic
def _record(sent: _Outgoing, answer: Answer) -> None:
    """Store what came of a message."""
    now = timezone.now()
    device = PushDevice.objects.filter(pk=sent.device_id)
    pushes = NoticePush.objects.filter(pk__in=sent.push_ids, state=SendState.WAITING)
    if answer.is_success:
        pushes.update(state=SendState.SENT, problem="")
        device.update(held_until=None, sent_at=now)
        return
    device.update(held_until=None)
    problem = answer.problem or str(answer.status)
    why = DeviceOff.REFUSED if answer.problem in (OWN_NETWORK, BAD_URL) else None
    why = why or OFF.get(answer.status or 0)
    if why is not None:
        switch_off(sent.device_id, why, now)
    if why is not None or answer.status in NEVER_TAKEN:
        pushes.update(state=SendState.FAILED, problem=problem)
        return
    for push in pushes:
        _retry(push, problem, answer.retry_after, now)


def _retry(push: NoticePush, problem: str, retry_after: int | None, now: datetime) -> None:
    delay = delay_after(push.attempts)
    if delay is None:
        log.warning("A notice to a device is given up after %s attempts.", push.attempts)
        push.state = SendState.FAILED
    else:
        asked = min(timedelta(seconds=retry_after or 0), DELAYS[-1])
        push.due_at = now + max(delay, asked)
    push.problem = problem
    push.save(update_fields=["state", "due_at", "problem"])
