"""The director's tool for the ledger and the rating lists."""

import json
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from engine.games import VERIFIERS
from ratings import models, recompute, services
from ratings.refusals import why_not_rated
from ratings.systems import BATCHES, SYSTEMS
from tournaments.actor import Actor
from tournaments.director import (
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

    def ask(self, actor: Actor, given: dict[str, Any]) -> models.Pool:
        counts = {"game": given.pop("game")}
        parameters = given.pop("parameters") or {}
        if not isinstance(parameters, dict):
            raise InvalidInput(field="parameters", problem=NO_OBJECT)
        return services.create_pool(actor=actor, counts=counts, parameters=parameters, **given)


class PoolActionForm(ReasonForm):
    system = forms.ChoiceField(required=False, label=_("System:"), choices=[("", "---"), *_SYSTEMS])
    parameters = forms.CharField(required=False, label=_("Parameters:"))


def _parameters(request: HttpRequest) -> dict[str, Any] | None:
    """Those typed for an action; None: nothing was. :raises InvalidInput: it is no JSON object."""
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
        return why_not_rated(pool)

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

    def ask(self, actor: Actor, given: dict[str, Any]) -> Any:
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


@admin.action(description=_("Approve for rating"))
def approve_events(
    page: "admin.ModelAdmin[Any]", request: HttpRequest, rows: "QuerySet[Any]"
) -> None:
    for_each_row(
        page,
        request,
        rows,
        lambda actor, event: services.approve_event(actor=actor, event_id=event.pk),
    )


@admin.action(description=_("Take back the approval for rating"))
def undo_events_approval(
    page: "admin.ModelAdmin[Any]", request: HttpRequest, rows: "QuerySet[Any]"
) -> None:
    for_each_row(
        page,
        request,
        rows,
        lambda actor, event: services.undo_event_approval(actor=actor, event_id=event.pk),
    )


@admin.action(description=_("Approve for rating"))
def approve_clubs(
    page: "admin.ModelAdmin[Any]", request: HttpRequest, rows: "QuerySet[Any]"
) -> None:
    for_each_row(
        page,
        request,
        rows,
        lambda actor, club: services.approve_club(actor=actor, club_id=club.pk),
    )


@admin.action(description=_("Take back the approval for rating"))
def undo_clubs_approval(
    page: "admin.ModelAdmin[Any]", request: HttpRequest, rows: "QuerySet[Any]"
) -> None:
    for_each_row(
        page,
        request,
        rows,
        lambda actor, club: services.undo_club_approval(actor=actor, club_id=club.pk),
    )


add_actions("tournaments.Event", start_event, approve_events, undo_events_approval)
add_actions("tournaments.Club", approve_clubs, undo_clubs_approval)
