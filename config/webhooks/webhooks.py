"""Webhooks: made, changed, switched on and off, removed. One is of an event, a club or a player."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.models import Delivery, Webhook
from config.webhooks.choices import DeliveryState, Format, Off
from config.webhooks.sealing import CannotOpen, seal, unseal
from config.webhooks.signing import new_secret
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.choices import ChangeKind
from tournaments.enqueue import enqueue_by_name
from tournaments.errors import DomainError, InvalidInput, NotAllowed, get_row
from tournaments.outgoing.addresses import require_url
from tournaments.selectors.events import feed
from tournaments.services import journal
from tournaments.services.feed.reading import begin_reading
from tournaments.wording import one_of_message

READER, SENDING_TASK = "webhooks", "config.jobs.deliver_webhooks"
# By what a webhook is of: who may have one there.
VERBS = {"event": "event.webhook", "club": "club.webhook", "player": "player.webhook"}
MOST = 20  # of one event, club or player
# Changes of rating lists belong to no event, club or player.
KINDS = tuple(kind for kind in ChangeKind.values if kind != ChangeKind.RATING_LIST)
OLD_SECRET_SIGNS = timedelta(hours=24)


class TooManyWebhooks(DomainError):
    code = "too_many_webhooks"
    message = _("There are {most} webhooks here already. Remove one first.")


class WebhookOff(DomainError):
    code = "webhook_off"
    message = _("This webhook is off. Switch it on first.")


@dataclass(frozen=True, slots=True)
class Settings:
    """What its maker chooses. kinds: empty for all. language: of messages in chats."""

    url: str
    kinds: tuple[str, ...] = ()
    format: str = Format.STANDARD
    language: str = settings.LANGUAGE_CODE


def target_of(webhook: Webhook) -> tuple[str, Any]:
    """What a webhook is of: its kind, a key of VERBS, and the row."""
    return next((kind, row) for kind in VERBS if (row := getattr(webhook, kind)) is not None)


def managed_webhooks(actor: Actor) -> "QuerySet[Webhook]":
    """The webhooks of the events, clubs and the player of an account; all for site staff."""
    found = Webhook.objects.select_related("event", "club", "player", "made_by").order_by("-pk")
    if actor.user_id is None:
        return found.none()
    if tournaments.is_site_staff(actor.user_id):
        return found
    mine = tournaments.player_of(actor.user_id)
    player = Q(player=mine) | Q(player__merged_into=mine) if mine else Q(pk__in=())
    events = tournaments.staffed_events(actor).order_by().values("pk")
    clubs = tournaments.staffed_clubs(actor.user_id).values("pk")
    return found.filter(Q(event__in=events) | Q(club__in=clubs) | player)


def webhooks_of(actor: Actor, kind: str, target_id: int) -> "QuerySet[Webhook]":
    return managed_webhooks(actor).filter(**{kind: target_id})


def get_webhook(actor: Actor, webhook_id: int) -> Webhook:
    """:raises NotFound: there is none, or the actor may not know of it."""
    return get_row(managed_webhooks(actor), "webhook", pk=webhook_id)


def url_of(webhook: Webhook) -> str:
    """Where it posts to; empty if that cannot be decrypted any more."""
    try:
        return unseal(webhook.sealed_url)
    except CannotOpen:
        return ""


@transaction.atomic
def add_webhook(
    *, actor: Actor, kind: str, target: Any, chosen: Settings, site: str
) -> tuple[Webhook, str]:
    """Make a webhook of an event, a club or a player, from what comes next.

    Returns it with its secret, which is not shown again. site: scheme and host of this service.

    :raises TooManyWebhooks: there are MOST.
    :raises InvalidInput: a setting is wrong.
    """
    permissions.require(actor, VERBS[kind], target)
    if actor.user_id is None:  # what it sees is decided by an account
        raise NotAllowed(verb=VERBS[kind])
    if Webhook.objects.filter(**{kind: target}).count() >= MOST:
        raise TooManyWebhooks(most=MOST)
    secret = new_secret()
    made = Webhook(made_by_id=actor.user_id, sealed_secret=seal(secret), site=site)
    setattr(made, kind, target)
    _choose(made, chosen)
    begin_reading(READER)
    made.since = feed.last_position()
    made.save()
    _write_journal(actor, "webhook.added", made)
    return made, secret


@transaction.atomic
def change_webhook(
    *, actor: Actor, webhook_id: int, active: bool | None = None, **changes: Any
) -> Webhook:
    """Change settings, named as in `Settings`, and switch it on or off. Locks Webhook.

    One that is switched on begins with what comes next.

    :raises InvalidInput: a setting is wrong.
    """
    webhook = _lock(actor, webhook_id)
    if changes:
        before = Settings(url_of(webhook), tuple(webhook.kinds), webhook.format, webhook.language)
        given = {name: changes.get(name, getattr(before, name)) for name in Settings.__slots__}
        _choose(webhook, Settings(**given), is_new_url="url" in changes)
    if active is True and webhook.off:
        webhook.off, webhook.off_at, webhook.maker_told_at = "", None, None
        webhook.failing_since, webhook.since = None, feed.last_position()
    webhook.save()
    if active is False:
        switch_off(webhook, Off.BY_HAND)
    _write_journal(actor, "webhook.changed", webhook)
    return webhook


@transaction.atomic
def rotate_secret(*, actor: Actor, webhook_id: int) -> tuple[Webhook, str]:
    """Give it a new secret, which is not shown again; the old one also signs for a day.

    Locks Webhook.
    """
    webhook, secret = _lock(actor, webhook_id), new_secret()
    webhook.sealed_old_secret = webhook.sealed_secret
    webhook.old_secret_until = timezone.now() + OLD_SECRET_SIGNS
    webhook.sealed_secret = seal(secret)
    webhook.save(update_fields=["sealed_old_secret", "old_secret_until", "sealed_secret"])
    _write_journal(actor, "webhook.rotated", webhook)
    return webhook, secret


@transaction.atomic
def remove_webhook(*, actor: Actor, webhook_id: int) -> None:
    """Delete it with its deliveries. Locks Webhook."""
    webhook = _lock(actor, webhook_id)
    _write_journal(actor, "webhook.removed", webhook)
    webhook.delete()


def switch_off(webhook: Webhook, why: Off) -> None:
    """Switch it off, and drop what waits. Within a transaction that locks it."""
    if webhook.off:
        return
    webhook.off, webhook.off_at = why, timezone.now()
    webhook.save(update_fields=["off", "off_at"])
    waiting = Delivery.objects.filter(webhook=webhook, state=DeliveryState.WAITING)
    waiting.update(state=DeliveryState.DROPPED)


@transaction.atomic
def request_test(*, actor: Actor, webhook_id: int) -> Delivery:
    """Have a test sent. :raises WebhookOff: it is off."""
    webhook = _lock_on(actor, webhook_id)
    made = Delivery.objects.create(webhook=webhook, action="ping", by_hand=True)
    enqueue_by_name(SENDING_TASK)
    return made


@transaction.atomic
def request_again(*, actor: Actor, webhook_id: int, delivery_id: int | None = None) -> int:
    """Have a delivery sent again, or every one that was not delivered; returns how many.

    What waits already is left alone. Locks Webhook.

    :raises WebhookOff: it is off.
    :raises NotFound: it has no such delivery.
    """
    webhook = _lock_on(actor, webhook_id)
    mine = Delivery.objects.filter(webhook=webhook)
    if delivery_id is None:
        again = mine.filter(state__in=(DeliveryState.FAILED, DeliveryState.DROPPED))
    else:
        again = mine.filter(pk=get_row(mine, "delivery", pk=delivery_id).pk)
    count = again.exclude(state=DeliveryState.WAITING).update(
        state=DeliveryState.WAITING, by_hand=True, due_at=timezone.now()
    )
    enqueue_by_name(SENDING_TASK)
    return count


def deliveries_of(webhook: Webhook) -> "QuerySet[Delivery]":
    """Those that are kept, the latest first."""
    return Delivery.objects.filter(webhook=webhook).order_by("-pk")


def _choose(webhook: Webhook, chosen: Settings, *, is_new_url: bool = True) -> None:
    """:raises InvalidInput: a setting is wrong."""
    _require_one_of("format", chosen.format, Format.values)
    _require_one_of("language", chosen.language, dict(settings.LANGUAGES))
    for kind in chosen.kinds:
        _require_one_of("kinds", kind, KINDS)
    if is_new_url:
        webhook.host = require_url(chosen.url)
        webhook.sealed_url = seal(chosen.url)
    webhook.kinds = sorted(set(chosen.kinds))
    webhook.format, webhook.language = chosen.format, chosen.language


def _require_one_of(field: str, value: str, known: Collection[str]) -> None:
    if value not in known:
        raise InvalidInput(field=field, problem=one_of_message(known))


def _lock(actor: Actor, webhook_id: int) -> Webhook:
    """:raises NotFound, NotAllowed: there is none, or the token of the actor is narrowed."""
    kind, target = target_of(get_webhook(actor, webhook_id))
    permissions.require(actor, VERBS[kind], target)
    return get_row(Webhook.objects.select_for_update(), "webhook", pk=webhook_id)


def _lock_on(actor: Actor, webhook_id: int) -> Webhook:
    webhook = _lock(actor, webhook_id)
    if webhook.off:
        raise WebhookOff
    return webhook


def _write_journal(actor: Actor, action: str, webhook: Webhook) -> None:
    kind, target = target_of(webhook)
    scope = "site" if kind == "player" else f"{kind}:{target.slug}"
    after = {"kinds": webhook.kinds, "format": webhook.format, "off": webhook.off}
    journal.write(actor, action, scope=scope, subject=f"webhook:{webhook.pk}", after=after)
