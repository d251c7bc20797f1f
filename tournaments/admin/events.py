"""Events, their staff and their stages."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import jobs, models, recompute
from tournaments.actor import Actor
from tournaments.admin.actions import REVOKE_QUESTION, event_key, row_action
from tournaments.admin.stages import NUMBER_ACTIONS, NumberActions
from tournaments.admin_base import ReadOnlyInline, ReasonForm, ServiceAdmin, ServiceForm
from tournaments.selectors.events import approval
from tournaments.services.events import events, roles, states
from tournaments.services.rounds import pairing_jobs
from tournaments.services.stages import decisions, playoffs, stages


class EventRoleForm(ServiceForm):
    class Meta:
        model = models.EventRole
        fields = ("event", "user", "role")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.EventRole:
        return roles.grant_event_role(
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
    actions = ("revoke",)

    revoke = row_action(
        _("Take the role back"),
        roles.revoke_event_role,
        lambda held: {"event_id": held.event_id, "user_id": held.user_id, "role": held.role},
        confirm=REVOKE_QUESTION,
    )


class EventRoleInline(ReadOnlyInline):
    model = models.EventRole


class StageInline(ReadOnlyInline):
    model = models.Stage


class RoundInline(ReadOnlyInline):
    model = models.Round
    fields = ("number", "legs", "state", "opens_at", "closes_at")


class EventForm(ServiceForm):
    """A draft with default settings. The project replaces it by a form of all settings."""

    class Meta:
        model = models.Event
        fields = ("slug", "name", "club", "game", "starts_on", "visibility", "time_zone")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Event:
        club = given.pop("club")
        return events.create_event(actor=actor, club_id=club.pk if club else None, **given)


class CountsForRating(admin.SimpleListFilter):
    """Whether an event is approved for rating, itself or through its club."""

    title = _("counts for rating")
    parameter_name = "counts"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("yes")), ("no", _("no"))]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[models.Event]
    ) -> QuerySet[models.Event]:
        if self.value() not in ("yes", "no"):
            return queryset
        counting = {"pk__in": approval.counting_events().values("pk")}
        return (
            queryset.filter(**counting) if self.value() == "yes" else queryset.exclude(**counting)
        )


@admin.register(models.Event)
class EventAdmin(NumberActions):
    form = EventForm
    # The form that edits an event before its start; None: settings are read-only.
    edit_form: Callable[[models.Event], type[ServiceForm]] | None = None
    readonly_after_creation: tuple[str, ...] = ()
    autocomplete_fields = ("club",)
    list_display = (
        "name",
        "slug",
        "club",
        "game",
        "state",
        "visibility",
        "starts_on",
        "is_rated",
        "is_fresh",
    )
    list_select_related = ("club", "planners_club")
    list_filter = (CountsForRating, "state", "visibility", "game", "club")
    search_fields = ("name", "slug", "public_id")
    date_hierarchy = "starts_on"
    inlines = (EventRoleInline, StageInline, RoundInline)
    actions = (
        "open_registration",
        "back_to_draft",
        "back_to_registration",
        *NUMBER_ACTIONS,
        "pair_next_round",
        "cancel_pairing",
        "end_stage",
        "begin_next_stage",
        "order_playoff",
        "undo_stage",
        "undo_rulings",
        "refresh_standings",
        "finish",
        "reopen",
    )
    action_form = ReasonForm

    @admin.display(boolean=True, description=_("counts for rating"))
    def is_rated(self, event: models.Event) -> bool:
        return bool(approval.counting_reason(event))

    @admin.display(boolean=True, description=_("standings fresh"))
    def is_fresh(self, event: models.Event) -> bool:
        return event.standings_version == event.results_version

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Settings can be changed until the start; later changes are made at the desk."""
        if obj is None or self.edit_form is None or obj.state not in states.BEFORE_START:
            return False
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    def form_of(self, request: HttpRequest, obj: Any) -> type[ServiceForm] | None:
        """None if the event is read-only."""
        if obj is None:
            return self.form
        if self.edit_form is None or not self.has_change_permission(request, obj):
            return None
        return self.edit_form(obj)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any
    ) -> Any:
        form = self.form_of(request, obj)
        if obj is None or form is None:
            return super().get_form(request, obj, change, **options)
        made: Any = admin.ModelAdmin.get_form(self, request, obj, change, form=form, **options)
        return type("FormWithRequest", (made,), {"request": request})

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        sets = getattr(self.form_of(request, obj), "fieldsets", None)
        return sets or super().get_fieldsets(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.readonly_after_creation if obj is not None else ()

    open_registration = row_action(_("Open registration"), events.open_registration, event_key)

    back_to_draft = row_action(
        _("Back to a draft (nobody has entered)"), events.back_to_draft, event_key
    )

    back_to_registration = row_action(
        _("Take the start back (no round is paired)"), events.back_to_registration, event_key
    )

    pair_next_round = row_action(
        _("Pair the next round (as a draft)"),
        lambda **about: jobs.pair_and_wait(pairing_jobs.request_pairing(**about)),
        event_key,
    )

    cancel_pairing = row_action(
        _("Stop pairing the next round"), pairing_jobs.cancel_pairing, event_key
    )

    end_stage = row_action(_("End the stage that is played"), stages.end_stage, event_key)

    begin_next_stage = row_action(
        _("Begin the next stage (ties by lot)"),
        partial(stages.begin_next_stage, ties="lot"),
        event_key,
    )

    order_playoff = row_action(
        _("Draft a play-off of the ties at the line"), playoffs.order_playoff, event_key
    )

    undo_stage = row_action(
        _("Back to the stage before (with a reason)"), stages.undo_stage, event_key, reason=True
    )

    undo_rulings = row_action(
        _("Take the rulings on ties back (with a reason)"),
        decisions.undo_rulings,
        event_key,
        reason=True,
    )

    refresh_standings = row_action(
        _("Refresh the standings"),
        lambda actor, event_id: recompute.refresh_standings(event_id),
        event_key,
    )

    finish = row_action(_("Finish"), events.finish, event_key)

    reopen = row_action(_("Reopen (with a reason)"), events.reopen, event_key, reason=True)
