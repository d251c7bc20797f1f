"""Rounds, pairings, results and tables."""

from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import jobs, models, selectors
from tournaments.admin.actions import round_key, row_action
from tournaments.admin.base import ReadOnlyAdmin, ReasonForm, read_only_inline
from tournaments.admin.columns import (
    column,
    link_column,
    players_of,
    result_text,
    round_link,
    slot_columns,
    slot_paths,
)
from tournaments.choices import RoundStatus
from tournaments.services.rounds import pairing_jobs, rounds

WITHDRAW_QUESTION = _("The rounds are deleted with their pairings. Withdraw them?")


@admin.register(models.Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = (
        "title", "event_link", "state", "older_results", "legs", "opens_at", "closes_at",
    )  # fmt: skip
    list_select_related = ("event", "stage")
    list_filter = ("state",)
    search_fields = ("event__name", "event__slug")
    deferred = ("proof", "proof_staff")
    paths: ClassVar = {"event": "event", "club": "event__club"}
    inlines = (
        read_only_inline(
            models.Pairing, "leg", "table", "kind", "group", prefetch=("seats__entry__player",)
        ),
    )
    title = column(_("round"), lambda round_: round_.number, "number")
    event_link = link_column(_("event"), lambda round_: round_.event, "event__name")

    publish = row_action(_("Publish"), rounds.publish_round, round_key)

    @admin.display(boolean=True, description=_("from older results"))
    def older_results(self, round_: models.Round) -> bool | None:
        return selectors.draft_is_stale(round_) if round_.state == RoundStatus.DRAFT else None

    publish_stale = row_action(
        _("Publish although results have changed since"),
        partial(rounds.publish_round, stale=True),
        round_key,
    )
    close = row_action(_("Close"), rounds.close_round, round_key)
    discard = row_action(
        _("Discard the draft"),
        rounds.discard_draft,
        round_key,
        confirm=_("The drafts and all edits of them are lost. Discard them?"),
    )
    reopen = row_action(_("Open the round again"), rounds.reopen_round, round_key, reason=True)
    unpublish = row_action(
        _("Make the round a draft again"), rounds.unpublish_round, round_key, reason=True
    )
    withdraw = row_action(
        _("Withdraw the round"),
        rounds.withdraw_round,
        round_key,
        reason=True,
        confirm=WITHDRAW_QUESTION,
    )
    pair_again = row_action(
        _("Withdraw the round and pair it again"),
        lambda **about: jobs.pair_and_wait(pairing_jobs.request_re_pairing(**about)),
        round_key,
        reason=True,
        confirm=WITHDRAW_QUESTION,
    )


class SeatForm(ReasonForm):
    seat = forms.IntegerField(required=False, label=_("Seat:"), min_value=1)


@admin.register(models.Pairing)
class PairingAdmin(ReadOnlyAdmin):
    questions = SeatForm
    list_display = (
        "players", "event_link", "round_link", "leg", "table", "kind", "group", "bracket",
    )  # fmt: skip
    list_select_related = ("round__event",)
    list_filter = ("kind",)
    search_fields = ("seats__entry__player__name", "round__event__name", "round__event__slug")
    prefetch = ("seats__entry__player",)
    paths: ClassVar = {
        "event": "round__event",
        "club": "round__event__club",
        "round": "round",
        "player": "seats__entry__player",
        "entry": "seats__entry",
    }
    players = column(_("players"), players_of)
    event_link = link_column(_("event"), lambda row: row.round.event, "round__event__name")
    round_link = column(_("round"), lambda row: round_link(row.round), "round__number")
    inlines = (
        read_only_inline(
            models.Seat, "order", "entry", "berserk_at", related=("entry__player", "entry__event")
        ),
        read_only_inline(models.GameSlot, "number", "kind", "first_seat", "state", "due_at"),
    )


class LateFilter(admin.SimpleListFilter):
    title = _("late")
    parameter_name = "late"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Any]]:
        return [("yes", _("yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() != "yes":
            return queryset
        late = selectors.overdue_slots(timezone.now()).order_by()
        return queryset.filter(pk__in=late.values("pk"))


def counted_result(slot: models.GameSlot) -> str:
    """The result that counts; reads `results` with their seats."""
    return next((result_text(row) for row in slot.results.all() if row.current), "")


@admin.register(models.GameSlot)
class GameSlotAdmin(ReadOnlyAdmin):
    list_display = (
        "players", "event", "round", "table", "number", "state", "result", "due_at",
    )  # fmt: skip
    list_select_related = ("pairing__round__event",)
    list_filter = (LateFilter, "state")
    search_fields = (
        "pairing__seats__entry__player__name",
        "pairing__round__event__name",
        "pairing__round__event__slug",
    )
    prefetch = ("pairing__seats__entry__player", "results__seats", "results__slot")
    paths: ClassVar = slot_paths("")
    players, event, round = slot_columns(lambda slot: slot)
    table = column(_("table"), lambda slot: slot.pairing.table, "pairing__table")
    result = column(_("result"), lambda slot: counted_result(slot))
    inlines = (
        read_only_inline(
            models.Result, "revision", "current", "kind", "outcome", "source", "reason", "at"
        ),
    )


@admin.register(models.Result)
class ResultAdmin(ReadOnlyAdmin):
    list_display = ("players", "result", "event", "round", "current", "revision", "reason", "at")
    list_select_related = ("slot__pairing__round__event",)
    list_filter = ("current", "kind")
    search_fields = (
        "slot__pairing__seats__entry__player__name",
        "slot__pairing__round__event__name",
        "slot__pairing__round__event__slug",
        "source",
        "reason",
    )
    date_hierarchy = "at"
    prefetch = ("slot__pairing__seats__entry__player", "seats")
    paths: ClassVar = slot_paths("slot__")
    players, event, round = slot_columns(lambda result: result.slot, "slot__")
    result = column(_("result"), result_text)
    inlines = (read_only_inline(models.SeatResult),)


@admin.register(models.Publication)
class PublicationAdmin(ReadOnlyAdmin):
    list_display = ("event_name", "kind", "after_round", "version")
    list_select_related = ("event",)
    list_filter = ("kind",)
    search_fields = ("event__name", "scope", "sha256")
    paths: ClassVar = {"event": "event", "club": "event__club"}
    event_name = column(_("event"), lambda row: row.event or row.scope, "event__name")


@admin.register(models.Standings)
class StandingsAdmin(ReadOnlyAdmin):
    list_display = ("event", "version", "computed_at")
    list_select_related = ("event",)
    search_fields = ("event__name", "event__slug")


@admin.register(models.PairingJob)
class PairingJobAdmin(ReadOnlyAdmin):
    list_display = ("stage", "state", "progress", "asked_at", "error")
    list_select_related = ("stage__event",)
    list_filter = ("state",)
    search_fields = ("stage__event__name", "stage__event__slug")
    paths: ClassVar = {"event": "stage__event"}
