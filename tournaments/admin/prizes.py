"""Categories, prizes and fees of events. They are changed at the desk of the event."""

from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.base import ReadOnlyAdmin, read_only_inline
from tournaments.admin.columns import column, link_column
from tournaments.prizes.money import money_text


def _money(amount: int | None, currency: str) -> str:
    return "" if amount is None else money_text(amount, currency)


@admin.register(models.Category)
class CategoryAdmin(ReadOnlyAdmin):
    list_display = ("name", "event_link", "kind", "limit", "published")
    list_select_related = ("event",)
    list_filter = ("kind", "published")
    search_fields = ("name", "event__name", "event__slug")
    paths: ClassVar = {"event": "event"}
    event_link = link_column(_("event"), lambda row: row.event, "event__name")
    inlines = (
        read_only_inline(
            models.CategoryMember, related=("entry__player", "entry__event", "category__event")
        ),
    )


@admin.register(models.CategoryMember)
class CategoryMemberAdmin(ReadOnlyAdmin):
    list_display = ("entry", "category")
    list_select_related = ("entry__player", "entry__event", "category__event")
    search_fields = ("entry__player__name", "category__name", "category__event__slug")
    paths: ClassVar = {"event": "category__event", "player": "entry__player", "entry": "entry"}


@admin.register(models.PrizePlan)
class PrizePlanAdmin(ReadOnlyAdmin):
    list_display = ("event", "fund_text", "ties", "one_each")
    list_select_related = ("event",)
    list_filter = ("ties",)
    search_fields = ("event__name", "event__slug")
    paths: ClassVar = {"event": "event"}
    fund_text = column(_("prize fund"), lambda plan: _money(plan.fund, plan.currency))
    inlines = (read_only_inline(models.Prize, related=("plan__event", "category__event")),)


@admin.register(models.Prize)
class PrizeAdmin(ReadOnlyAdmin):
    list_display = ("plan", "category", "place", "amount_text", "share")
    list_select_related = ("plan__event", "category__event")
    search_fields = ("plan__event__name", "plan__event__slug", "category__name")
    paths: ClassVar = {"event": "plan__event"}
    amount_text = column(_("amount"), lambda prize: _money(prize.amount, prize.plan.currency))


@admin.register(models.EventFee)
class EventFeeAdmin(ReadOnlyAdmin):
    list_display = ("event", "amount_text")
    list_select_related = ("event",)
    search_fields = ("event__name", "event__slug")
    paths: ClassVar = {"event": "event"}
    amount_text = column(_("amount"), lambda fee: _money(fee.amount, fee.currency))


@admin.register(models.EntryFee)
class EntryFeeAdmin(ReadOnlyAdmin):
    list_display = ("entry", "state", "amount")
    list_select_related = ("entry__player", "entry__event")
    list_filter = ("state",)
    search_fields = ("entry__player__name", "entry__event__name", "entry__event__slug")
    paths: ClassVar = {"event": "entry__event", "player": "entry__player", "entry": "entry"}
