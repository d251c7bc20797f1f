"""Archives that events came from, halls that events were given to, and what these brought back."""

from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games import models
from tournaments.admin.base import ReadOnlyAdmin
from tournaments.admin.columns import link_column


@admin.register(models.TakenArchive)
class TakenArchiveAdmin(ReadOnlyAdmin):
    exclude = ("journal", "head")
    list_display = ("event", "is_rated", "for_hall", "at")
    list_select_related = ("event",)
    list_filter = ("for_hall",)
    search_fields = ("event__name", "event__slug", "sha256")
    deferred = ("journal", "head")
    paths: ClassVar = {"event": "event"}


@admin.register(models.HallTake)
class HallTakeAdmin(ReadOnlyAdmin):
    """Without the salt, as marks are compared with facts by it."""

    exclude = ("salt", "marks")
    list_display = ("at", "event_link", "state", "sha256")
    list_select_related = ("event",)
    list_filter = ("state",)
    search_fields = ("event__name", "event__slug", "sha256")
    deferred = ("salt", "marks")
    paths: ClassVar = {"event": "event"}
    event_link = link_column(_("event"), lambda row: row.event, "event__name")


@admin.register(models.HallReturn)
class HallReturnAdmin(ReadOnlyAdmin):
    exclude = ("journal", "head")
    list_display = ("at", "event_link", "sha256")
    list_select_related = ("take__event",)
    search_fields = ("take__event__name", "take__event__slug", "sha256")
    deferred = ("journal", "head")
    paths: ClassVar = {"event": "take__event"}
    event_link = link_column(_("event"), lambda row: row.take.event, "take__event__name")
