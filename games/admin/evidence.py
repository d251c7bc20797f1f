"""The admin of evidence: submitted games, disputes, rulings, imports."""

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminSplitDateTime
from django.utils.translation import gettext_lazy as _

from games import models
from games.services import confirm as confirming
from games.services import people
from games.services.rulings import no_show, postpone, rule, withdraw
from tournaments.actor import Actor
from tournaments.admin.actions import add_actions, entry_key, row_action
from tournaments.admin.base import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    ServiceAdmin,
    ServiceForm,
    number_of,
    text_of,
)
from tournaments.admin.columns import (
    RESULT_KINDS,
    column,
    names_html,
    slot_columns,
    slot_paths,
)
from tournaments.choices import SlotStatus
from tournaments.state import ADJUDICATED, CANCELLED, DOUBLE_FORFEIT, FORFEIT

if TYPE_CHECKING:
    from tournaments.models import Player


class GamePlayerInline(ReadOnlyInline):
    model = models.GamePlayer


class ConfirmationInline(ReadOnlyInline):
    model = models.Confirmation


SLOT_SEARCH = (
    "slot__pairing__seats__entry__player__name",
    "slot__pairing__round__event__name",
    "slot__pairing__round__event__slug",
)


def _game_key(game: models.Game) -> dict[str, object]:
    return {"game_id": game.pk}


def _names(game: models.Game) -> list[str]:
    """Who moved first in front; reads `players__player`."""
    seats = sorted(game.players.all(), key=lambda seat: seat.order)
    return [seat.player.name if seat.player else seat.name_in_record for seat in seats]


def _ruled(ruling: models.Ruling) -> str:
    """The kind and, if there is one, the result or the seat that wins."""
    kind = str(ruling.outcome.get("kind", ""))
    words = str(RESULT_KINDS.get(kind, kind))
    return " · ".join(filter(None, (words, str(ruling.outcome.get("result") or ""))))


@admin.register(models.Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = (
        "names", "event", "round", "game", "state", "played_on", "at", "public_id",
    )  # fmt: skip
    list_select_related = ("slot__pairing__round__event",)
    list_filter = ("state", "game")
    search_fields = (
        "players__player__name",
        "players__name_in_record",
        "slot__pairing__round__event__name",
        "public_id",
        "moves_hash",
    )
    date_hierarchy = "at"
    prefetch = ("players__player", "slot__pairing__seats__entry__player")
    deferred = ("record", "verdict")
    paths: ClassVar = {**slot_paths("slot__"), "player": "players__player"}
    _players, event, round = slot_columns(lambda game: game.slot, "slot__")
    names = column(_("players"), lambda game: names_html(_names(game)))
    inlines = (GamePlayerInline, ConfirmationInline)
    actions = ("confirm", "dispute", "void")

    confirm = row_action(_("Confirm"), confirming.confirm_game, _game_key)

    dispute = row_action(
        _("Dispute the game"),
        confirming.dispute_game,
        _game_key,
        asks=("reason",),
        fields=lambda request: {"text": text_of(request, "reason")},
    )

    void = row_action(
        _("Take the game back: its slot is open again"),
        rule.void_result,
        _game_key,
        reason=True,
        confirm=_("The games no longer count, and their slots are open again. Take them back?"),
    )


@admin.register(models.Dispute)
class DisputeAdmin(ReadOnlyAdmin):
    list_display = ("players", "event", "round", "text", "closed_at")
    list_select_related = ("slot__pairing__round__event",)
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    search_fields = ("text", "game__public_id", *SLOT_SEARCH)
    prefetch = ("slot__pairing__seats__entry__player",)
    paths: ClassVar = slot_paths("slot__")
    players, event, round = slot_columns(lambda dispute: dispute.slot, "slot__")


class RulingForm(ServiceForm):
    """winner: a seat. result: in the notation of a record."""

    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[
            (ADJUDICATED, _("adjudicated")),
            (FORFEIT, _("forfeit")),
            (DOUBLE_FORFEIT, _("double forfeit")),
            (CANCELLED, _("cancelled")),
            (SlotStatus.POSTPONED, _("postponed")),
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
    list_display = ("players", "event", "round", "ruled", "reason", "at")
    list_select_related = ("slot__pairing__round__event",)
    search_fields = ("reason", "game__public_id", *SLOT_SEARCH)
    date_hierarchy = "at"
    prefetch = ("slot__pairing__seats__entry__player",)
    paths: ClassVar = slot_paths("slot__")
    players, event, round = slot_columns(lambda ruling: ruling.slot, "slot__")
    ruled = column(_("ruling"), lambda ruling: _ruled(ruling))


@admin.register(models.Import)
class ImportAdmin(ReadOnlyAdmin):
    list_display = ("source", "state", "done", "total", "at")
    list_filter = ("state",)
    search_fields = ("source",)


@admin.register(models.WagerAccount)
class WagerAccountAdmin(ReadOnlyAdmin):
    list_display = ("event", "entry", "kind", "balance", "floor", "overdrawn")
    list_select_related = ("event", "entry__player", "entry__event")
    list_filter = ("kind", "overdrawn")
    search_fields = ("event__name", "event__slug", "entry__player__name")
    paths: ClassVar = {"event": "event", "entry": "entry"}


@admin.register(models.WagerTransfer)
class WagerTransferAdmin(ReadOnlyAdmin):
    list_display = ("payer", "payee", "amount", "step", "live", "at")
    list_select_related = (
        "payer__entry__player", "payer__event", "payee__entry__player", "payee__event",
    )  # fmt: skip
    paths: ClassVar = {"event": "payer__event", "slot": "slot"}
    search_fields = ("game__public_id", "step")


@admin.register(models.SlotBids)
class SlotBidsAdmin(ReadOnlyAdmin):
    list_display = ("players", "event", "round", "pairs", "first_seat", "at")
    list_select_related = ("slot__pairing__round__event",)
    search_fields = SLOT_SEARCH
    prefetch = ("slot__pairing__seats__entry__player",)
    paths: ClassVar = slot_paths("slot__")
    players, event, round = slot_columns(lambda bids: bids.slot, "slot__")


def _player_key(player: "Player") -> dict[str, object]:
    return {"player": player.public_id}


add_actions(
    "tournaments.Entry",
    withdraw_player=row_action(
        _("Withdraw (from the round on; open games are forfeited)"),
        withdraw.withdraw_player,
        entry_key,
        reason=True,
        asks=("round",),
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
        asks=("seat",),
        fields=lambda request: {"seats": [number_of(request, "seat")]},
    ),
)
add_actions(
    "tournaments.Round",
    postpone_round=row_action(
        _("Postpone the open games of the round"),
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
        asks=("into",),
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
