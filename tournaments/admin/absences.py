"""Rounds that entries miss; bonuses and penalties; who is not to meet."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.actor import Actor
from tournaments.admin_base import (
    ReadOnlyAdmin,
    ReasonForm,
    ServiceAdmin,
    ServiceForm,
    for_each_row,
    reason_of,
)
from tournaments.selectors.people.apart import CLUB, FAMILY
from tournaments.services.entries import absences, apart
from tournaments.services.events import adjustments


@admin.register(models.Absence)
class AbsenceAdmin(ReadOnlyAdmin):
    """Made and ended by the actions of entries; a bye is taken back here too."""

    list_display = ("entry", "from_round", "to_round", "kind", "points_x2", "cancelled_at")
    list_select_related = ("entry",)
    list_filter = ("kind", ("cancelled_at", admin.EmptyFieldListFilter), "entry__event")
    search_fields = ("entry__player__name", "entry__event__slug")
    actions = ("cancel_bye",)

    @admin.action(description=_("Take the bye back"))
    def cancel_bye(self, request: HttpRequest, rows: QuerySet[models.Absence]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, away: absences.cancel_bye(
                actor=actor, entry_id=away.entry_id, round_number=away.from_round
            ),
        )


class AdjustmentForm(ServiceForm):
    class Meta:
        model = models.Adjustment
        fields = ("stage_entry", "after_round", "points_x2", "reason")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Adjustment:
        entry_id = given.pop("stage_entry").entry_id
        return adjustments.adjust(actor=actor, entry_id=entry_id, **given)


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

    @admin.action(description=_("Counts no more (with a reason)"))
    def cancel(self, request: HttpRequest, rows: QuerySet[models.Adjustment]) -> None:
        reason = reason_of(request)
        for_each_row(
            self,
            request,
            rows,
            lambda actor, given: adjustments.cancel_adjustment(
                actor=actor, adjustment_id=given.pk, reason=reason
            ),
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

    @admin.action(description=_("Let them meet"))
    def let_meet(self, request: HttpRequest, rows: QuerySet[models.ForbiddenPair]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, pair: apart.let_meet(
                actor=actor, event_id=pair.event_id, entries=[pair.low_id, pair.high_id]
            ),
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

    @admin.action(description=_("Let them meet"))
    def end(self, request: HttpRequest, rows: QuerySet[models.KeptApart]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, rule: apart.end_rule(
                actor=actor, event_id=rule.event_id, kind=rule.kind, key=rule.key
            ),
        )
