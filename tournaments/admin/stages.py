"""Actions with the first stage of an event, before it begins: how entries get their numbers."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin_base import ServiceAdmin, for_each_row
from tournaments.services.stages import stages
from tournaments.state import BY_LOT, EQUALS_BY_LOT, IN_LIST_ORDER

NUMBER_ACTIONS = ("draw_numbers", "draw_equals", "keep_list")


class NumberActions(ServiceAdmin):
    """For the admin of events. Of a system without numbers each says that it has no such option."""

    @admin.action(description=_("First stage: draw all numbers by lot"))
    def draw_numbers(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        self._number_by(request, rows, BY_LOT)

    @admin.action(description=_("First stage: number by rating, equal ones by lot"))
    def draw_equals(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        self._number_by(request, rows, EQUALS_BY_LOT)

    @admin.action(description=_("First stage: number in the order of the list"))
    def keep_list(self, request: HttpRequest, rows: QuerySet[models.Event]) -> None:
        self._number_by(request, rows, IN_LIST_ORDER)

    def _number_by(self, request: HttpRequest, rows: QuerySet[models.Event], numbers: str) -> None:
        for_each_row(
            self,
            request,
            rows,
            lambda actor, event: stages.edit_stage(
                actor=actor, event_id=event.pk, number=1, options={"numbers": numbers}
            ),
        )
