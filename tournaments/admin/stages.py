"""Actions on the first stage of an event before the start: how entries get their numbers."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.admin.actions import row_action
from tournaments.admin_base import ServiceAdmin
from tournaments.services.stages import stages
from tournaments.state import BY_LOT, EQUALS_BY_LOT, IN_LIST_ORDER

NUMBER_ACTIONS = ("draw_numbers", "draw_equals", "keep_list")


def _number_by(numbers: str) -> Callable[..., object]:
    def call(actor: Any, event: Any, request: Any) -> object:
        options = {"numbers": numbers}
        return stages.edit_stage(actor=actor, event_id=event.pk, number=1, options=options)

    return call


class NumberActions(ServiceAdmin):
    """For the admin of events. A stage whose system has no numbers is refused by the service."""

    draw_numbers = row_action(_("First stage: draw all numbers by lot"), _number_by(BY_LOT))
    draw_equals = row_action(
        _("First stage: number by rating, equal ones by lot"), _number_by(EQUALS_BY_LOT)
    )
    keep_list = row_action(
        _("First stage: number in the order of the list"), _number_by(IN_LIST_ORDER)
    )
