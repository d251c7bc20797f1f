"""Celery tasks of the site itself; each calls one service."""

from celery import shared_task

from config.access import accounts
from config.api import idempotency


@shared_task(name="config.jobs.forget_idempotency_keys")
def forget_idempotency_keys() -> int:
    """Delete keys that no request can repeat any more; how many there were."""
    return idempotency.forget_old_keys()


@shared_task(name="config.jobs.mail_reset_links")
def mail_reset_links(address: str, language: str, site: str) -> None:
    """Answer somebody who forgot a password; the page has looked up no account."""
    accounts.mail_reset_links(address=address, language=language, site=site)
