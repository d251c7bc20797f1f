"""Models of accounts, applications and webhooks."""

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
from config.models.webhooks import Delivery, Webhook

__all__ = [
    "ApiToken",
    "Application",
    "CalendarAddress",
    "Consent",
    "Delivery",
    "IdempotencyKey",
    "Invitation",
    "PersonalLink",
    "UsedCode",
    "Webhook",
]
