"""Challenges on ladders, and who went down for not playing."""

from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.actions import row_action
from tournaments.admin.base import ReadOnlyAdmin
from tournaments.admin.columns import link_column
from tournaments.services.ladder import challenges


@admin.register(models.Challenge)
class ChallengeAdmin(ReadOnlyAdmin):
    list_display = ("made_at", "event_link", "challenger", "challenged", "answer_by", "state")
    list_select_related = (
        "stage__event",
        "challenger__player",
        "challenger__event",
        "challenged__player",
        "challenged__event",
    )
    list_filter = ("state",)
    search_fields = ("challenger__player__name", "challenged__player__name", "stage__event__slug")
    paths: ClassVar = {"event": "stage__event"}
    event_link = link_column(_("event"), lambda row: row.stage.event, "stage__event__name")

    withdraw = row_action(
        _("Take the challenge back"),
        challenges.withdraw_challenge,
        lambda row: {"event_id": row.stage.event_id, "challenge_id": row.pk},
    )


@admin.register(models.RungDrop)
class RungDropAdmin(ReadOnlyAdmin):
    list_display = ("at", "event_link", "entry", "below")
    list_select_related = (
        "stage__event",
        "entry__player",
        "entry__event",
        "below__player",
        "below__event",
    )
    search_fields = ("entry__player__name", "stage__event__slug")
    paths: ClassVar = {"event": "stage__event"}
    event_link = link_column(_("event"), lambda row: row.stage.event, "stage__event__name")
