"""Rounds, pairings, results, tables and the journal."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import jobs, models, selectors
from tournaments.admin_base import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    ReasonForm,
    for_each_row,
    reason_of,
)
from tournaments.services.rounds import pairing_jobs, rounds


class PairingInline(ReadOnlyInline):
    model = models.Pairing


@admin.register(models.Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("event", "number", "state", "older_results", "legs", "opens_at", "closes_at")
    list_select_related = ("event", "stage")
    list_filter = ("state", "event")
    search_fields = ("event__slug", "event__name")
    inlines = (PairingInline,)
    action_form = ReasonForm
    actions = (
        "publish",
        "publish_stale",
        "close",
        "discard",
        "reopen",
        "unpublish",
        "withdraw",
        "pair_again",
    )

    @admin.action(description=_("Publish"))
    def publish(self, request: HttpRequest, rows: QuerySet[models.Round]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, drawn: rounds.publish_round(
                actor=actor, event_id=drawn.event_id, number=drawn.number
            ),
        )

    @admin.display(boolean=True, description=_("from older results"))
    def older_results(self, drawn: models.Round) -> bool | None:
        return selectors.draft_is_stale(drawn) if drawn.state == "draft" else None

    @admin.action(description=_("Publish although results have changed since"))
    def publish_stale(self, request: HttpRequest, rows: QuerySet[models.Round]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, drawn: rounds.publish_round(
                actor=actor, event_id=drawn.event_id, number=drawn.number, stale=True
            ),
        )

    @admin.action(description=_("Discard the draft"))
    def discard(self, request: HttpRequest, rows: QuerySet[models.Round]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, drawn: rounds.discard_draft(
                actor=actor, event_id=drawn.event_id, number=drawn.number
            ),
        )

    @admin.action(description=_("Close"))
    def close(self, request: HttpRequest, rows: QuerySet[models.Round]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, drawn: rounds.close_round(
                actor=actor, event_id=drawn.event_id, number=drawn.number
            ),
        )

    @admin.action(description=_("Open again (with the reason)"))
    def reopen(self, request: HttpRequest, rows: QuerySet[models.Round]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, drawn: rounds.reopen_round(
                actor=actor,
                event_id=drawn.event_id,
                number=drawn.number,
                reason=reason_of(request),
            ),
        )

    @admin.action(description=_("Make a draft again (with the reason)"))
    def unpublish(self, request: HttpRequest, rows: QuerySet[models.Round]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, drawn: rounds.unpublish_round(
                actor=actor,
                event_id=drawn.event_id,
                number=drawn.number,
                reason=reason_of(request),
            ),
        )

    @admin.action(description=_("Withdraw (with the reason)"))
    def withdraw(self, request: HttpRequest, rows: QuerySet[models.Round]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, drawn: rounds.withdraw_round(
                actor=actor,
                event_id=drawn.event_id,
                number=drawn.number,
                reason=reason_of(request),
            ),
        )

    @admin.action(description=_("Withdraw and pair again (with the reason)"))
    def pair_again(self, request: HttpRequest, rows: QuerySet[models.Round]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, drawn: jobs.pair_and_wait(
                pairing_jobs.ask_repairing(
                    actor=actor,
                    event_id=drawn.event_id,
                    number=drawn.number,
                    reason=reason_of(request),
                )
            ),
        )


class SeatInline(ReadOnlyInline):
    model = models.Seat


class GameSlotInline(ReadOnlyInline):
    model = models.GameSlot
    fields = ("number", "kind", "first_seat", "state", "due_at")


class SeatForm(ReasonForm):
    seat = forms.IntegerField(required=False, label=_("Seat:"), min_value=1)


@admin.register(models.Pairing)
class PairingAdmin(ReadOnlyAdmin):
    action_form = SeatForm
    list_display = ("round", "leg", "table", "kind", "group", "bracket")
    list_select_related = ("round",)
    list_filter = ("kind", "round__event")
    search_fields = ("round__event__slug", "seats__entry__player__name")
    inlines = (SeatInline, GameSlotInline)


class ResultInline(ReadOnlyInline):
    model = models.Result
    fields = ("revision", "current", "kind", "outcome", "source", "reason", "at")


@admin.register(models.GameSlot)
class GameSlotAdmin(ReadOnlyAdmin):
    list_display = ("pairing", "number", "kind", "first_seat", "state", "due_at")
    list_select_related = ("pairing",)
    list_filter = ("state", "kind", "pairing__round__event")
    search_fields = ("pairing__round__event__slug", "pairing__seats__entry__player__name")
    inlines = (ResultInline,)


class SeatResultInline(ReadOnlyInline):
    model = models.SeatResult


@admin.register(models.Result)
class ResultAdmin(ReadOnlyAdmin):
    list_display = ("slot", "revision", "current", "kind", "outcome", "source", "at")
    list_select_related = ("slot",)
    list_filter = ("current", "kind", "slot__pairing__round__event")
    search_fields = ("source", "reason", "slot__pairing__round__event__slug")
    date_hierarchy = "at"
    inlines = (SeatResultInline,)


@admin.register(models.Publication)
class PublicationAdmin(ReadOnlyAdmin):
    list_display = ("scope", "kind", "after_round", "version", "event", "sha256")
    list_select_related = ("event",)
    list_filter = ("kind", "event")
    search_fields = ("scope", "sha256")


@admin.register(models.Standings)
class StandingsAdmin(ReadOnlyAdmin):
    list_display = ("event", "version", "computed_at")
    list_select_related = ("event",)
    search_fields = ("event__slug",)


@admin.register(models.PairingJob)
class PairingJobAdmin(ReadOnlyAdmin):
    list_display = ("stage", "state", "progress", "asked_at", "error")
    list_select_related = ("stage",)
    list_filter = ("state",)
    search_fields = ("stage__event__slug",)


@admin.register(models.JournalLine)
class JournalLineAdmin(ReadOnlyAdmin):
    list_display = ("scope", "seq", "at", "action", "subject", "who")
    list_filter = ("action",)
    search_fields = ("scope", "subject", "text")
    date_hierarchy = "at"
    ordering = ("-pk",)

    @admin.display(description=_("actor"))
    def who(self, line: models.JournalLine) -> str:
        actor: dict[str, Any] = line.actor
        return f"{actor.get('kind')} {actor.get('user') or actor.get('entry') or ''}".strip()
