"""What people are told, and which of it they want to hear."""

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, Q
from django.utils import timezone

from config.notices.choices import Kind, What
from tournaments.columns import code, json


class Notice(models.Model):
    """One thing that a person is told. It holds ids and codes, never names.

    event: the slug; empty outside events. source: what it was made of, so that it is made once.
    on_page: whether the page lists it; otherwise another channel alone tells it. urgent: told also
    by night.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, CASCADE, related_name="notices")
    kind = code(choices=Kind.choices)
    what = code(choices=What.choices)
    event = code(blank=True)
    source = code()
    data = json(blank=True)
    on_page = models.BooleanField(default=True, db_default=True)
    urgent = models.BooleanField(default=False, db_default=False)
    at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "source"], name="told_once"),
        ]
        indexes = [
            models.Index(
                fields=["user"],
                condition=Q(read_at__isnull=True, on_page=True),
                name="notice_not_read",
            ),
            models.Index(fields=["event"], name="notice_of_event"),
            models.Index(fields=["at"], name="notice_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.what}"


class NoticeSettings(models.Model):
    """What an account chose; one without a row has the defaults. off_page: kinds it does not want
    on the page.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, CASCADE, related_name="notice_settings")
    off_page = json(default=list, blank=True, db_default=[])

    class Meta:
        verbose_name_plural = "notice settings"

    def __str__(self) -> str:
        return f"{self.user}"
