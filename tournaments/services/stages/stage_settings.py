"""Validation of the system and options of a stage. No database."""

from collections.abc import Callable, Container, Mapping
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments import limits
from tournaments.documents import Document, Settings
from tournaments.errors import InvalidInput
from tournaments.pairing import SYSTEMS
from tournaments.services.events.bounds import is_code
from tournaments.standings.ladder.challenging import DEFAULT_DAYS
from tournaments.standings.teams import SCHEVENINGEN
from tournaments.standings.tiebreaks.registry import TIEBREAKS
from tournaments.state import (
    ACCELERATIONS,
    AS_GIVEN,
    BOARD_TIES,
    BOARDS_AT_START,
    BY_LOT,
    EQUALS_BY_LOT,
    IN_LIST_ORDER,
    MOVES,
    NUMBER_ORDERS,
    SHAPES,
    TOP_FIRST,
    TOP_SECOND,
)
from tournaments.wording import one_of_message

MOST_BOARDS, TEAM_RANK_BY = 20, ("match_points", "game_points")
MOST_ROUNDS, MOST_LEGS, MOST_SEATS, MOST_DAYS = limits.ROUNDS, 8, limits.SEATS, 365
MOST_REACH, MOST_MINUTES = 100, 1440
# Options that may change during the stage: they change no past pairing.
LATE_OPTIONS = frozenset(
    {"rounds", "legs", "rematches_from", "days", "reach", "minutes"}
    | {"team_tiebreaks", "board_rounds", "board_ties"}
    | {*DEFAULT_DAYS}
)

_SWISS = frozenset({"rounds", "legs", "top_moves", "rematches_from"})
_ELIMINATION = frozenset({"to_majority", "numbers"})
_TEAMS = frozenset({"boards", "team_rank_by", "team_tiebreaks", "board_rounds", "board_ties"})
_PARTNERS = frozenset({"partners"})
OPTIONS: dict[str, frozenset[str]] = {
    "round_robin": frozenset({"cycles", "swap_last_rounds", "groups", "numbers"}),
    "swiss": _SWISS | {"groups", "acceleration"},
    "mcmahon": _SWISS | {"bar", "floor", "grade"},
    "monrad": frozenset({"rounds", "rematches_from", "numbers"}),
    "keizer": frozenset({"rounds", "meet_again_after", "numbers"}),
    "knockout": _ELIMINATION | {"third_place"},
    "double_elimination": _ELIMINATION | {"reset"},
    "tables": frozenset({"rounds", "sizes", "by_score"}),
    "ladder": frozenset({"rounds", "reach", "moves", "shape", *DEFAULT_DAYS}),
    "arena": frozenset({"rounds", "minutes", "streaks", "berserk"}),
    "manual": frozenset({"rounds"}),
    "team_round_robin": _TEAMS | _PARTNERS | {"cycles", "swap_last_rounds"},
    "scheveningen": _TEAMS,
    "team_knockout": _TEAMS | _PARTNERS | {"third_place"},
    "team_swiss": _TEAMS | _PARTNERS | {"rounds", "top_moves", "rematches_from"},
}
# Options of every system. days: how long a published round stays open.
COMMON_OPTIONS = frozenset({"days"})
# Options of a stage after the first one.
QUALIFYING = frozenset({"places", "best_of_rest", "places_by_players"})
FIXED_PLACES = frozenset({"places", "best_of_rest"})

# Systems with a default for `numbers`; stages from before this option have none.
ROUND_ROBIN = "round_robin"
FROM_THE_LIST = frozenset({"knockout", "double_elimination", "monrad", "keizer"})


def _number(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _numbers(least: int, most: int) -> Callable[[Any], bool]:
    one = _number(least, most)
    return lambda value: (
        isinstance(value, list | tuple) and 0 < len(value) <= MOST_ROUNDS and all(map(one, value))
    )


def _codes(known: Container[str]) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, list | tuple)
        and len(value) == len(set(map(str, value))) <= limits.TIEBREAKS
        and all(is_code(each, known) for each in value)
    )


