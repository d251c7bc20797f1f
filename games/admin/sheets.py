"""Photos of score sheets: who sent which, without the photos."""

from typing import ClassVar

from django.contrib import admin

from games import models
from games.admin.evidence import SLOT_SEARCH
from tournaments.admin.base import ReadOnlyAdmin
from tournaments.admin.columns import slot_columns, slot_paths


@admin.register(models.ScoreSheet)
class ScoreSheetAdmin(ReadOnlyAdmin):
    exclude = ("image",)
    list_display = ("players", "event", "round", "seat", "width", "height", "at")
    list_select_related = ("slot__pairing__round__event",)
    search_fields = ("public_id", *SLOT_SEARCH)
    prefetch = ("slot__pairing__seats__entry__player",)
    deferred = ("image",)
    paths: ClassVar = slot_paths("slot__")
    players, event, round = slot_columns(lambda sheet: sheet.slot, "slot__")
