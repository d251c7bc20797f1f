"""Actions with the first stage of an event: how its entries are numbered."""

from collections.abc import Callable
from functools import partial

from django.utils.translation import gettext_lazy as _

from tournaments.admin.actions import event_key, row_action
from tournaments.admin_base import ServiceAdmin
from tournaments.services.stages import stages
from tournaments.state import BY_LOT, EQUALS_BY_LOT, IN_LIST_ORDER

NUMBER_ACTIONS = ("draw_numbers", "draw_equals", "keep_list")


def _number_by(numbers: str) -> Callable[..., object]:
    return partial(stages.edit_stage, number=1, options={"numbers": numbers})


class NumberActions(ServiceAdmin):
    """For the admin of events. Refused for systems without start numbers."""

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
