"""Announcements. They are made at the desk of the event."""

from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.actions import row_action
from tournaments.admin.base import ReadOnlyAdmin, read_only_inline
from tournaments.admin.columns import link_column
from tournaments.services.events import announcements


@admin.register(models.Announcement)
class AnnouncementAdmin(ReadOnlyAdmin):
    list_display = ("at", "event_link", "to", "round", "withdrawn_at")
    list_select_related = ("event",)
    list_filter = ("to", ("withdrawn_at", admin.EmptyFieldListFilter))
    search_fields = ("text", "event__name", "event__slug")
    paths: ClassVar = {"event": "event"}
    event_link = link_column(_("event"), lambda row: row.event, "event__name")
    inlines = (
        read_only_inline(
            models.Addressee, related=("entry__player", "entry__event", "announcement__event")
        ),
    )

    withdraw = row_action(
        _("Take the announcement back"),
        announcements.withdraw_announcement,
        lambda row: {"event_id": row.event_id, "announcement_id": row.pk},
    )
