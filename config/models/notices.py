"""Notices, and the settings by which people switch kinds of them off."""

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, SET_NULL, Q
from django.utils import timezone

from config.notices.choices import Kind, MailOff, SendState, What
from tournaments.columns import code, json, public_id


class Notice(models.Model):
    """A notice to one person. It holds ids and codes, never names.

    mail: the mail that carries it, if any. event: the slug; empty outside events. source: what it
    was made from, so that it is made once. on_page: whether the page lists it; otherwise it is only
    mailed. urgent: mailed at night too.
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
    mail = models.ForeignKey("NoticeMail", SET_NULL, null=True, blank=True, related_name="notices")

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


class NoticeMail(models.Model):
    """A mail with one notice or several, for one account.

    held_until: a worker is sending it until then at most. message_id: the same in every attempt.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, CASCADE, related_name="notice_mails")
    state = code(choices=SendState.choices, default=SendState.WAITING)
    due_at = models.DateTimeField()
    held_until = models.DateTimeField(null=True, blank=True)
    attempts = models.IntegerField(default=0)
    message_id = public_id()
    problem = code(blank=True)  # what the mail server said last
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(state=SendState.WAITING), name="notice_mail_waiting"
            ),
            models.Index(fields=["at"], name="notice_mail_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.state}"


class NoticeSettings(models.Model):
    """What an account chose; one without a row has the defaults.

    off_page, off_email, off_push: the kinds that it does not want there; the last are those of its
    devices. language, time_zone: of mails and devices; an empty language is that of the site, an
    empty zone that of the player, then of the event. mail_off: why no mail is sent; empty: mails
    are sent. refused_address: what the mail server refused; another address gets mails again.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, CASCADE, related_name="notice_settings")
    off_page = json(default=list, blank=True, db_default=[])
    off_email = json(default=list, blank=True, null=True)  # null: the defaults
    off_push = json(default=None, blank=True, null=True)  # null: the defaults
    language = code(blank=True, default="", db_default="")
    time_zone = code(blank=True, default="", db_default="")
    digest = models.BooleanField(default=False, db_default=False)
    quiet = models.BooleanField(default=True, db_default=True)
    mail_off = code(choices=MailOff.choices, blank=True, default="", db_default="")
    refused_address = code(blank=True, default="", db_default="")

    class Meta:
        verbose_name_plural = "notice settings"

    def __str__(self) -> str:
        return f"{self.user}"
