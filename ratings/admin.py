"""The director's tool for the ledger and the rating lists."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from ratings import models, recompute
from tournaments.director import ReadOnlyAdmin, ReadOnlyInline, for_each_row


class PostingInline(ReadOnlyInline):
    model = models.Posting


@admin.register(models.RatedGame)
class RatedGameAdmin(ReadOnlyAdmin):
    list_display = ("source", "revision", "played_on", "game", "size", "event", "voided_at")
    list_select_related = ("event",)
    list_filter = ("game", "size", ("voided_at", admin.EmptyFieldListFilter))
    search_fields = ("source", "order_key", "postings__player__name")
    date_hierarchy = "played_on"
    inlines = (PostingInline,)


@admin.register(models.Pool)
class PoolAdmin(ReadOnlyAdmin):
    list_display = ("slug", "name", "system", "counts", "ledger_version", "is_fresh")
    list_filter = ("system",)
    search_fields = ("slug", "name")
    actions = ("replay",)

    @admin.display(boolean=True, description=_("ratings fresh"))
    def is_fresh(self, pool: models.Pool) -> bool:
        return pool.ratings_version == pool.ledger_version

    @admin.action(description=_("Bring the ratings up to date"))
    def replay(self, request: HttpRequest, rows: QuerySet[models.Pool]) -> None:
        for_each_row(self, request, rows, lambda actor, pool: recompute.replay_pool(pool.pk))


@admin.register(models.PlayerRating)
class PlayerRatingAdmin(ReadOnlyAdmin):
    list_display = ("pool", "player", "rating", "deviation", "games", "last_on")
    list_select_related = ("pool", "player")
    list_filter = ("pool",)
    search_fields = ("player__name", "player__public_id")
    ordering = ("pool", "-rating")


@admin.register(models.RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    list_display = ("pool", "posting", "before", "after", "deviation")
    list_select_related = ("pool", "posting")
    list_filter = ("pool",)
    search_fields = ("posting__player__name", "posting__rated_game__source")
