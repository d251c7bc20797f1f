"""Absences and byes, adjustments of points, and forbidden pairs."""

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.actor import Actor
from tournaments.admin.actions import row_action
from tournaments.admin_base import ReadOnlyAdmin, ReasonForm, ServiceAdmin, ServiceForm
from tournaments.selectors.people.apart import CLUB, FAMILY
from tournaments.services.entries import absences, apart
from tournaments.services.events import adjustments


@admin.register(models.Absence)
class AbsenceAdmin(ReadOnlyAdmin):
    """Absences are made and ended by the actions of entries."""

    list_display = ("entry", "from_round", "to_round", "kind", "points_x2", "cancelled_at")
    list_select_related = ("entry",)
    list_filter = ("kind", ("cancelled_at", admin.EmptyFieldListFilter), "entry__event")
    search_fields = ("entry__player__name", "entry__event__slug")
    actions = ("cancel_bye",)

    cancel_bye = row_action(
        _("Take the bye back"),
        absences.cancel_bye,
        lambda absence: {"entry_id": absence.entry_id, "round_number": absence.from_round},
    )


class AdjustmentForm(ServiceForm):
    class Meta:
        model = models.Adjustment
        fields = ("stage_entry", "after_round", "points_x2", "reason")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Adjustment:
        entry_id = given.pop("stage_entry").entry_id
        return adjustments.adjust_points(actor=actor, entry_id=entry_id, **given)


@admin.register(models.Adjustment)
class AdjustmentAdmin(ServiceAdmin):
    form = AdjustmentForm
    autocomplete_fields = ("stage_entry",)
    list_display = ("stage_entry", "after_round", "kind", "points_x2", "reason", "cancelled_at")
    list_select_related = ("stage_entry",)
    list_filter = ("kind", "stage_entry__stage__event")
    search_fields = (
        "reason",
        "stage_entry__entry__player__name",
        "stage_entry__stage__event__slug",
    )
    action_form = ReasonForm
    actions = ("cancel",)

    cancel = row_action(
        _("Counts no more (with a reason)"),
        adjustments.cancel_adjustment,
        lambda adjustment: {"adjustment_id": adjustment.pk},
        reason=True,
    )


class ForbiddenPairForm(ServiceForm):
    class Meta:
        model = models.ForbiddenPair
        fields = ("low", "high", "last_round")
        labels = {"low": _("one entry"), "high": _("the other")}

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.ForbiddenPair:
        both = [given["low"], given["high"]]
        return apart.keep_apart(
            actor=actor,
            event_id=both[0].event_id,
            entries=[entry.pk for entry in both],
            last_round=given["last_round"],
        )[0]


@admin.register(models.ForbiddenPair)
class ForbiddenPairAdmin(ServiceAdmin):
    form = ForbiddenPairForm
    autocomplete_fields = ("low", "high")
    list_display = ("event", "low", "high", "last_round")
    list_select_related = ("event", "low", "high")
    list_filter = ("event",)
    search_fields = ("event__slug", "low__player__name", "high__player__name")
    actions = ("let_meet",)

    let_meet = row_action(
        _("Let them meet"),
        apart.let_meet,
        lambda pair: {"event_id": pair.event_id, "entries": [pair.low_id, pair.high_id]},
    )


class KeptApartForm(ServiceForm):
    kind = forms.ChoiceField(label=_("Kind"), choices=[(CLUB, _("club")), (FAMILY, _("family"))])
    key = forms.CharField(
        label=_("Which"), required=False, help_text=_("The address of a club, or a family; all.")
    )

    class Meta:
        model = models.KeptApart
        fields = ("event", "kind", "key", "last_round")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.KeptApart:
        about = {"actor": actor, "event_id": given["event"].pk, "last_round": given["last_round"]}
        if given["kind"] == CLUB:
            return apart.keep_club_apart(club=given["key"], **about)
        return apart.keep_family_apart(family=given["key"], **about)


@admin.register(models.KeptApart)
class KeptApartAdmin(ServiceAdmin):
    form = KeptApartForm
    autocomplete_fields = ("event",)
    list_display = ("event", "kind", "key", "last_round")
    list_select_related = ("event",)
    list_filter = ("kind", "event")
    search_fields = ("event__slug", "key")
    actions = ("end",)

    end = row_action(
        _("Let them meet"),
        apart.end_apart_rule,
        lambda rule: {"event_id": rule.event_id, "kind": rule.kind, "key": rule.key},
    )
