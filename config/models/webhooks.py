"""Webhooks and what was posted to them."""

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, Q
from django.utils import timezone

from config.webhooks.choices import DeliveryState, Format, Off
from tournaments.columns import code, exactly_one, json, public_id


class Webhook(models.Model):
    """An address to which the changes of an event, a club or a player are posted.

    It sees what the account of its maker sees. `sealed_url`, `sealed_secret`, `sealed_old_secret`:
    encrypted, see webhooks/sealing.py; the old secret also signs until `old_secret_until`.
    `since`: the position in the feed after which it begins. `failing_since`: the first failure
    after the last success. `held_until`: a worker is sending until then at most.
    """

    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, CASCADE, related_name="webhooks")
    event = models.ForeignKey("tournaments.Event", CASCADE, null=True, blank=True, related_name="+")
    club = models.ForeignKey("tournaments.Club", CASCADE, null=True, blank=True, related_name="+")
    player = models.ForeignKey(
        "tournaments.Player", CASCADE, null=True, blank=True, related_name="+"
    )
    host = code()
    sealed_url = models.TextField()
    sealed_secret = models.TextField()
    sealed_old_secret = models.TextField(blank=True)
    old_secret_until = models.DateTimeField(null=True, blank=True)
    kinds = json(default=list, blank=True)  # empty: all
    format = code(choices=Format.choices, default=Format.STANDARD)
    language = code(default="en")  # of messages in chats
    site = code()  # scheme and host of this service, for links in messages
    off = code(choices=Off.choices, blank=True)  # empty: on
    off_at = models.DateTimeField(null=True, blank=True)
    maker_told_at = models.DateTimeField(null=True, blank=True)
    since = models.BigIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    is_slow = models.BooleanField(default=False)  # its last answer took long
    held_until = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=exactly_one("event", "club", "player"), name="webhook_is_of_one_thing"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.host}: {self.event or self.club or self.player}"


class Delivery(models.Model):
    """One change for one webhook, or a test.

    position: of the change in the feed; null for a test. lane: the slug of the event; those of one
    lane are sent in order. by_hand: asked for by a person, so it waits for none and is tried once.
    """

    webhook = models.ForeignKey(Webhook, CASCADE, related_name="deliveries")
    position = models.BigIntegerField(null=True, blank=True)
    lane = code(blank=True)
    action = code()
    message_id = public_id()
    by_hand = models.BooleanField(default=False)
    state = code(choices=DeliveryState.choices, default=DeliveryState.WAITING)
    attempts = models.IntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    tried_at = models.DateTimeField(null=True, blank=True)
    milliseconds = models.IntegerField(null=True, blank=True)  # of the last attempt
    status = models.IntegerField(null=True, blank=True)  # of the last answer
    answer = models.TextField(blank=True)  # the beginning of its body
    problem = code(blank=True)  # why there was none
    tries = json(default=list, blank=True, db_default=[])  # each attempt: delivering._noted

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["webhook", "position"], name="change_once_for_each_webhook"
            ),
        ]
        indexes = [
            models.Index(fields=["webhook", "-id"], name="delivery_of_webhook"),
            models.Index(
                fields=["webhook", "lane", "id"],
                condition=Q(state=DeliveryState.WAITING),
                name="delivery_waiting",
            ),
            models.Index(fields=["at"], name="delivery_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.message_id}: {self.action}"
