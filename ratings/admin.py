"""The admin of the rating ledger and the rating lists."""

import json
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.apps import apps
from django.contrib import admin
from django.db.models import F
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from engine.games import VERIFIERS
from ratings import models, recompute, services
from ratings.refusals import pool_problem
from ratings.systems import BATCHES, SYSTEMS
from tournaments.actor import Actor
from tournaments.admin.actions import add_actions, event_key, row_action
from tournaments.admin.base import (
    ReadOnlyAdmin,
    ReadOnlyInline,
    ReasonForm,
    ServiceAdmin,
    ServiceForm,
    text_of,
)
from tournaments.admin.codes import choices_of
from tournaments.admin.columns import column, link_column, names_html
from tournaments.errors import InvalidInput

if TYPE_CHECKING:
    from tournaments.models import Club, Entry

NO_OBJECT = _('a JSON object such as {"initial": 1200}')
_SYSTEMS = choices_of(models.Pool, "system", sorted({*SYSTEMS, *BATCHES}))


class PostingInline(ReadOnlyInline):
    model = models.Posting


def _names(game: models.RatedGame) -> list[str]:
    return [seat.player.name for seat in sorted(game.postings.all(), key=lambda seat: seat.order)]


@admin.register(models.RatedGame)
class RatedGameAdmin(ReadOnlyAdmin):
    list_display = ("players", "event_link", "played_on", "game", "size", "voided_at", "held")
    list_select_related = ("event",)
    prefetch = ("postings__player",)
    paths: ClassVar = {"event": "event", "club": "event__club", "player": "postings__player"}
    players = column(_("players"), lambda game: names_html(_names(game)))
    event_link = link_column(_("event"), lambda game: game.event, "event__name")
    list_filter = ("game", "size", ("voided_at", admin.EmptyFieldListFilter), "held")
    search_fields = ("postings__player__name", "event__name", "source", "order_key")
    date_hierarchy = "played_on"
    inlines = (PostingInline,)


class PoolForm(ServiceForm):
    """A list of all rated games of a game. Narrower lists are made through the API."""

    game = forms.ChoiceField(
        label=_("Game"), choices=choices_of(models.RatedGame, "game", sorted(VERIFIERS))
    )
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
    system = forms.ChoiceField(
        required=False, label=_("System:"), choices=lambda: [("", "---"), *_SYSTEMS()]
    )
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
    questions = PoolActionForm
    list_display = ("__str__", "slug", "system", "is_fresh", "problem")
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
        _("Rate by the system from the first game on"),
        services.change_pool,
        lambda pool: {"slug": pool.slug},
        reason=True,
        asks=("system", "parameters"),
        fields=lambda request: {
            "system": request.POST.get("system") or None,
            "parameters": _parameters(request),
        },
    )


@admin.register(models.PlayerRating)
class PlayerRatingAdmin(ReadOnlyAdmin):
    list_display = ("name", "pool_link", "points", "deviation_points", "games", "last_on")
    list_select_related = ("pool", "player")
    list_filter = ("pool",)
    search_fields = ("player__name", "player__public_id")
    ordering = ("pool", "-rating")
    paths: ClassVar = {"player": "player"}
    name = column(_("player"), lambda row: row.player.name, "player__name")
    pool_link = link_column(_("rating list"), lambda row: row.pool, "pool__name")
    points = column(_("rating"), lambda row: round(row.rating), "rating")
    deviation_points = column(_("deviation"), lambda row: round(row.deviation), "deviation")

    def get_queryset(self, request: HttpRequest) -> Any:
        """Without the ratings of a list that is still being built."""
        return super().get_queryset(request).filter(epoch=F("pool__epoch"))

    def rows_of(self, rows: Any, kind: str, pk: int) -> Any:
        return super().rows_of(rows, kind, pk).filter(epoch=F("pool__epoch"))


@admin.register(models.RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    list_display = ("name", "pool_link", "before", "after", "expected", "deviation")
    list_select_related = ("pool", "posting__player")
    paths: ClassVar = {"player": "posting__player"}
    name = column(_("player"), lambda row: row.posting.player.name, "posting__player__name")
    pool_link = link_column(_("rating list"), lambda row: row.pool, "pool__name")
    list_filter = ("pool",)
    search_fields = ("posting__player__name", "posting__rated_game__source")


class EntryForm(ServiceForm):
    """Enters a player with a rating from the list of the event."""

    class Meta:
        model = apps.get_model("tournaments.Entry")
        fields = ("event", "player")

    def call_service(self, actor: Actor, given: dict[str, Any]) -> "Entry":
        return services.enter_event(
            actor=actor, event_id=given["event"].pk, player_id=given["player"].pk
        )


admin.site.get_model_admin(EntryForm.Meta.model).form = EntryForm


class GamesWait(admin.SimpleListFilter):
    """Events with games that wait for an approval for rating."""

    title = _("games wait for approval")
    parameter_name = "held"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Any]]:
        return [("yes", _("yes"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() != "yes":
            return queryset
        held = models.RatedGame.objects.filter(held=True)
        return queryset.filter(pk__in=held.values("event"))


events: Any = admin.site.get_model_admin(apps.get_model("tournaments.Event"))
events.list_filter = (*events.list_filter, GamesWait)


def _club_key(club: "Club") -> dict[str, object]:
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
