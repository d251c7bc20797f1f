"""The options of a stage: which its system takes, and what of them makes sense. No database."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments import limits
from tournaments.errors import InvalidInput
from tournaments.pairing import SYSTEMS
from tournaments.services.events.bounds import is_code
from tournaments.state import (
    BY_LOT,
    EQUALS_BY_LOT,
    IN_LIST_ORDER,
    NUMBER_ORDERS,
    TOP_FIRST,
    TOP_SECOND,
)
from tournaments.wording import one_of_message

MOST_ROUNDS, MOST_LEGS, MOST_SEATS, MOST_DAYS = limits.ROUNDS, 8, limits.SEATS, 365
# What may be changed while the stage is being played: it changes no pairing of the past.
LATE_OPTIONS = frozenset({"rounds", "legs", "rematches_from", "days"})

_SWISS = frozenset({"rounds", "legs", "top_moves", "rematches_from"})
_ELIMINATION = frozenset({"to_majority", "numbers"})
OPTIONS: dict[str, frozenset[str]] = {
    "round_robin": frozenset({"cycles", "swap_last_rounds", "groups", "numbers"}),
    "swiss": _SWISS | {"groups"},
    "mcmahon": _SWISS | {"bar", "floor", "grade"},
    "monrad": frozenset({"rounds", "rematches_from", "numbers"}),
    "keizer": frozenset({"rounds", "meet_again_after", "numbers"}),
    "knockout": _ELIMINATION | {"third_place"},
    "double_elimination": _ELIMINATION | {"reset"},
    "tables": frozenset({"rounds", "sizes", "by_score"}),
    "manual": frozenset({"rounds"}),
}
# Of every system: how long a round stays open once it is published.
OF_ALL = frozenset({"days"})
# Of a stage that follows another: who goes on.
QUALIFYING = frozenset({"places", "best_of_rest"})


# How a new stage gives its numbers where nobody said; stages from before this option keep the list.
ROUND_ROBIN = "round_robin"
FROM_THE_LIST = frozenset({"knockout", "double_elimination", "monrad", "keizer"})


def _number(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _numbers(least: int, most: int) -> Callable[[Any], bool]:
    one = _number(least, most)
    return lambda value: (
        isinstance(value, list | tuple) and 0 < len(value) <= MOST_ROUNDS and all(map(one, value))
    )


def _or_none(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or check(value)


def _flag(value: Any) -> bool:
    return type(value) is bool


# option -> (does the value make sense, what would)
CHECKS: dict[str, tuple[Callable[[Any], bool], Any]] = {
    "rounds": (_number(1, MOST_ROUNDS), _("a number of rounds")),
    "cycles": (_number(1, 2), _("1 or 2")),
    "swap_last_rounds": (_flag, _("true or false")),
    "groups": (_number(1, 64), _("a number of groups")),
    "legs": (_numbers(1, MOST_LEGS), _("a list of legs, one number a round")),
    "top_moves": (
        lambda value: is_code(value, (TOP_FIRST, TOP_SECOND, BY_LOT)),
        _("first, second or lot"),
    ),
    "numbers": (lambda value: is_code(value, NUMBER_ORDERS), _("lot, equals or list")),
    "rematches_from": (_or_none(_number(1, MOST_ROUNDS)), _("a round number, or null")),
    "bar": (_or_none(_number(-10_000, 10_000)), _("a rating, or null")),
    "floor": (_or_none(_number(-10_000, 10_000)), _("a rating, or null")),
    "grade": (_number(1, 10_000), _("rating points")),
    "meet_again_after": (_number(0, MOST_ROUNDS), _("a number of rounds")),
    "to_majority": (_flag, _("true or false")),
    "third_place": (_flag, _("true or false")),
    "reset": (_flag, _("true or false")),
    "sizes": (_numbers(2, MOST_SEATS), _("a list of table sizes")),
    "by_score": (_flag, _("true or false")),
    "places": (_number(1, 1000), _("a number of places")),
    "best_of_rest": (_number(0, 1000), _("a number of places")),
    "days": (_or_none(_number(1, MOST_DAYS)), _("a number of days from 1 to 365, or null")),
}


def checked_stage(stage: Mapping[str, Any], *, number: int) -> tuple[str, dict[str, Any]]:
    """The system and options of the stage with this number of an event.

    :raises InvalidInput: a system or an option that does not exist, or a value without sense.
    """
    system, options = stage.get("system"), dict(stage.get("options") or {})
    if not is_code(system, SYSTEMS):
        raise InvalidInput(field="stages", problem=one_of_message(SYSTEMS))
    allowed = OPTIONS[system] | OF_ALL | (QUALIFYING if number > 1 else frozenset())
    for name, value in options.items():
        if name not in allowed:
            problem = _("there is no such option of {system}").format(system=system)
            raise InvalidInput(field=f"stages.options.{name}", problem=problem)
        makes_sense, wanted = CHECKS[name]
        if not makes_sense(value):
            raise InvalidInput(field=f"stages.options.{name}", problem=wanted)
    bar, floor = options.get("bar"), options.get("floor")
    if bar is not None and floor is not None and bar < floor:
        raise InvalidInput(field="stages.options.bar", problem=_("not below the floor"))
    return system, options


def options_of_new_stage(system: str, options: Mapping[str, Any], *, number: int) -> dict[str, Any]:
    """The options that a new stage is stored with: how it gives its numbers is among them.

    The numbers of a round robin are drawn. A bracket, a Monrad and a Keizer of a first stage follow
    the ratings, and those of equal rating are drawn; those of a later stage follow the places
    before it.
    """
    made = dict(options)
    if system == ROUND_ROBIN:
        made.setdefault("numbers", BY_LOT)
    elif system in FROM_THE_LIST:
        made.setdefault("numbers", EQUALS_BY_LOT if number == 1 else IN_LIST_ORDER)
    return made
