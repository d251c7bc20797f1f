"""The devices that notices are sent to by web push, and what is sent."""

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, Q
from django.utils import timezone

from config.notices.choices import DeviceOff, SendState
from tournaments.columns import code


class PushDevice(models.Model):
    """A browser that an account switched on.

    endpoint: where its push service takes messages, which only the key of this service may send.
    p256dh, auth: what messages are encrypted by. off: why nothing is sent; empty: it is on.
    held_until: a worker is sending to it until then at most.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, CASCADE, related_name="push_devices")
    endpoint = code(max_length=2_000)
    p256dh = code()
    auth = code()
    name = code(blank=True)
    at = models.DateTimeField(default=timezone.now)
    off = code(choices=DeviceOff.choices, blank=True, default="", db_default="")
    off_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)  # the last message that was taken
    held_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["endpoint"], name="device_of_one_account"),
            models.CheckConstraint(
                condition=Q(off="", off_at=None) | ~Q(off="") & Q(off_at__isnull=False),
                name="device_is_off_since",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"


class NoticePush(models.Model):
    """A notice on its way to a device."""

    device = models.ForeignKey(PushDevice, CASCADE, related_name="pushes")
    notice = models.ForeignKey("Notice", CASCADE, related_name="pushes")
    state = code(choices=SendState.choices, default=SendState.WAITING)
    due_at = models.DateTimeField()
    attempts = models.IntegerField(default=0)
    problem = code(blank=True)  # what came of the last attempt

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["device", "notice"], name="pushed_once"),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(state=SendState.WAITING), name="push_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.device}: {self.notice_id} {self.state}"
