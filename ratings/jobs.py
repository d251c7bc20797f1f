"""Periodic celery tasks; each calls one service."""

from celery import shared_task
from django.utils import timezone

from ratings import services
from tournaments.actor import SYSTEM


@shared_task
def publish_lists() -> int:
    """Sent every hour; the list of a month is published only once."""
    return services.publish_monthly_lists(actor=SYSTEM, today=timezone.now().date())
