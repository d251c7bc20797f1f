"""Admin of the ledger and the rating lists."""

import json
from collections.abc import Callable
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from engine.games import VERIFIERS
from ratings import models, recompute, services
from ratings.refusals import pool_problem
from ratings.systems import BATCHES, SYSTEMS
from tournaments.actor import Actor
from tournaments.admin_base import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    ReasonForm,
    ServiceAdmin,
    ServiceForm,
    add_actions,
    for_each_row,
    reason_of,
)
from tournaments.errors import InvalidInput

NO_OBJECT = _('a JSON object such as {"initial": 1200}')
_SYSTEMS = [(code, code) for code in sorted({*SYSTEMS, *BATCHES})]


class PostingInline(ReadOnlyInline):
    model = models.Posting


@admin.register(models.RatedGame)
class RatedGameAdmin(ReadOnlyAdmin):
    list_display = ("source", "revision", "played_on", "game", "size", "event", "voided_at", "held")
    list_select_related = ("event",)
    list_filter = ("game", "size", ("voided_at", admin.EmptyFieldListFilter), "held")
    search_fields = ("source", "order_key", "postings__player__name")
    date_hierarchy = "played_on"
    inlines = (PostingInline,)


class PoolForm(ServiceForm):
    """A list of all games of a kind; the API opens narrower ones."""

    game = forms.ChoiceField(label=_("Game"), choices=[(code, code) for code in sorted(VERIFIERS)])
    system = forms.ChoiceField(label=_("System"), choices=_SYSTEMS)
    parameters = forms.JSONField(
        required=False,
        label=_("Parameters"),
        help_text=_("A JSON object; what is not in it has its default."),
    )

    class Meta:
        model = models.Pool
        fields = ("slug", "name", "game", "system", "parameters")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> models.Pool:
        counts = {"game": given.pop("game")}
        parameters = given.pop("parameters") or {}
        if not isinstance(parameters, dict):
            raise InvalidInput(field="parameters", problem=NO_OBJECT)
        return services.create_pool(actor=actor, counts=counts, parameters=parameters, **given)


class PoolActionForm(ReasonForm):
    system = forms.ChoiceField(required=False, label=_("System:"), choices=[("", "---"), *_SYSTEMS])
    parameters = forms.CharField(required=False, label=_("Parameters:"))


def _parameters(request: HttpRequest) -> dict[str, Any] | None:
    """The parameters entered for an action, or None. :raises InvalidInput: not a JSON object."""
    text = request.POST.get("parameters", "").strip()
    if not text:
        return None
    try:
        given = json.loads(text)
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise InvalidInput(field="parameters", problem=NO_OBJECT)
    return given


@admin.register(models.Pool)
class PoolAdmin(ServiceAdmin):
    form = PoolForm
    action_form = PoolActionForm
    list_display = ("slug", "name", "system", "counts", "ledger_version", "is_fresh", "problem")
    list_filter = ("system",)
    search_fields = ("slug", "name")
    actions = ("replay", "change_system")

    @admin.display(boolean=True, description=_("ratings fresh"))
    def is_fresh(self, pool: models.Pool) -> bool:
        return pool.ratings_version == pool.ledger_version

    @admin.display(description=_("Problem"))
    def problem(self, pool: models.Pool) -> str:
        return pool_problem(pool)

    @admin.action(description=_("Bring the ratings up to date"))
    def replay(self, request: HttpRequest, rows: QuerySet[models.Pool]) -> None:
        for_each_row(self, request, rows, lambda actor, pool: recompute.replay_pool(pool.pk))

    @admin.action(description=_("Rate by the system from the first game on (with a reason)"))
    def change_system(self, request: HttpRequest, rows: QuerySet[models.Pool]) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, pool: services.change_pool(
                actor=actor,
                slug=pool.slug,
                system=request.POST.get("system") or None,
                parameters=_parameters(request),
                reason=reason_of(request),
            ),
        )


@admin.register(models.PlayerRating)
class PlayerRatingAdmin(ReadOnlyAdmin):
    list_display = ("pool", "player", "rating", "deviation", "games", "last_on")
    list_select_related = ("pool", "player")
    list_filter = ("pool",)
    search_fields = ("player__name", "player__public_id")
    ordering = ("pool", "-rating")


@admin.register(models.RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    list_display = ("pool", "posting", "expected", "before", "after", "deviation")
    list_select_related = ("pool", "posting")
    list_filter = ("pool",)
    search_fields = ("posting__player__name", "posting__rated_game__source")


class EntryForm(ServiceForm):
    """Enters a player with the rating of the list that fits the event."""

    class Meta:
        model = apps.get_model("tournaments.Entry")
        fields = ("event", "player")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> Any:
        return services.enter_event(
            actor=actor, event_id=given["event"].pk, player_id=given["player"].pk
        )


@admin.action(description=_("Start, with the ratings as they are now"))
def start_event(modeladmin: Any, request: HttpRequest, rows: QuerySet[Any]) -> None:
    for_each_row(
        modeladmin,
        request,
        rows,
        lambda actor, event: services.start_event(actor=actor, event_id=event.pk),
    )


admin.site.get_model_admin(EntryForm.Meta.model).form = EntryForm


def _approval_action(name: str, description: Any, service: Callable[..., Any], key: str) -> Any:
    """An admin action that calls `service(actor=…, <key>=…)` for each row."""

    @admin.action(description=description)
    def action(modeladmin: Any, request: HttpRequest, rows: QuerySet[Any]) -> None:
        for_each_row(
            modeladmin,
            request,
            rows,
            lambda actor, row: service(actor=actor, **{key: row.pk}),
        )

    action.__name__ = name  # the value of the action in the form
    return action


APPROVE, UNDO = _("Approve for rating"), _("Take back the approval for rating")
add_actions(
    "tournaments.Event",
    start_event,
    _approval_action("approve_events", APPROVE, services.approve_event, "event_id"),
    _approval_action("undo_events_approval", UNDO, services.undo_event_approval, "event_id"),
)
add_actions(
    "tournaments.Club",
    _approval_action("approve_clubs", APPROVE, services.approve_club, "club_id"),
    _approval_action("undo_clubs_approval", UNDO, services.undo_club_approval, "club_id"),
)
