"""The rules of a game of Tak: a frozen value, and named presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.errors import RecordError, gettext_noop

SIZES = range(3, 10)  # PTN writes a rank and the number of lifted pieces with one digit
# Stones and capstones of each player (TAK-2.2). The books give no capstones for 7x7 (TAK-2.3) and
# no set for 9x9; the event states them.
SETS: dict[int, tuple[int | None, int | None]] = {
    3: (10, 0),
    4: (15, 0),
    5: (21, 1),
    6: (30, 1),
    7: (40, None),
    8: (50, 2),
    9: (None, None),
}
MAX_STONES = 500
MAX_CAPSTONES = 50
MAX_HALF_KOMI = 2 * SIZES[-1] ** 2  # two half points for each space of the largest board


class RulesetError(RecordError):
    """Rules that do not exist or contradict themselves."""

    code = "ruleset_refused"
    message = gettext_noop("these rules cannot be used.")


class UnknownRuleset(RulesetError):
    code = "unknown_ruleset"
    message = gettext_noop("there are no rules named {name}.")


class UnknownRulesetField(RulesetError):
    code = "unknown_ruleset_field"
    message = gettext_noop("rules have no field named {field}.")


class BadRulesetValue(RulesetError):
    code = "bad_ruleset_value"
    message = gettext_noop("{value} is not a value of the option {field}; values are {values}.")


class SizeNotSupported(RulesetError):
    code = "size_not_supported"
    message = gettext_noop(
        "a board of size {size} is not supported; sizes are 3 to 9: PTN can write no larger board."
    )


class SizeNotStated(RulesetError):
    code = "size_not_stated"
    message = gettext_noop("the rules do not say the size of the board.")


class NoSetForSize(RulesetError):
    code = "no_set_for_size"
    message = gettext_noop("the rules {name} have no set of pieces for size {size}.")


class CapstonesNotStated(RulesetError):
    code = "capstones_not_stated"
    message = gettext_noop("the rules {name} leave the capstones of size {size} to the event.")


class SetNotStated(RulesetError):
    code = "set_not_stated"
    message = gettext_noop(
        "a board of size {size} has no usual set of pieces: give stones and capstones "
        "(in a record the tags Flats and Caps)."
    )


class SizeOfStyle(RulesetError):
    code = "size_of_style"
    message = gettext_noop("the rules {name} are for a board of size {expected}, not {size}.")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """`half_komi`: half points added to the second player's flats.

    `reversible_limit`: plies in a row without a placement or a flattening that end the game as
    a draw; None for no limit.
    `tak_call`, `undo`: etiquette (TAK-6), which never makes a record illegal.
    `first_colour`: the colour of the first player (TAK-3.1), in drawings and sentences.
    """

    name: str
    size: int
    stones: int
    capstones: int
    half_komi: int = 0
    flat_tie: str = "draw"
    out_of_pieces: str = "all_pieces"
    reversible_limit: int | None = None
    opening: str = "swap"
    overdrawn_reserve: str = "refuse"
    reserve_counts: str = "all_pieces"
    tak_call: str = "optional"
    undo: str = "none"
    first_colour: str = "by_record"

    def __post_init__(self) -> None:
        if type(self.size) is not int or self.size not in SIZES:
            raise SizeNotSupported(size=self.size)
        for field, allowed in CHOICES.items():
            if getattr(self, field) not in allowed:
                _refuse_value(field, getattr(self, field), ", ".join(allowed))
        for field, (least, most) in BOUNDS.items():
            value = getattr(self, field)
            if value is None and field == "reversible_limit":
                continue
            if type(value) is not int or not least <= value <= most:
                _refuse_value(field, value, f"{least} … {most}")
        if self.opening == "double_black_stack" and self.stones < 2:
            _refuse_value("stones", self.stones, f"2 … {MAX_STONES}")  # the first ply takes two

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _NAMES}


def _refuse_value(field: str, value: object, values: str) -> None:
    raise BadRulesetValue(field=field, value=str(value)[:80], values=values)


CHOICES: dict[str, tuple[str, ...]] = {
    "flat_tie": ("draw", "second_player"),
    "out_of_pieces": ("all_pieces", "stones_only"),
    "opening": ("swap", "double_black_stack", "no_swap"),
    "overdrawn_reserve": ("refuse", "warn"),
    "reserve_counts": ("all_pieces", "stones_only"),
    "tak_call": ("optional", "noble", "tavern_discouraged", "gambling"),
    "undo": ("none", "by_consent"),
    "first_colour": ("by_record", "white", "black"),
}
BOUNDS: dict[str, tuple[int, int]] = {
    "stones": (1, MAX_STONES),
    "capstones": (0, MAX_CAPSTONES),
    "half_komi": (-MAX_HALF_KOMI, MAX_HALF_KOMI),
    "reversible_limit": (1, 1000),
}
_NAMES = tuple(field.name for field in fields(Ruleset))
FIELDS = frozenset(_NAMES) - {"name", "size"}

PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "university": {},
    "beta": {},
    "playtak": {"reversible_limit": 50, "overdrawn_reserve": "warn"},
    "beginner": {},
    "nomad4": {},
    "nomad5": {},
    "noble": {"tak_call": "noble", "undo": "by_consent"},
    "champion": {},
}
# The styles of TAK-10 are named rules of one size each.
STYLE_SIZES = {"beginner": 4, "nomad4": 4, "nomad5": 5, "noble": 6, "champion": 8}


def make_ruleset(name: str = "standard", *, size: int, **changes: Any) -> Ruleset:
    """The rules of that name for a board of that size, with the stated fields changed.

    :raises RulesetError: no such name, field, value or set of pieces.
    """
    if not isinstance(name, str) or name not in PRESETS:
        raise UnknownRuleset(name=name)
    if type(size) is not int or size not in SIZES:
        raise SizeNotSupported(size=size)
    if size != STYLE_SIZES.get(name, size):
        raise SizeOfStyle(name=name, expected=STYLE_SIZES[name], size=size)
    for field in changes:
        if field not in FIELDS:
            raise UnknownRulesetField(field=field)
    pieces = default_set(name, size)
    if "stones" not in pieces | changes:
        raise SetNotStated(size=size)
    if "capstones" not in pieces | changes:
        raise CapstonesNotStated(name=name, size=size) if pieces else SetNotStated(size=size)
    return Ruleset(name=name, size=size, **(pieces | PRESETS[name] | changes))


def default_set(name: str, size: int) -> dict[str, int]:
    """The stones and capstones of each player that the rules give a board of this size.

    A count that the event has to state is left out (TAK-2.3).

    :raises NoSetForSize: the rules have no such board.
    """
    stones, capstones = SETS[size]
    if size == 7:
        if name == "university":
            raise NoSetForSize(name=name, size=size)
        capstones = None if name == "beta" else 2
    found = {"stones": stones, "capstones": capstones}
    return {field: count for field, count in found.items() if count is not None}


def ruleset_from_dict(values: Mapping[str, Any]) -> Ruleset:
    """Rules from what `as_dict` wrote, or from a name, a size and the fields that differ.

    A style has its own size, so its name is enough. Fields that are newer than the stored rules
    get their defaults.
    """
    rest = {key: value for key, value in values.items() if key not in ("name", "size")}
    for field in rest:
        if field not in FIELDS:
            raise UnknownRulesetField(field=field)
    name = values.get("name", "standard")
    size = values["size"] if "size" in values else _size_of(name)
    return make_ruleset(name, size=size, **rest)


def _size_of(name: object) -> int:
    if not isinstance(name, str) or name not in STYLE_SIZES:
        raise SizeNotStated
    return STYLE_SIZES[name]
