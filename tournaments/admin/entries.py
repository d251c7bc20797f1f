"""Entries and their places in stages."""

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.actions import row_action
from tournaments.admin_base import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    RoundForm,
    ServiceAdmin,
    number_of,
    reason_of,
)
from tournaments.services.entries import absences, entries


class AbsenceInline(ReadOnlyInline):
    model = models.Absence


class EntryActionForm(RoundForm):
    to_round = forms.IntegerField(required=False, label=_("to round:"), min_value=1)
    table = forms.IntegerField(required=False, label=_("Table:"), min_value=1)


@admin.register(models.Entry)
class EntryAdmin(ServiceAdmin):
    """The ratings app adds the form that enters a player, since it reads a rating."""

    autocomplete_fields = ("event", "player")
    list_display = (
        "player", "event", "number", "state", "checked_in_at", "rating", "rating_source",
    )  # fmt: skip
    list_select_related = ("player", "event")
    list_filter = ("state", "event")
    search_fields = ("player__name", "player__public_id", "event__slug")
    inlines = (AbsenceInline,)
    action_form = EntryActionForm
    actions = (
        "approve",
        "refuse",
        "cancel",
        "check_in",
        "undo_check_in",
        "ask_bye",
        "cancel_bye",
        "absent",
        "back_again",
        "fix_table",
    )

    approve = row_action(
        _("Approve"),
        lambda actor, entry, request: entries.approve_entry(actor=actor, entry_id=entry.pk),
    )

    refuse = row_action(
        _("Refuse (with a reason)"),
        lambda actor, entry, request: entries.refuse_entry(
            actor=actor, entry_id=entry.pk, reason=reason_of(request)
        ),
    )

    cancel = row_action(
        _("Cancel before the start"),
        lambda actor, entry, request: entries.cancel_entry(actor=actor, entry_id=entry.pk),
    )

    check_in = row_action(
        _("Check in"),
        lambda actor, entry, request: entries.check_in(actor=actor, entry_id=entry.pk),
    )

    undo_check_in = row_action(
        _("Undo the check-in"),
        lambda actor, entry, request: entries.check_in(actor=actor, entry_id=entry.pk, undo=True),
    )

    ask_bye = row_action(
        _("Bye asked for (in the round)"),
        lambda actor, entry, request: absences.ask_bye(
            actor=actor, entry_id=entry.pk, round_number=number_of(request, "round")
        ),
    )

    cancel_bye = row_action(
        _("Take the bye back (of the round)"),
        lambda actor, entry, request: absences.cancel_bye(
            actor=actor, entry_id=entry.pk, round_number=number_of(request, "round")
        ),
    )

    absent = row_action(
        _("Away (from the round, to the round)"),
        lambda actor, entry, request: absences.add_absence(
            actor=actor,
            entry_id=entry.pk,
            from_round=number_of(request, "round"),
            to_round=number_of(request, "to_round"),
            reason=reason_of(request),
        ),
    )

    back_again = row_action(
        _("Plays again (from the round on)"),
        lambda actor, entry, request: absences.return_entry(
            actor=actor,
            entry_id=entry.pk,
            from_round=number_of(request, "round"),
            reason=reason_of(request),
        ),
    )

    fix_table = row_action(
        _("Always at the table (none: at any)"),
        lambda actor, entry, request: entries.edit_entry(
            actor=actor, entry_id=entry.pk, changes={"fixed_table": _table(request)}
        ),
    )


def _table(request: HttpRequest) -> int | None:
    return number_of(request, "table") if request.POST.get("table") else None


class AdjustmentInline(ReadOnlyInline):
    model = models.Adjustment


@admin.register(models.StageEntry)
class StageEntryAdmin(ReadOnlyAdmin):
    list_display = ("stage", "seed", "entry", "group", "start_points_x2", "decided_rank")
    list_select_related = ("stage", "entry")
    search_fields = ("entry__player__name", "stage__event__slug")
    inlines = (AdjustmentInline,)
