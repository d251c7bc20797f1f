"""Celery tasks of the project; each calls one service."""

from celery import shared_task

from config.access import accounts
from config.api import idempotency


@shared_task(name="config.jobs.forget_idempotency_keys")
def forget_idempotency_keys() -> int:
    """Delete expired keys; returns how many."""
    return idempotency.delete_old_keys()


@shared_task(name="config.jobs.mail_reset_links")
def mail_reset_links(address: str, language: str, site: str) -> None:
    accounts.mail_reset_links(address=address, language=language, site=site)
