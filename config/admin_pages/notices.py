"""Notices and their mails and devices in the admin. No address of a device is shown."""

from typing import ClassVar

from django.contrib import admin

from config.models import Notice, NoticeMail, NoticePush, NoticeSettings, PushDevice
from tournaments.admin.base import ReadOnlyAdmin


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    list_display = ("at", "user", "kind", "what", "event", "on_page", "urgent", "read_at")
    list_select_related = ("user",)
    list_filter = ("kind", "urgent", ("read_at", admin.EmptyFieldListFilter))
    search_fields = ("user__username", "event", "source")
    date_hierarchy = "at"
    paths: ClassVar = {"account": "user"}


@admin.register(NoticeMail)
class NoticeMailAdmin(ReadOnlyAdmin):
    list_display = ("at", "user", "state", "due_at", "attempts", "problem")
    list_select_related = ("user",)
    list_filter = ("state",)
    search_fields = ("user__username", "message_id")
    date_hierarchy = "at"
    paths: ClassVar = {"account": "user"}


@admin.register(NoticeSettings)
class NoticeSettingsAdmin(ReadOnlyAdmin):
    list_display = ("user", "language", "time_zone", "digest", "quiet", "mail_off")
    list_select_related = ("user",)
    list_filter = ("mail_off", "digest")
    search_fields = ("user__username",)
    paths: ClassVar = {"account": "user"}


@admin.register(PushDevice)
class PushDeviceAdmin(ReadOnlyAdmin):
    """Who knows the address and its keys could be taken for the push service."""

    exclude = ("endpoint", "p256dh", "auth")
    list_display = ("name", "user", "at", "sent_at", "off", "off_at")
    list_select_related = ("user",)
    list_filter = ("off",)
    search_fields = ("name", "user__username")
    deferred = ("endpoint", "p256dh", "auth")
    paths: ClassVar = {"account": "user"}


@admin.register(NoticePush)
class NoticePushAdmin(ReadOnlyAdmin):
    list_display = ("device", "notice", "state", "due_at", "attempts", "problem")
    list_select_related = ("device__user", "notice__user")
    list_filter = ("state",)
    search_fields = ("device__user__username", "device__name")
    paths: ClassVar = {"account": "device__user"}
