"""Admin of evidence: submitted games, disputes, rulings, imports and stakes."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminSplitDateTime
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import models
from games.services import confirm, no_show, people, postpone, rule, withdraw
from tournaments.actor import Actor
from tournaments.admin_base import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    ReasonForm,
    ServiceAdmin,
    ServiceForm,
    add_actions,
    for_each_row,
    number_of,
    reason_of,
)


class GamePlayerInline(ReadOnlyInline):
    model = models.GamePlayer


class ConfirmationInline(ReadOnlyInline):
    model = models.Confirmation


@admin.register(models.Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ("public_id", "game", "slot", "state", "played_on", "at")
    list_select_related = ("slot",)
    list_filter = ("state", "game", "slot__pairing__round__event")
    search_fields = ("public_id", "players__player__name", "players__name_in_record", "moves_hash")
    date_hierarchy = "at"
    inlines = (GamePlayerInline, ConfirmationInline)
    action_form = ReasonForm
    actions = ("confirm", "dispute", "void")

    @admin.action(description=_("Confirm"))
    def confirm(self, request: HttpRequest, rows: QuerySet[models.Game]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, game: confirm.confirm_game(actor=actor, game_id=game.pk),
        )

    @admin.action(description=_("Dispute (with a reason)"))
    def dispute(self, request: HttpRequest, rows: QuerySet[models.Game]) -> None:
        text = reason_of(request)
        for_each_row(
            self,
            request,
            rows,
            lambda actor, game: confirm.dispute_game(actor=actor, game_id=game.pk, text=text),
        )

    @admin.action(description=_("Take back: the slot is open again (with a reason)"))
    def void(self, request: HttpRequest, rows: QuerySet[models.Game]) -> None:
        reason = reason_of(request)
        for_each_row(
            self,
            request,
            rows,
            lambda actor, game: rule.void_result(actor=actor, game_id=game.pk, reason=reason),
        )


@admin.register(models.Dispute)
class DisputeAdmin(ReadOnlyAdmin):
    list_display = ("slot", "game", "text", "closed_at")
    list_select_related = ("slot", "game")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "slot__pairing__round__event")
    search_fields = ("text", "game__public_id", "slot__pairing__round__event__slug")


class RulingForm(ServiceForm):
    """How a slot ended. `winner` is a seat; `result` is in the words of a record."""

    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[
            ("adjudicated", _("adjudicated")),
            ("forfeit", _("forfeit")),
            ("double_forfeit", _("double forfeit")),
            ("cancelled", _("cancelled")),
            ("postponed", _("postponed")),
        ],
    )
    winner = forms.IntegerField(
        label=_("Winner"), required=False, min_value=1, help_text=_("Forfeit: the seat that wins.")
    )
    result = forms.CharField(
        label=_("Result"),
        required=False,
        help_text=_("Adjudicated: R-0, 0-F, 1/2-1/2; first and second move in this slot."),
    )
    until = forms.SplitDateTimeField(label=_("Until"), required=False, widget=AdminSplitDateTime())

    class Meta:
        model = models.Ruling
        fields = ("slot", "kind", "winner", "result", "until", "reason")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Ruling:
        outcome = {name: given[name] for name in ("winner", "result", "until") if given.get(name)}
        return rule.rule_slot(
            actor=actor,
            pairing_id=given["slot"].pairing_id,
            number=given["slot"].number,
            outcome={"kind": given["kind"], **outcome},
            reason=given["reason"],
        )


@admin.register(models.Ruling)
class RulingAdmin(ServiceAdmin):
    """Adding a ruling rules the slot, with or without a game."""

    form = RulingForm
    autocomplete_fields = ("slot",)
    list_display = ("slot", "outcome", "reason", "game", "at")
    list_select_related = ("slot", "game")
    list_filter = ("slot__pairing__round__event",)
    search_fields = ("reason", "game__public_id", "slot__pairing__round__event__slug")
    date_hierarchy = "at"


@admin.register(models.Import)
class ImportAdmin(ReadOnlyAdmin):
    list_display = ("source", "state", "done", "total", "at")
    list_filter = ("state",)
    search_fields = ("source",)


@admin.register(models.WagerAccount)
class WagerAccountAdmin(ReadOnlyAdmin):
    list_display = ("event", "entry", "kind", "balance", "floor", "overdrawn")
    list_select_related = ("event", "entry")
    list_filter = ("kind", "overdrawn", "event")
    search_fields = ("event__slug", "entry__player__name")


@admin.register(models.WagerTransfer)
class WagerTransferAdmin(ReadOnlyAdmin):
    list_display = ("slot", "game", "step", "payer", "payee", "amount", "live", "reverses")
    list_select_related = ("slot", "game", "payer", "payee", "reverses")
    search_fields = ("game__public_id", "step")


@admin.register(models.SlotBids)
class SlotBidsAdmin(ReadOnlyAdmin):
    list_display = ("slot", "pairs", "first_seat", "at")
    list_select_related = ("slot",)
    search_fields = ("slot__pairing__round__event__slug",)


@admin.action(description=_("Withdraw (from the round on; open games are forfeited)"))
def withdraw_player(modeladmin: Any, request: HttpRequest, rows: QuerySet[Any]) -> None:
    for_each_row(
        modeladmin,
        request,
        rows,
        lambda actor, entry: withdraw.withdraw_player(
            actor=actor,
            entry_id=entry.pk,
            from_round=number_of(request, "round"),
            reason=reason_of(request),
        ),
    )


@admin.action(description=_("Did not come (the seat; open games are forfeited)"))
def record_no_show(modeladmin: Any, request: HttpRequest, rows: QuerySet[Any]) -> None:
    for_each_row(
        modeladmin,
        request,
        rows,
        lambda actor, pairing: no_show.record_no_show(
            actor=actor,
            pairing_id=pairing.pk,
            seats=[number_of(request, "seat")],
            reason=reason_of(request),
        ),
    )


@admin.action(description=_("Postpone the open games (with a reason)"))
def postpone_round(modeladmin: Any, request: HttpRequest, rows: QuerySet[Any]) -> None:
    for_each_row(
        modeladmin,
        request,
        rows,
        lambda actor, drawn: postpone.postpone_slots(
            actor=actor,
            event_id=drawn.event_id,
            round_number=drawn.number,
            reason=reason_of(request),
        ),
    )


@admin.action(description=_("Merge into another player"))
def merge_players(modeladmin: Any, request: HttpRequest, rows: QuerySet[Any]) -> None:
    into = request.POST.get("into", "").strip()
    for_each_row(
        modeladmin,
        request,
        rows,
        lambda actor, player: people.merge_players(actor=actor, player=player.public_id, into=into),
    )


@admin.action(description=_("Part from the player it was merged into"))
def undo_merge(modeladmin: Any, request: HttpRequest, rows: QuerySet[Any]) -> None:
    for_each_row(
        modeladmin,
        request,
        rows,
        lambda actor, player: people.undo_merge(actor=actor, player=player.public_id),
    )


@admin.action(description=_("Forget who they were, for good"))
def anonymise_players(modeladmin: Any, request: HttpRequest, rows: QuerySet[Any]) -> None:
    for_each_row(
        modeladmin,
        request,
        rows,
        lambda actor, player: people.anonymise_player(actor=actor, player=player.public_id),
    )


add_actions("tournaments.Entry", withdraw_player)
add_actions("tournaments.Pairing", record_no_show)
add_actions("tournaments.Round", postpone_round)
add_actions("tournaments.Player", merge_players, undo_merge, anonymise_players)
