"""Teams of events, with their members, and their matches. They are changed at the desk."""

from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.base import ReadOnlyAdmin, read_only_inline
from tournaments.admin.columns import column, link_column, round_link


@admin.register(models.Team)
class TeamAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "event_link", "number", "captain", "formed")
    list_select_related = ("event", "captain")
    list_filter = ("formed",)
    search_fields = ("name", "event__name", "event__slug", "members__entry__player__name")
    paths: ClassVar = {"event": "event", "player": "members__entry__player"}
    event_link = link_column(_("event"), lambda row: row.event, "event__name")
    inlines = (
        read_only_inline(
            models.TeamMember, "order", "entry", related=("entry__player", "entry__event", "team")
        ),
        read_only_inline(
            models.LineUpPlace,
            *("round_number", "entry"),
            related=("entry__player", "entry__event", "team"),
        ),
    )


@admin.register(models.TeamMatch)
class TeamMatchAdmin(ReadOnlyAdmin):
    list_display = ("event_link", "round_column", "number", "first", "second", "decided_for")
    list_select_related = ("round__event", "first", "second")
    search_fields = ("first__name", "second__name", "round__event__name", "round__event__slug")
    paths: ClassVar = {"event": "round__event", "round": "round"}
    event_link = link_column(_("event"), lambda row: row.round.event, "round__event__name")
    round_column = column(_("round"), lambda row: round_link(row.round), "round__number")