def _or_none(check: Callable[[object], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or check(value)


def _flag(value: object) -> bool:
    return type(value) is bool


DAYS, DAYS_OR_NULL = (
    _("a number of days from 1 to 365"),
    _("a number of days from 1 to 365, or null"),
)


def _whole(least: int, most: int) -> tuple[Callable[[Any], bool], Any]:
    """A check of a whole number, with its bounds in words."""
    words = _("a number from {least} to {most}")
    return _number(least, most), format_lazy(words, least=least, most=most)


def _whole_or_null(least: int, most: int) -> tuple[Callable[[Any], bool], Any]:
    words = _("a number from {least} to {most}, or null")
    return _or_none(_number(least, most)), format_lazy(words, least=least, most=most)


# option -> (check of the value, description of allowed values)
CHECKS: dict[str, tuple[Callable[[Any], bool], Any]] = {
    "rounds": _whole(1, MOST_ROUNDS),
    "cycles": (_number(1, 2), _("1 or 2")),
    "swap_last_rounds": (_flag, _("true or false")),
    "groups": _whole(1, 64),
    "legs": (_numbers(1, MOST_LEGS), _("a list of legs, one number a round")),
    "top_moves": (
        lambda value: is_code(value, (TOP_FIRST, TOP_SECOND, BY_LOT)),
        _("first, second or lot"),
    ),
    "acceleration": (lambda value: is_code(value, ACCELERATIONS), _("none or baku")),
    "numbers": (lambda value: is_code(value, NUMBER_ORDERS), _("lot, equals, list or given")),
    "rematches_from": _whole_or_null(1, MOST_ROUNDS),
    "bar": _whole_or_null(-10_000, 10_000),
    "floor": _whole_or_null(-10_000, 10_000),
    "grade": _whole(1, 10_000),
    "meet_again_after": _whole(0, MOST_ROUNDS),
    "to_majority": (_flag, _("true or false")),
    "third_place": (_flag, _("true or false")),
    "reset": (_flag, _("true or false")),
    "sizes": (_numbers(2, MOST_SEATS), _("a list of table sizes")),
    "by_score": (_flag, _("true or false")),
    "boards": _whole(1, MOST_BOARDS),
    "team_rank_by": (
        lambda value: is_code(value, TEAM_RANK_BY),
        _("match_points or game_points"),
    ),
    "team_tiebreaks": (_codes(TIEBREAKS), _("a list of codes of tie-breaks")),
    "board_rounds": _whole_or_null(1, MOST_ROUNDS),
    "board_ties": (lambda value: is_code(value, BOARD_TIES), _("performance or shared")),
    "partners": (_flag, _("true or false")),
    "places": _whole(1, 1000),
    "best_of_rest": _whole(0, 1000),
    "places_by_players": (_flag, _("true or false")),
    "days": (_or_none(_number(1, MOST_DAYS)), DAYS_OR_NULL),
    "reach": (_number(1, MOST_REACH), _("a number of rungs or rows from 1 to 100")),
    "moves": (lambda value: is_code(value, MOVES), _("swap or insert")),
    "shape": (lambda value: is_code(value, SHAPES), _("list or pyramid")),
    "answer_days": (_number(1, MOST_DAYS), DAYS),
    "play_days": (_number(1, MOST_DAYS), DAYS),
    "protected_days": (_number(0, MOST_DAYS), _("a number of days from 0 to 365")),
    "inactive_days": (_or_none(_number(1, MOST_DAYS)), DAYS_OR_NULL),
    "minutes": (_number(1, MOST_MINUTES), _("a number of minutes from 1 to 1440")),
    "streaks": (_flag, _("true or false")),
    "berserk": (_flag, _("true or false")),
}


def validate_stage(stage: Settings, *, number: int) -> tuple[str, Document]:
    """The system and options of the stage with this number of an event.

    :raises InvalidInput: a system or option is unknown, or a value is not allowed.
    """
    system, options = stage.get("system"), dict(stage.get("options") or {})
    if not is_code(system, SYSTEMS):
        raise InvalidInput(field="stages", problem=one_of_message(SYSTEMS))
    allowed = OPTIONS[system] | COMMON_OPTIONS | (QUALIFYING if number > 1 else frozenset())
    if system == SCHEVENINGEN:
        allowed |= {BOARDS_AT_START}
    for name, value in options.items():
        if name not in allowed:
            problem = _("there is no such option of {system}").format(system=system)
            raise InvalidInput(field=f"stages.options.{name}", problem=problem)
        is_allowed, wanted = CHECKS["boards" if name == BOARDS_AT_START else name]
        if not is_allowed(value):
            raise InvalidInput(field=f"stages.options.{name}", problem=wanted)
    if number > 1 and options.get("numbers") == AS_GIVEN:
        only_first = _("only of the first stage: the table before orders a later one")
        raise InvalidInput(field="stages.options.numbers", problem=only_first)
    if options.get("places_by_players") and not options.keys().isdisjoint(FIXED_PLACES):
        either = _("either a number of places or by the number of players")
        raise InvalidInput(field="stages.options.places_by_players", problem=either)
    if options.get("partners") and options.get("team_rank_by") == "game_points":
        by_match = _("partners are ranked by match points")
        raise InvalidInput(field="stages.options.team_rank_by", problem=by_match)
    bar, floor = options.get("bar"), options.get("floor")
    if bar is not None and floor is not None and bar < floor:
        raise InvalidInput(field="stages.options.bar", problem=_("not below the floor"))
    return system, options


def new_stage_options(system: str, options: Mapping[str, object], *, number: int) -> Document:
    """The options of a new stage, with the defaults for `numbers` and the boards of partners.

    It takes over no boards that the start of another one counted.

    A round robin draws its numbers. Eliminations, Monrad and Keizer number by rating and draw equal
    ratings in a first stage; in a later stage they keep the places of the stage before.
    """
    made = {name: value for name, value in options.items() if name != BOARDS_AT_START}
    if system == ROUND_ROBIN:
        made.setdefault("numbers", BY_LOT)
    elif system == SCHEVENINGEN:
        made.setdefault("team_rank_by", "game_points")
    elif made.get("partners"):
        made.setdefault("boards", 2)
    elif system in FROM_THE_LIST:
        made.setdefault("numbers", EQUALS_BY_LOT if number == 1 else IN_LIST_ORDER)
    return made
