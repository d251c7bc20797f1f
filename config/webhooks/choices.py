"""What the columns of webhooks and deliveries may hold. The labels are the words of pages."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Format(TextChoices):
    STANDARD = "standard", _("JSON for programs (Standard Webhooks)")
    DISCORD = "discord", _("a message in a Discord channel")
    SLACK = "slack", _("a message in a Slack channel")


class Off(TextChoices):
    """Why a webhook is off."""

    BY_HAND = "by_hand", _("switched off by hand")
    FAILING = "failing", _("nothing reached it for three days")
    GONE = "gone", _("the address answered that it is gone")
    MAKER = "maker", _("who made it is no longer staff here, or has left")
    KEY = "key", _("its address cannot be read since the secret key was changed; enter it again")


class DeliveryState(TextChoices):
    """DROPPED: the webhook was switched off. HIDDEN: its maker may no longer see the change."""

    WAITING = "waiting", _("waits")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("not delivered")
    DROPPED = "dropped", _("not sent: the webhook was off")
    HIDDEN = "hidden", _("not sent: no longer visible")
