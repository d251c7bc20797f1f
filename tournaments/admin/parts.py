"""Rows of the admin that belong to an event, a club, a player and so on.

An admin page names the lookup to each of them in `paths`. From these come the filters of its list,
and the links from an event, club or player to the lists of its parts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LISTED = 20  # newest events and first clubs in a filter; others are reached from their own pages


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    count: int
    url: str


class OwnerFilter(admin.SimpleListFilter):
    """Only the rows of one owner. Without `order` owners are not offered, only shown if chosen."""

    owner = ""
    order: tuple[str, ...] = ()

    def __init__(
        self, request: HttpRequest, params: Any, model: type[Model], model_admin: Any
    ) -> None:
        self.page = model_admin
        given = params.get(self.parameter_name, "")
        self.chosen = str(given[-1] if isinstance(given, list) else given)
        super().__init__(request, params, model, model_admin)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        owners = apps.get_model(self.owner)._default_manager
        listed = list(owners.order_by(*self.order)[:LISTED]) if self.order else []
        if self.chosen.isdigit() and self.chosen not in {str(row.pk) for row in listed}:
            listed += owners.filter(pk=self.chosen)
        return [(str(row.pk), str(row)) for row in listed]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() is None:
            return queryset
        if not self.chosen.isdigit():
            return queryset.none()
        found: QuerySet[Any] = self.page.rows_of(queryset, self.parameter_name, int(self.chosen))
        return found


def _owner_filter(
    kind: str, model: str, title: str | Promise, *order: str
) -> type[admin.SimpleListFilter]:
    body = {"parameter_name": kind, "owner": model, "title": title, "order": order}
    return type(f"{kind.title()}Filter", (OwnerFilter,), body)


OWNERS: dict[str, tuple[str, type[admin.SimpleListFilter]]] = {
    kind: (model, _owner_filter(kind, model, title, *order))
    for kind, model, title, *order in (
        ("event", "tournaments.Event", _("event"), "-starts_on", "-pk"),
        ("club", "tournaments.Club", _("club"), "name", "pk"),
        ("player", "tournaments.Player", _("player")),
        ("account", "tournaments.User", _("account")),
        ("entry", "tournaments.Entry", _("entry")),
        ("round", "tournaments.Round", _("round")),
        ("slot", "tournaments.GameSlot", _("scheduled game")),
    )
}


def filters_of(paths: Mapping[str, str]) -> list[type[admin.SimpleListFilter]]:
    return [OWNERS[kind][1] for kind in paths]


def parts_of(site: admin.AdminSite, request: HttpRequest, row: Model) -> list[Part]:
    """The lists with rows of this event, club, player and so on. One query for each list."""
    kinds = [kind for kind, (model, _filter) in OWNERS.items() if model == row._meta.label]
    return [part for kind in kinds for part in _parts(site, request, kind, row.pk)]


def _parts(site: admin.AdminSite, request: HttpRequest, kind: str, pk: int) -> Iterator[Part]:
    for model, page in site._registry.items():
        if kind not in getattr(page, "paths", {}) or not page.has_view_permission(request):
            continue
        found: Any = page
        count = found.rows_of(model._default_manager.all(), kind, pk).count()
        if count:
            names = model._meta
            url = reverse(f"admin:{names.app_label}_{names.model_name}_changelist")
            yield Part(str(names.verbose_name_plural), count, f"{url}?{kind}={pk}")
