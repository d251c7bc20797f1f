"""Celery tasks of the project, each calling one service; and what sends many of them."""

from collections.abc import Iterable

from celery import shared_task
from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language

from config.access import accounts, link_mails
from config.backups.nightly import write_nightly_backup
from config.models import IdempotencyKey
from config.notices import deadlines, mailing
from config.notices import reading as notices
from config.notices.push import sending as pushing
from config.oauth import consents
from config.oauth.used_codes import forget_used_codes
from config.webhooks import delivering, fan_out
from config.webhooks.notices import tell_makers
from tournaments.actor import Actor
from tournaments.enqueue import enqueue, enqueue_once


@shared_task(name="config.jobs.forget_idempotency_keys")
def forget_idempotency_keys() -> int:
    """Delete expired keys; returns how many."""
    old = IdempotencyKey.objects.filter(at__lt=timezone.now() - IdempotencyKey.STORED_FOR)
    deleted, _by_model = old.delete()
    return deleted


@shared_task(name="config.jobs.forget_tokens_of_applications")
def forget_tokens_of_applications() -> None:
    """Delete expired ones, and end what accounts allowed with them."""
    consents.forget_expired()
    forget_used_codes()


@shared_task(name="config.jobs.back_up_by_night")
def back_up_by_night() -> str:
    """Returns the name of the new file, if one was due."""
    written = write_nightly_backup(now=timezone.now())
    return written.name if written else ""


@shared_task(name="config.jobs.mail_reset_links")
def mail_reset_links(address: str, language: str, site: str) -> None:
    accounts.mail_reset_links(address=address, language=language, site=site)


@shared_task(name="config.jobs.mail_personal_link")
def mail_personal_link(link_id: int, language: str, site: str) -> None:
    link_mails.mail_link(link_id=link_id, language=language, site=site)


@shared_task(name="config.jobs.fan_out_webhooks")
def fan_out_webhooks() -> int:
    """Make the deliveries of new changes; returns how many changes were read."""
    read = fan_out.fan_out()
    if read:
        enqueue_once(deliver_webhooks)
    return read


@shared_task(name="config.jobs.deliver_webhooks")
def deliver_webhooks() -> None:
    if delivering.deliver_due():
        enqueue_once(deliver_webhooks)
    tell_makers()


@shared_task(name="config.jobs.forget_old_deliveries")
def forget_old_deliveries() -> int:
    """Delete the deliveries that are no longer kept; returns how many."""
    return delivering.forget_deliveries_before(timezone.now() - delivering.KEPT)


@shared_task(name="config.jobs.make_notices")
def make_notices() -> int:
    """Tell people what is new in the feed; returns how many changes were read."""
    read = notices.make_notices()
    if read and settings.MAIL:
        enqueue_once(mail_notices)
    if read and pushing.is_waiting():
        enqueue_once(push_notices)
    return read


@shared_task(name="config.jobs.tell_deadlines")
def tell_deadlines() -> None:
    """Tell people of games that are due soon or overdue."""
    deadlines.tell_deadlines(timezone.now())


@shared_task(name="config.jobs.mail_notices")
def mail_notices() -> None:
    """Send the mails of notices that are due."""
    if mailing.send_due():
        enqueue_once(mail_notices)


@shared_task(name="config.jobs.push_notices")
def push_notices() -> None:
    """Send the notices that devices wait for."""
    if pushing.send_due():
        enqueue_once(push_notices)


@shared_task(name="config.jobs.forget_old_notices")
def forget_old_notices() -> int:
    """Delete the notices that are no longer kept; returns how many."""
    return notices.forget_notices_before(timezone.now() - notices.KEPT)


def send_link_mails(
    *, actor: Actor, event_id: int, entry_ids: Iterable[int] | None, site: str
) -> int:
    """Let a worker mail the links of entries, by default all; returns how many.

    site: as in `mail_link`.

    :raises NobodyToMail: there is none.
    """
    found = link_mails.request_link_mails(actor=actor, event_id=event_id, entry_ids=entry_ids)
    for link_id in found:
        enqueue(mail_personal_link, link_id, get_language() or "", site)
    return len(found)
