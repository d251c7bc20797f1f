"""Entries, and how they stand in their stages."""

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin_base import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    RoundForm,
    ServiceAdmin,
    for_each_row,
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
    """The form that enters a player reads their rating: the ratings app brings it."""

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

    @admin.action(description=_("Approve"))
    def approve(self, request: HttpRequest, rows: QuerySet[models.Entry]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, entry: entries.approve_entry(actor=actor, entry_id=entry.pk),
        )

    @admin.action(description=_("Refuse (with a reason)"))
    def refuse(self, request: HttpRequest, rows: QuerySet[models.Entry]) -> None:
        reason = reason_of(request)
        for_each_row(
            self,
            request,
            rows,
            lambda actor, entry: entries.refuse_entry(
                actor=actor, entry_id=entry.pk, reason=reason
            ),
        )

    @admin.action(description=_("Cancel before the start"))
    def cancel(self, request: HttpRequest, rows: QuerySet[models.Entry]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, entry: entries.cancel_entry(actor=actor, entry_id=entry.pk),
        )

    @admin.action(description=_("Check in"))
    def check_in(self, request: HttpRequest, rows: QuerySet[models.Entry]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, entry: entries.check_in(actor=actor, entry_id=entry.pk),
        )

    @admin.action(description=_("Undo the check-in"))
    def undo_check_in(self, request: HttpRequest, rows: QuerySet[models.Entry]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, entry: entries.check_in(actor=actor, entry_id=entry.pk, undo=True),
        )

    @admin.action(description=_("Bye asked for (in the round)"))
    def ask_bye(self, request: HttpRequest, rows: QuerySet[models.Entry]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, entry: absences.ask_bye(
                actor=actor, entry_id=entry.pk, round_number=number_of(request, "round")
            ),
        )

    @admin.action(description=_("Take the bye back (of the round)"))
    def cancel_bye(self, request: HttpRequest, rows: QuerySet[models.Entry]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, entry: absences.cancel_bye(
                actor=actor, entry_id=entry.pk, round_number=number_of(request, "round")
            ),
        )

    @admin.action(description=_("Away (from the round, to the round)"))
    def absent(self, request: HttpRequest, rows: QuerySet[models.Entry]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, entry: absences.absent(
                actor=actor,
                entry_id=entry.pk,
                from_round=number_of(request, "round"),
                to_round=number_of(request, "to_round"),
                reason=reason_of(request),
            ),
        )

    @admin.action(description=_("Plays again (from the round on)"))
    def back_again(self, request: HttpRequest, rows: QuerySet[models.Entry]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, entry: absences.return_entry(
                actor=actor,
                entry_id=entry.pk,
                from_round=number_of(request, "round"),
                reason=reason_of(request),
            ),
        )

    @admin.action(description=_("Always at the table (none: at any)"))
    def fix_table(self, request: HttpRequest, rows: QuerySet[models.Entry]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, entry: entries.edit_entry(
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
