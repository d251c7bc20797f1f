"""Entries, and their places in stages."""

from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.actions import entry_key, row_action
from tournaments.admin.base import (
    ReadOnlyAdmin,
    RoundForm,
    ServiceAdmin,
    number_of,
    read_only_inline,
)
from tournaments.admin.columns import column, link_column
from tournaments.services.entries import absences, entries


class EntryActionForm(RoundForm):
    to_round = forms.IntegerField(required=False, label=_("to round:"), min_value=1)
    table = forms.IntegerField(required=False, label=_("Table:"), min_value=1)


def _bye_round(request: HttpRequest) -> dict[str, Any]:
    return {"round_number": number_of(request, "round")}


def _table_change(request: HttpRequest) -> dict[str, Any]:
    table = number_of(request, "table") if request.POST.get("table") else None
    return {"changes": {"fixed_table": table}}


@admin.register(models.Entry)
class EntryAdmin(ServiceAdmin):
    """The form is set by the ratings app, because entering a player reads their rating."""

    autocomplete_fields = ("event", "player")
    list_display = (
        "name", "event_link", "number", "state", "checked_in_at", "rating", "rating_source",
    )  # fmt: skip
    list_select_related = ("player", "event")
    list_filter = ("state",)
    search_fields = ("player__name", "player__public_id", "event__name", "event__slug")
    paths: ClassVar = {"event": "event", "club": "event__club", "player": "player"}
    name = column(_("player"), lambda entry: entry.player.name, "player__name")
    event_link = link_column(_("event"), lambda entry: entry.event, "event__name")
    inlines = (read_only_inline(models.Absence),)
    questions = EntryActionForm

    approve = row_action(_("Approve"), entries.approve_entry, entry_key)
    refuse = row_action(_("Refuse the entry"), entries.refuse_entry, entry_key, reason=True)
    cancel = row_action(_("Cancel before the start"), entries.cancel_entry, entry_key)
    check_in = row_action(_("Check in"), entries.check_in, entry_key)
    undo_check_in = row_action(
        _("Undo the check-in"), partial(entries.check_in, undo=True), entry_key
    )
    ask_bye = row_action(
        _("Bye asked for (in the round)"),
        absences.ask_bye,
        entry_key,
        asks=("round",),
        fields=_bye_round,
    )
    cancel_bye = row_action(
        _("Take the bye back (of the round)"),
        absences.cancel_bye,
        entry_key,
        asks=("round",),
        fields=_bye_round,
    )
    absent = row_action(
        _("Away (from the round, to the round)"),
        absences.add_absence,
        entry_key,
        reason=True,
        asks=("round", "to_round"),
        fields=lambda request: {
            "from_round": number_of(request, "round"),
            "to_round": number_of(request, "to_round"),
        },
    )
    back_again = row_action(
        _("Plays again (from the round on)"),
        absences.return_entry,
        entry_key,
        reason=True,
        asks=("round",),
        fields=lambda request: {"from_round": number_of(request, "round")},
    )
    fix_table = row_action(
        _("Always at the table (none: at any)"),
        entries.edit_entry,
        entry_key,
        asks=("table",),
        fields=_table_change,
    )


@admin.register(models.StageEntry)
class StageEntryAdmin(ReadOnlyAdmin):
    list_display = ("name", "event_link", "stage_number", "seed", "group", "decided_rank")
    list_select_related = ("stage__event", "entry__player")
    search_fields = ("entry__player__name", "stage__event__name", "stage__event__slug")
    paths: ClassVar = {"event": "stage__event", "entry": "entry"}
    name = column(_("player"), lambda row: row.entry.player.name, "entry__player__name")
    event_link = link_column(_("event"), lambda row: row.stage.event, "stage__event__name")
    stage_number = column(_("stage"), lambda row: row.stage.number, "stage__number")
    inlines = (read_only_inline(models.Adjustment),)
