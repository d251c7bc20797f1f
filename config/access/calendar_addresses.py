"""The secret address of an account's calendar. Only a digest is kept, so it is shown once."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from config.access.tokens import ScopeNotHeld, digest
from config.models import CalendarAddress
from tournaments.actor import Actor
from tournaments.permissions.scopes import WRITE, is_within

SECRET_BYTES = 32  # 256 bits from the system: the digest needs no salt and no slow hash


def renew_address(*, actor: Actor) -> tuple[CalendarAddress, str]:
    """Make the address of the actor's account, which ends the one before; with its secret.

    :raises ScopeNotHeld: the actor uses a token that is narrowed.
    """
    user_id = _own_id(actor)
    secret = secrets.token_urlsafe(SECRET_BYTES)
    about = {"digest": digest(secret), "made_at": timezone.now()}
    with transaction.atomic():
        made, _is_new = CalendarAddress.objects.update_or_create(user_id=user_id, defaults=about)
    return made, secret


def remove_own_address(*, actor: Actor) -> None:
    """Repeating it is harmless. :raises ScopeNotHeld: as `renew_address`."""
    remove_address(_own_id(actor))


def remove_address(user_id: int) -> None:
    CalendarAddress.objects.filter(user_id=user_id).delete()


def address_made_at(actor: Actor) -> datetime | None:
    """When the address of the actor's account was made; None: it has none."""
    mine = CalendarAddress.objects.filter(user_id=actor.user_id or 0)
    return mine.values_list("made_at", flat=True).first()


def account_of_secret(secret: str) -> int | None:
    """The id of the active account to whose calendar an address leads."""
    found = CalendarAddress.objects.filter(digest=digest(secret), user__is_active=True)
    return found.values_list("user_id", flat=True).first()


def _own_id(actor: Actor) -> int:
    if not is_within((WRITE,), actor.scopes):
        raise ScopeNotHeld
    return actor.user_id or 0
