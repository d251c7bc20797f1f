"""Models of accounts, applications, notices and webhooks."""

from config.models.access import (
    ApiToken,
    Application,
    CalendarAddress,
    Consent,
    IdempotencyKey,
    Invitation,
    PersonalLink,
    UsedCode,
)
from config.models.devices import NoticePush, PushDevice
from config.models.notices import Notice, NoticeMail, NoticeSettings
from config.models.webhooks import Delivery, Webhook

__all__ = [
    "ApiToken",
    "Application",
    "CalendarAddress",
    "Consent",
    "Delivery",
    "IdempotencyKey",
    "Invitation",
    "Notice",
    "NoticeMail",
    "NoticePush",
    "NoticeSettings",
    "PersonalLink",
    "PushDevice",
    "UsedCode",
    "Webhook",
]
