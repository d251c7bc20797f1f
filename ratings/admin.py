"""The admin of the rating ledger and the rating lists."""

import json
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from engine.games import VERIFIERS
from ratings import models, recompute, services
from ratings.refusals import pool_problem
from ratings.systems import BATCHES, SYSTEMS
from tournaments.actor import Actor
from tournaments.admin.actions import add_actions, event_key, row_action
from tournaments.admin_base import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    ReasonForm,
    ServiceAdmin,
    ServiceForm,
    text_of,
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
    """A list of all rated games of a game. Narrower lists are made through the API."""

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
    """None if the field is empty. :raises InvalidInput: the text is not a JSON object."""
    text = text_of(request, "parameters")
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

    replay = row_action(
        _("Bring the ratings up to date"),
        lambda actor, pool: recompute.replay_pool(pool.pk),
        lambda pool: {"pool": pool},
    )

    change_system = row_action(
        _("Rate by the system from the first game on (with a reason)"),
        services.change_pool,
        lambda pool: {"slug": pool.slug},
        reason=True,
        fields=lambda request: {
            "system": request.POST.get("system") or None,
            "parameters": _parameters(request),
        },
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
    """Enters a player with a rating from the list of the event."""

    class Meta:
        model = apps.get_model("tournaments.Entry")
        fields = ("event", "player")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> Any:
        return services.enter_event(
            actor=actor, event_id=given["event"].pk, player_id=given["player"].pk
        )


admin.site.get_model_admin(EntryForm.Meta.model).form = EntryForm


def _club_key(club: Any) -> dict[str, Any]:
    return {"club_id": club.pk}


add_actions(
    "tournaments.Event",
    start_event=row_action(
        _("Start, with the ratings as they are now"), services.start_event, event_key
    ),
    approve_events=row_action(_("Approve for rating"), services.approve_event, event_key),
    undo_events_approval=row_action(
        _("Take back the approval for rating"), services.undo_event_approval, event_key
    ),
)
add_actions(
    "tournaments.Club",
    approve_clubs=row_action(_("Approve for rating"), services.approve_club, _club_key),
    undo_clubs_approval=row_action(
        _("Take back the approval for rating"), services.undo_club_approval, _club_key
    ),
)
