"""Celery tasks of the project; each calls one service."""

from celery import shared_task
from django.utils import timezone

from config.access import accounts, link_mails
from config.models import IdempotencyKey


@shared_task(name="config.jobs.forget_idempotency_keys")
def forget_idempotency_keys() -> int:
    """Delete expired keys; returns how many."""
    old = IdempotencyKey.objects.filter(at__lt=timezone.now() - IdempotencyKey.STORED_FOR)
    deleted, _by_model = old.delete()
    return deleted


@shared_task(name="config.jobs.mail_reset_links")
def mail_reset_links(address: str, language: str, site: str) -> None:
    accounts.mail_reset_links(address=address, language=language, site=site)


@shared_task(name="config.jobs.mail_personal_link")
def mail_personal_link(link_id: int, language: str, site: str) -> None:
    link_mails.mail_link(link_id=link_id, language=language, site=site)
