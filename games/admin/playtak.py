"""Events at playtak, the seeks of their games, and what its server said."""

from typing import ClassVar

from django.contrib import admin

from games import models
from games.admin.evidence import SLOT_SEARCH
from tournaments.admin.base import ReadOnlyAdmin
from tournaments.admin.columns import slot_columns, slot_paths


@admin.register(models.PlaytakEvent)
class PlaytakEventAdmin(ReadOnlyAdmin):
    list_display = ("event", "is_on", "at")
    list_select_related = ("event",)
    list_filter = ("is_on",)
    search_fields = ("event__name", "event__slug")
    paths: ClassVar = {"event": "event"}


@admin.register(models.PlaytakSeek)
class PlaytakSeekAdmin(ReadOnlyAdmin):
    list_display = ("players", "event", "round", "state", "number", "attempts", "due_at")
    list_select_related = ("slot__pairing__round__event",)
    list_filter = ("state",)
    search_fields = ("number", *SLOT_SEARCH)
    prefetch = ("slot__pairing__seats__entry__player",)
    paths: ClassVar = slot_paths("slot__")
    players, event, round = slot_columns(lambda seek: seek.slot, "slot__")


@admin.register(models.PlaytakMessage)
class PlaytakMessageAdmin(ReadOnlyAdmin):
    list_display = ("at", "kind", "number", "pnt_id", "is_found", "state", "attempts")
    list_filter = ("kind", "state")
    search_fields = ("number", "pnt_id")
    date_hierarchy = "at"
    paths: ClassVar = {"event": "seek__slot__pairing__round__event", "slot": "seek__slot"}
