"""Events, their staff, entries and stages."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import jobs, models, recompute
from tournaments.actor import Actor
from tournaments.director import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    ServiceAdmin,
    ServiceForm,
    for_each_row,
)
from tournaments.services import events, pairing_jobs, people, stages


class EventRoleForm(ServiceForm):
    class Meta:
        model = models.EventRole
        fields = ("event", "user", "role")

    def ask(self, actor: Actor, given: dict[str, Any]) -> models.EventRole:
        return people.grant_event_role(
            actor=actor, event_id=given["event"].pk, user_id=given["user"].pk, role=given["role"]
        )


@admin.register(models.EventRole)
class EventRoleAdmin(ServiceAdmin):
    form = EventRoleForm
    autocomplete_fields = ("event", "user")
    list_display = ("event", "user", "role")
    list_select_related = ("event", "user")
    list_filter = ("role", "event")
    search_fields = ("event__slug", "user__username")


class EventRoleInline(ReadOnlyInline):
    model = models.EventRole


class StageInline(ReadOnlyInline):
    model = models.Stage


class RoundInline(ReadOnlyInline):
    model = models.Round
    fields = ("number", "legs", "state", "opens_at", "closes_at")


@admin.register(models.Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "club", "game", "state", "visibility", "starts_on", "is_fresh")
    list_select_related = ("club",)
    list_filter = ("state", "visibility", "game", "club")
    search_fields = ("name", "slug", "public_id")
    date_hierarchy = "starts_on"
    inlines = (EventRoleInline, StageInline, RoundInline)
    actions = (
        "open_registration",
        "pair_next_round",
        "cancel_pairing",
        "end_stage",
        "begin_next_stage",
        "refresh_standings",
        "finish",
    )

    @admin.display(boolean=True, description=_("standings fresh"))
    def is_fresh(self, event: models.Event) -> bool:
        return event.standings_version == event.results_version

    @admin.action(description=_("Open registration"))
    def open_registration(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: events.open_registration(actor=actor, event_id=event.pk),
        )

    @admin.action(description=_("Pair the next round (as a draft)"))
    def pair_next_round(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: jobs.pair_soon(
                pairing_jobs.ask_pairing(actor=actor, event_id=event.pk)
            ),
        )

    @admin.action(description=_("Stop pairing the next round"))
    def cancel_pairing(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: pairing_jobs.cancel_pairing(actor=actor, event_id=event.pk),
        )

    @admin.action(description=_("End the stage that is played"))
    def end_stage(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: stages.end_stage(actor=actor, event_id=event.pk),
        )

    @admin.action(description=_("Begin the next stage (ties by lot)"))
    def begin_next_stage(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: stages.begin_next_stage(
                actor=actor, event_id=event.pk, ties="lot", seed=event.pk
            ),
        )

    @admin.action(description=_("Refresh the standings"))
    def refresh_standings(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self, request, rows, lambda actor, event: recompute.refresh_standings(event.pk)
        )

    @admin.action(description=_("Finish"))
    def finish(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self, request, rows, lambda actor, event: events.finish(actor=actor, event_id=event.pk)
        )


class AbsenceInline(ReadOnlyInline):
    model = models.Absence


@admin.register(models.Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("player", "event", "number", "state", "rating", "rating_source")
    list_select_related = ("player", "event")
    list_filter = ("state", "event")
    search_fields = ("player__name", "player__public_id", "event__slug")
    inlines = (AbsenceInline,)


class AdjustmentInline(ReadOnlyInline):
    model = models.Adjustment


@admin.register(models.StageEntry)
class StageEntryAdmin(ReadOnlyAdmin):
    list_display = ("stage", "seed", "entry", "group", "start_points_x2", "decided_rank")
    list_select_related = ("stage", "entry")
    search_fields = ("entry__player__name", "stage__event__slug")
    inlines = (AdjustmentInline,)
