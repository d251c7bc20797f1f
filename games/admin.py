"""The admin of evidence: submitted games, disputes, rulings, imports."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminSplitDateTime
from django.utils.translation import gettext_lazy as _

from games import models
from games.services import confirm as confirming
from games.services import no_show, people, postpone, rule, withdraw
from tournaments.actor import Actor
from tournaments.admin.actions import add_actions, entry_key, row_action
from tournaments.admin_base import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    ReasonForm,
    ServiceAdmin,
    ServiceForm,
    number_of,
    text_of,
)


class GamePlayerInline(ReadOnlyInline):
    model = models.GamePlayer


class ConfirmationInline(ReadOnlyInline):
    model = models.Confirmation


def _game_key(game: models.Game) -> dict[str, Any]:
    return {"game_id": game.pk}


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

    confirm = row_action(_("Confirm"), confirming.confirm_game, _game_key)

    dispute = row_action(
        _("Dispute (with a reason)"),
        confirming.dispute_game,
        _game_key,
        fields=lambda request: {"text": text_of(request, "reason")},
    )

    void = row_action(
        _("Take back: the slot is open again (with a reason)"),
        rule.void_result,
        _game_key,
        reason=True,
        confirm=_("The games no longer count, and their slots are open again. Take them back?"),
    )


@admin.register(models.Dispute)
class DisputeAdmin(ReadOnlyAdmin):
    list_display = ("slot", "game", "text", "closed_at")
    list_select_related = ("slot", "game")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "slot__pairing__round__event")
    search_fields = ("text", "game__public_id", "slot__pairing__round__event__slug")


class RulingForm(ServiceForm):
    """winner: a seat. result: in the notation of a record."""

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
    """Adding a ruling decides the slot, with or without a game."""

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


def _player_key(player: Any) -> dict[str, Any]:
    return {"player": player.public_id}


add_actions(
    "tournaments.Entry",
    withdraw_player=row_action(
        _("Withdraw (from the round on; open games are forfeited)"),
        withdraw.withdraw_player,
        entry_key,
        reason=True,
        fields=lambda request: {"from_round": number_of(request, "round")},
        confirm=_("The open games of these players are forfeited. Withdraw them?"),
    ),
)
add_actions(
    "tournaments.Pairing",
    record_no_show=row_action(
        _("Did not come (the seat; open games are forfeited)"),
        no_show.record_no_show,
        lambda pairing: {"pairing_id": pairing.pk},
        reason=True,
        fields=lambda request: {"seats": [number_of(request, "seat")]},
    ),
)
add_actions(
    "tournaments.Round",
    postpone_round=row_action(
        _("Postpone the open games (with a reason)"),
        postpone.postpone_slots,
        lambda round_: {"event_id": round_.event_id, "round_number": round_.number},
        reason=True,
    ),
)
add_actions(
    "tournaments.Player",
    merge_players=row_action(
        _("Merge into another player"),
        people.merge_players,
        _player_key,
        fields=lambda request: {"into": text_of(request, "into")},
        confirm=_("All games of these players become those of the other player. Merge them?"),
    ),
    undo_merge=row_action(
        _("Part from the player it was merged into"), people.undo_merge, _player_key
    ),
    anonymise_players=row_action(
        _("Forget who they were, for good"),
        people.anonymise_player,
        _player_key,
        confirm=_("Their names, handles and records are deleted for good. Delete them?"),
    ),
)
