"""Events, their staff and their stages."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import jobs, models, recompute
from tournaments.actor import Actor
from tournaments.admin.stages import NUMBER_ACTIONS, NumberActions
from tournaments.admin_base import (
    ReadOnlyInline,
    ReasonForm,
    ServiceAdmin,
    ServiceForm,
    for_each_row,
    reason_of,
)
from tournaments.selectors.events import approval
from tournaments.services.events import events, life, roles
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

    @admin.action(description=_("Take the role back"))
    def revoke(self, request: HttpRequest, rows: QuerySet[models.EventRole]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, held: roles.revoke_event_role(
                actor=actor, event_id=held.event_id, user_id=held.user_id, role=held.role
            ),
        )


class EventRoleInline(ReadOnlyInline):
    model = models.EventRole


class StageInline(ReadOnlyInline):
    model = models.Stage


class RoundInline(ReadOnlyInline):
    model = models.Round
    fields = ("number", "legs", "state", "opens_at", "closes_at")


class EventForm(ServiceForm):
    """A draft with the settings that its game has by itself.

    The project puts a form with all settings in its place, in the words of the desk.
    """

    class Meta:
        model = models.Event
        fields = ("slug", "name", "club", "game", "starts_on", "visibility", "time_zone")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Event:
        club = given.pop("club")
        return events.create_event(actor=actor, club_id=club.pk if club else None, **given)


class CountsForRating(admin.SimpleListFilter):
    """Events that are approved for rating, by themselves or by a club, or those that are not."""

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
    # The form that changes an event which has not begun; None: settings are only shown.
    edit_form: Callable[[models.Event], type[ServiceForm]] | None = None
    unchanged: tuple[str, ...] = ()
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
        """Settings are changed until the event begins; later its desk says what still may."""
        if obj is None or self.edit_form is None or obj.state not in life.BEFORE_START:
            return False
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    def form_of(self, request: HttpRequest, obj: Any) -> type[ServiceForm] | None:
        """The form that is filled in; None where the event is only shown."""
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
        return type("FormOfRequest", (made,), {"request": request})

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        sets = getattr(self.form_of(request, obj), "fieldsets", None)
        return sets or super().get_fieldsets(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.unchanged if obj is not None else ()

    @admin.action(description=_("Open registration"))
    def open_registration(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: events.open_registration(actor=actor, event_id=event.pk),
        )

    @admin.action(description=_("Back to a draft (nobody has entered)"))
    def back_to_draft(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: events.back_to_draft(actor=actor, event_id=event.pk),
        )

    @admin.action(description=_("Take the start back (no round is paired)"))
    def back_to_registration(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: events.back_to_registration(actor=actor, event_id=event.pk),
        )

    @admin.action(description=_("Pair the next round (as a draft)"))
    def pair_next_round(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: jobs.pair_and_wait(
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
                actor=actor, event_id=event.pk, ties="lot"
            ),
        )

    @admin.action(description=_("Draft a play-off of the ties at the line"))
    def order_playoff(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: playoffs.order_playoff(actor=actor, event_id=event.pk),
        )

    @admin.action(description=_("Back to the stage before (with a reason)"))
    def undo_stage(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        reason = reason_of(request)
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: stages.undo_stage(actor=actor, event_id=event.pk, reason=reason),
        )

    @admin.action(description=_("Take the rulings on ties back (with a reason)"))
    def undo_rulings(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        reason = reason_of(request)
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: decisions.undo_rulings(
                actor=actor, event_id=event.pk, reason=reason
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

    @admin.action(description=_("Reopen (with a reason)"))
    def reopen(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        reason = reason_of(request)
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: events.reopen(actor=actor, event_id=event.pk, reason=reason),
        )
