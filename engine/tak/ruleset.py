"""The rules a game is played under: a frozen value; a name is a preset of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from engine.errors import RecordError, gettext_noop

SIZES = range(3, 9)
# Stones and capstones of each player (TAK-2.2); 7x7 has no capstones in the books (TAK-2.3).
SETS = {3: (10, 0), 4: (15, 0), 5: (21, 1), 6: (30, 1), 7: (40, None), 8: (50, 2)}
MOST_STONES = 500
MOST_CAPSTONES = 50
MOST_HALF_KOMI = 128  # two half points for each space of the largest board


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
    message = gettext_noop("{value} is not a value of the rules' field {field}.")


class SizeNotSupported(RulesetError):
    code = "size_not_supported"
    message = gettext_noop("a board of size {size} is not supported; sizes are 3 to 8.")


class NoSetForSize(RulesetError):
    code = "no_set_for_size"
    message = gettext_noop("the rules {name} have no set of pieces for size {size}.")


class CapstonesNotStated(RulesetError):
    code = "capstones_not_stated"
    message = gettext_noop("the rules {name} leave the capstones of size {size} to the event.")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """`half_komi`: half points added to the second player's flats.

    `reversible_limit`: plies in a row without a placement or a flattening that end the game as
    a draw; None for no limit.
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

    def __post_init__(self) -> None:
        if type(self.size) is not int or self.size not in SIZES:
            raise SizeNotSupported(size=self.size)
        for field, allowed in CHOICES.items():
            if getattr(self, field) not in allowed:
                raise BadRulesetValue(field=field, value=getattr(self, field))
        for field, (least, most) in BOUNDS.items():
            value = getattr(self, field)
            if value is None and field == "reversible_limit":
                continue
            if type(value) is not int or not least <= value <= most:
                raise BadRulesetValue(field=field, value=value)
        if self.opening == "double_black_stack" and self.stones < 2:
            raise BadRulesetValue(field="stones", value=self.stones)  # the first ply takes two

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


CHOICES: dict[str, tuple[str, ...]] = {
    "flat_tie": ("draw", "second_player"),
    "out_of_pieces": ("all_pieces", "stones_only"),
    "opening": ("swap", "double_black_stack", "no_swap"),
    "overdrawn_reserve": ("refuse", "warn"),
    "reserve_counts": ("all_pieces", "stones_only"),
}
BOUNDS: dict[str, tuple[int, int]] = {
    "stones": (1, MOST_STONES),
    "capstones": (0, MOST_CAPSTONES),
    "half_komi": (-MOST_HALF_KOMI, MOST_HALF_KOMI),
    "reversible_limit": (1, 1000),
}
FIELDS = frozenset(field.name for field in fields(Ruleset)) - {"name", "size"}

PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "university": {},
    "beta": {},
    "playtak": {"reversible_limit": 50, "overdrawn_reserve": "warn"},
}


def make_ruleset(name: str = "standard", *, size: int, **changes: Any) -> Ruleset:
    """The rules of that name for a board of that size, with the stated fields changed.

    :raises RulesetError: no such name, field, value or set of pieces.
    """
    if not isinstance(name, str) or name not in PRESETS:
        raise UnknownRuleset(name=name)
    if type(size) is not int or size not in SIZES:
        raise SizeNotSupported(size=size)
    for field in changes:
        if field not in FIELDS:
            raise UnknownRulesetField(field=field)
    stones, capstones = SETS[size]
    if capstones is None:
        capstones = _capstones_7x7(name, stated="capstones" in changes)
    values: dict[str, Any] = {"stones": stones, "capstones": capstones}
    return Ruleset(name=name, size=size, **(values | PRESETS[name] | changes))


def _capstones_7x7(name: str, *, stated: bool) -> int:
    """TAK-2.3."""
    if name == "university":
        raise NoSetForSize(name=name, size=7)
    if name == "beta" and not stated:
        raise CapstonesNotStated(name=name, size=7)
    return 2


def ruleset_from_dict(values: Mapping[str, Any]) -> Ruleset:
    """Rules from what `as_dict` wrote, or from a name, a size and the fields that differ."""
    rest = {key: value for key, value in values.items() if key not in ("name", "size")}
    for field in rest:
        if field not in FIELDS:
            raise UnknownRulesetField(field=field)
    if "size" not in values:
        raise SizeNotSupported(size=None)
    return make_ruleset(values.get("name", "standard"), size=values["size"], **rest)
