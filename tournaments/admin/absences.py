"""Absences and byes, adjustments of points, and forbidden pairs."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.actor import Actor
from tournaments.admin.actions import row_action
from tournaments.admin.base import ReadOnlyAdmin, ServiceAdmin, ServiceForm
from tournaments.admin.columns import column, link_column, names_html
from tournaments.selectors.people.apart import CLUB, FAMILY
from tournaments.services.entries import absences, apart
from tournaments.services.events import adjustments
from tournaments.standings.points import points_text


@admin.register(models.Absence)
class AbsenceAdmin(ReadOnlyAdmin):
    """Absences are made and ended by the actions of entries."""

    list_display = ("name", "event_link", "from_round", "to_round", "kind", "cancelled_at")
    list_select_related = ("entry__player", "entry__event")
    list_filter = ("kind", ("cancelled_at", admin.EmptyFieldListFilter))
    search_fields = ("entry__player__name", "entry__event__name", "entry__event__slug")
    paths: ClassVar = {"event": "entry__event", "player": "entry__player", "entry": "entry"}
    name = column(_("player"), lambda row: row.entry.player.name, "entry__player__name")
    event_link = link_column(_("event"), lambda row: row.entry.event, "entry__event__name")

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
    list_display = ("name", "event_link", "after_round", "points", "reason", "cancelled_at")
    list_select_related = ("stage_entry__entry__player", "stage_entry__stage__event")
    list_filter = ("kind",)
    search_fields = (
        "reason",
        "stage_entry__entry__player__name",
        "stage_entry__stage__event__name",
        "stage_entry__stage__event__slug",
    )
    paths: ClassVar = {
        "event": "stage_entry__stage__event",
        "player": "stage_entry__entry__player",
        "entry": "stage_entry__entry",
    }
    name = column(
        _("player"),
        lambda row: row.stage_entry.entry.player.name,
        "stage_entry__entry__player__name",
    )
    event_link = link_column(_("event"), lambda row: row.stage_entry.stage.event)
    points = column(_("points"), lambda row: points_text(row.points_x2), "points_x2")

    cancel = row_action(
        _("Counts no more"),
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
    list_display = ("names", "event_link", "last_round")
    list_select_related = ("event", "low__player", "high__player")
    search_fields = ("low__player__name", "high__player__name", "event__name", "event__slug")
    paths: ClassVar = {"event": "event"}
    names = column(
        _("players"), lambda pair: names_html((pair.low.player.name, pair.high.player.name))
    )
    event_link = link_column(_("event"), lambda pair: pair.event, "event__name")

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
    list_filter = ("kind",)
    search_fields = ("event__name", "event__slug", "key")
    paths: ClassVar = {"event": "event"}

    end = row_action(
        _("Let them meet"),
        apart.end_apart_rule,
        lambda rule: {"event_id": rule.event_id, "kind": rule.kind, "key": rule.key},
    )
