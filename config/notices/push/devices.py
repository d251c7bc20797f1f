"""The devices of an account that notices are sent to: added, listed, removed."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from config.access.tokens import ScopeNotHeld
from config.models import PushDevice
from config.notices.choices import DeviceOff
from config.notices.push.encryption import read_device_keys
from config.notices.push.vapid import public_text, read_push_key
from tournaments.actor import Actor
from tournaments.chain.keys import BadKey
from tournaments.errors import DomainError, InvalidInput, NotAllowed, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.outgoing.addresses import BadUrl, require_url
from tournaments.permissions.scopes import WRITE, is_within

MOST_DEVICES = 20  # of one account


class TooManyDevices(DomainError):
    code = "too_many_devices"
    message = _("There are {most} devices already. Remove one first.")


def public_key() -> str:
    """What a browser asks its push service with."""
    return public_text(read_push_key(settings.PUSH_KEY))


def own_devices(actor: Actor) -> "QuerySet[PushDevice]":
    """The latest first."""
    return PushDevice.objects.filter(user=actor.user_id or 0).order_by("-pk")


def devices_of(user_ids: Iterable[int]) -> dict[int, list[int]]:
    """The ids of the devices of accounts that are on. One query."""
    found: dict[int, list[int]] = {}
    rows = PushDevice.objects.filter(user__in=list(user_ids), off="").order_by("pk")
    for user_id, pk in rows.values_list("user_id", "pk"):
        found.setdefault(user_id, []).append(pk)
    return found


def add_device(
    *, actor: Actor, endpoint: str, p256dh: str, auth: str, name: str = ""
) -> PushDevice:
    """Send notices of the actor to a browser from now on, by what its `PushSubscription` says.

    Repeating it switches a device on again; one that another account had is this account's then.

    :raises ScopeNotHeld: the token of the actor is narrowed.
    :raises InvalidInput: an address or key is none, or the address is in the server's own networks.
    :raises TooManyDevices: there are MOST_DEVICES.
    """
    _require_own(actor)
    try:
        require_url(endpoint)
    except BadUrl as error:
        raise InvalidInput(field="endpoint", problem=error.details["problem"]) from None
    try:
        read_device_keys(p256dh, auth)
    except BadKey:
        raise InvalidInput(field="p256dh", problem=_("this is no key of a browser")) from None
    return _store(actor, endpoint, {"p256dh": p256dh, "auth": auth, "name": name})


@in_transaction
def remove_device(*, actor: Actor, device_id: int) -> PushDevice:
    """Send nothing to a device of the actor any more.

    :raises ScopeNotHeld: the token of the actor is narrowed.
    :raises NotFound: the actor has no such device.
    """
    _require_own(actor)
    device = get_row(own_devices(actor), "device", pk=device_id)
    PushDevice.objects.filter(pk=device.pk).delete()
    return device


def switch_off(device_id: int, why: DeviceOff, now: datetime) -> None:
    """Send nothing more to a device; its account sees why."""
    PushDevice.objects.filter(pk=device_id, off="").update(off=why, off_at=now)


@in_transaction
def _store(actor: Actor, endpoint: str, said: dict[str, str]) -> PushDevice:
    user_id = actor.user_id or 0
    PushDevice.objects.filter(endpoint=endpoint).exclude(user=user_id).delete()
    others = own_devices(actor).exclude(endpoint=endpoint)
    if others.count() >= MOST_DEVICES:
        raise TooManyDevices(most=MOST_DEVICES)
    switched_on = {**said, "off": "", "off_at": None}
    made, _is_new = PushDevice.objects.update_or_create(
        endpoint=endpoint, user_id=user_id, defaults=switched_on
    )
    return made


def _require_own(actor: Actor) -> None:
    if not is_within((WRITE,), actor.scopes):
        raise ScopeNotHeld
    if actor.user_id is None:
        raise NotAllowed(verb="device.add")
