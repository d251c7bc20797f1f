"""Webhooks and their deliveries in the admin: to look at, and to switch off."""

from functools import partial
from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from config.models import Delivery, Webhook
from config.webhooks.webhooks import change_webhook
from tournaments.admin.actions import row_action
from tournaments.admin.base import ReadOnlyAdmin


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """The host is shown; the address is a secret of its receiver."""

    list_display = ("host", "format", "event", "club", "player", "made_by", "off", "failing_since")
    list_filter = ("off", "format")
    list_select_related = ("event", "club", "player", "made_by")
    search_fields = ("host", "made_by__username")
    exclude = ("sealed_url", "sealed_secret", "sealed_old_secret")
    actions = ("switch_off",)
    ordering = ("-pk",)
    paths: ClassVar = {"event": "event", "club": "club", "player": "player"}
    switch_off = row_action(
        _("Switch off"), partial(change_webhook, active=False), lambda row: {"webhook_id": row.pk}
    )


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = ("at", "webhook", "action", "state", "attempts", "status", "problem")
    list_filter = ("state",)
    list_select_related = ("webhook__event", "webhook__club", "webhook__player")
    search_fields = ("message_id", "webhook__host")
    date_hierarchy = "at"
    ordering = ("-pk",)
