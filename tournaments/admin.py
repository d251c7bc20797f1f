"""The director's tool for people, events, rounds and results."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models, recompute
from tournaments.actor import Actor
from tournaments.director import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    ServiceAdmin,
    ServiceForm,
    for_each_row,
)
from tournaments.services import events, people, rounds

if TYPE_CHECKING:
    BaseUserAdmin = UserAdmin[models.User]
else:
    BaseUserAdmin = UserAdmin


@admin.register(models.User)
class AccountAdmin(BaseUserAdmin):
    """Accounts are Django's own business; they are switched off, never deleted."""

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class HandleInline(ReadOnlyInline):
    model = models.Handle


class MembershipInline(ReadOnlyInline):
    model = models.Membership


class PlayerForm(ServiceForm):
    class Meta:
        model = models.Player
        fields = ("name", "user")

    def ask(self, actor: Actor, given: dict[str, Any]) -> models.Player:
        user = given.get("user")
        return people.create_player(
            actor=actor, name=given["name"], user_id=user.pk if user else None
        )


@admin.register(models.Player)
class PlayerAdmin(ServiceAdmin):
    form = PlayerForm
    autocomplete_fields = ("user",)
    list_display = ("name", "public_id", "user", "merged_into")
    list_select_related = ("user", "merged_into")
    list_filter = (
        ("user", admin.EmptyFieldListFilter),
        ("merged_into", admin.EmptyFieldListFilter),
    )
    search_fields = ("name", "public_id", "handles__name_key")
    inlines = (HandleInline, MembershipInline)


class HandleForm(ServiceForm):
    site = forms.CharField(label=_("Site"), required=False, help_text=_("Empty: anywhere."))
    name = forms.CharField(label=_("Name"))

    class Meta:
        model = models.Handle
        fields = ("player", "site", "name")

    def ask(self, actor: Actor, given: dict[str, Any]) -> models.Handle:
        return people.add_handle(
            actor=actor, player_id=given["player"].pk, site=given["site"], name=given["name"]
        )


@admin.register(models.Handle)
class HandleAdmin(ServiceAdmin):
    form = HandleForm
    autocomplete_fields = ("player",)
    list_display = ("name_key", "site", "player")
    list_select_related = ("player",)
    list_filter = ("site",)
    search_fields = ("name_key", "player__name")


class ClubRoleInline(ReadOnlyInline):
    model = models.ClubRole


class ClubForm(ServiceForm):
    class Meta:
        model = models.Club
        fields = ("slug", "name")

    def ask(self, actor: Actor, given: dict[str, Any]) -> models.Club:
        return people.create_club(actor=actor, slug=given["slug"], name=given["name"])


@admin.register(models.Club)
class ClubAdmin(ServiceAdmin):
    form = ClubForm
    list_display = ("name", "slug")
    search_fields = ("name", "slug")
    inlines = (ClubRoleInline,)


class ClubRoleForm(ServiceForm):
    class Meta:
        model = models.ClubRole
        fields = ("club", "user", "role")

    def ask(self, actor: Actor, given: dict[str, Any]) -> models.ClubRole:
        return people.grant_club_role(
            actor=actor, club_id=given["club"].pk, user_id=given["user"].pk, role=given["role"]
        )


@admin.register(models.ClubRole)
class ClubRoleAdmin(ServiceAdmin):
    form = ClubRoleForm
    autocomplete_fields = ("club", "user")
    list_display = ("club", "user", "role")
    list_select_related = ("club", "user")
    list_filter = ("role",)
    search_fields = ("club__slug", "user__username")


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
    actions = ("open_registration", "pair_next_round", "refresh_standings", "finish")

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
            lambda actor, event: rounds.pair_round(actor=actor, event_id=event.pk),
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


class PairingInline(ReadOnlyInline):
    model = models.Pairing


@admin.register(models.Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("event", "number", "state", "legs", "opens_at", "closes_at")
    list_select_related = ("event",)
    list_filter = ("state", "event")
    search_fields = ("event__slug", "event__name")
    inlines = (PairingInline,)
    actions = ("publish", "close")

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


class SeatInline(ReadOnlyInline):
    model = models.Seat


class GameSlotInline(ReadOnlyInline):
    model = models.GameSlot
    fields = ("number", "kind", "first_seat", "state", "due_at")


@admin.register(models.Pairing)
class PairingAdmin(ReadOnlyAdmin):
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
