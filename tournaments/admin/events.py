"""Events, their staff and their stages."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import jobs, models, recompute
from tournaments.actor import Actor
from tournaments.admin.actions import REVOKE_QUESTION, event_key, row_action
from tournaments.admin.base import ServiceAdmin, ServiceForm, read_only_inline
from tournaments.admin.codes import choices_of, in_words
from tournaments.admin.columns import link_column
from tournaments.choices import BEFORE_START
from tournaments.selectors.events import approval
from tournaments.services.events import events, roles
from tournaments.services.rounds import pairing_jobs
from tournaments.services.stages import decisions, playoffs, stages
from tournaments.state import BY_LOT, EQUALS_BY_LOT, IN_LIST_ORDER


class EventRoleForm(ServiceForm):
    role = forms.ChoiceField(
        label=_("Role"), choices=choices_of(models.EventRole, "role", roles.EVENT_ROLES)
    )

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
    list_display = ("user", "role", "event_link")
    list_select_related = ("event", "user")
    list_filter = ("role",)
    search_fields = ("event__name", "event__slug", "user__username")
    paths: ClassVar = {"event": "event", "club": "event__club", "account": "user"}
    event_link = link_column(_("event"), lambda held: held.event, "event__name")

    revoke = row_action(
        _("Take the role back"),
        roles.revoke_event_role,
        lambda held: {"event_id": held.event_id, "user_id": held.user_id, "role": held.role},
        confirm=REVOKE_QUESTION,
    )


class EventForm(ServiceForm):
    """A draft with default settings. The project replaces it by a form of all settings."""

    class Meta:
        model = models.Event
        fields = ("slug", "name", "club", "game", "starts_on", "visibility", "time_zone")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Event:
        club = given.pop("club")
        return events.create_event(
            actor=actor, new=events.NewEvent(club_id=club.pk if club else None, **given)
        )


class CountsForRating(admin.SimpleListFilter):
    """Whether an event is approved for rating, itself or through its club."""

    title = _("counts for rating")
    parameter_name = "counts"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Any]]:
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


def _number_by(numbers: str) -> Callable[..., object]:
    """A service that numbers the entries of the first stage in this way."""
    return partial(stages.edit_stage, number=1, options={"numbers": numbers})


@admin.register(models.Event)
class EventAdmin(ServiceAdmin):
    form = EventForm
    # The form that edits an event before its start; None: settings are read-only.
    edit_form: Callable[[models.Event], type[ServiceForm]] | None = None
    readonly_after_creation: tuple[str, ...] = ()
    autocomplete_fields = ("club",)
    list_display = (
        "name", "starts_on", "club_link", "game", "state", "visibility", "is_rated",
        "is_fresh",
    )  # fmt: skip
    list_select_related = ("club", "planners_club")
    list_filter = (CountsForRating, "state", "visibility", "game")
    search_fields = ("name", "slug", "public_id", "club__name")
    date_hierarchy = "starts_on"
    ordering = (F("starts_on").desc(nulls_last=True), "-pk")
    paths: ClassVar = {"club": "club"}
    club_link = link_column(_("club"), lambda event: event.club, "club__name")
    inlines = (
        read_only_inline(models.EventRole, "user", "role", related=("user",)),
        read_only_inline(models.Stage, "number", "system", "state"),
        read_only_inline(models.Round, "number", "legs", "state", "opens_at", "closes_at"),
    )

    @admin.display(boolean=True, description=_("counts for rating"))
    def is_rated(self, event: models.Event) -> bool:
        return bool(approval.counting_reason(event))

    @admin.display(boolean=True, description=_("standings fresh"))
    def is_fresh(self, event: models.Event) -> bool:
        return event.standings_version == event.results_version

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Settings can be changed until the start; later changes are made at the desk."""
        if obj is None or self.edit_form is None or obj.state not in BEFORE_START:
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

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> Any:
        return in_words(self.model, self.readonly_after_creation if obj is not None else ())

    open_registration = row_action(_("Open registration"), events.open_registration, event_key)
    back_to_draft = row_action(
        _("Back to a draft (nobody has entered)"), events.back_to_draft, event_key
    )
    back_to_registration = row_action(
        _("Take the start back (no round is paired)"), events.back_to_registration, event_key
    )
    # Refused for systems without start numbers.
    draw_numbers = row_action(
        _("First stage: draw all numbers by lot"), _number_by(BY_LOT), event_key
    )
    draw_equals = row_action(
        _("First stage: number by rating, equal ones by lot"),
        _number_by(EQUALS_BY_LOT),
        event_key,
    )
    keep_list = row_action(
        _("First stage: number in the order of the list"), _number_by(IN_LIST_ORDER), event_key
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
        _("Back to the stage before"), stages.undo_stage, event_key, reason=True
    )
    undo_rulings = row_action(
        _("Take the rulings on ties back"),
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
    reopen = row_action(_("Reopen the event"), events.reopen, event_key, reason=True)
