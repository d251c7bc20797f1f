"""Tells the maker of a webhook by mail that it was switched off; its page says so too."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from config.models import Webhook
from config.webhooks.choices import Off

log = logging.getLogger(__name__)


def tell_makers() -> int:
    """Mail those who were not told yet; returns how many mails were sent."""
    return sum(_tell(webhook) for webhook in _untold())


def _untold() -> "QuerySet[Webhook]":
    rows = Webhook.objects.exclude(off__in=("", Off.BY_HAND)).filter(maker_told_at=None)
    return rows.select_related("made_by", "event", "club", "player").order_by("pk")


def _tell(webhook: Webhook) -> bool:
    """Whether a mail was sent. One process does it, and once."""
    mine = Webhook.objects.filter(pk=webhook.pk, maker_told_at=None)
    if not mine.update(maker_told_at=timezone.now()):
        return False
    maker = webhook.made_by
    if not (settings.MAIL and maker.email and maker.is_active):
        return False
    with translation.override(webhook.language):
        subject = _("A webhook to {host} was switched off").format(host=webhook.host)
        context = {
            "webhook": webhook,
            "why": Off(webhook.off).label,
            "url": webhook.site + reverse("pages:webhook", args=[webhook.pk]),
        }
        text = render_to_string("pages/webhook/off_mail.txt", context)
    try:
        send_mail(" ".join(subject.split()), text, None, [maker.email])
    except (OSError, SMTPException):
        log.exception("The mail about webhook %s could not be sent.", webhook.pk)
        return False
    return True
