"""The rules of a game of Gamnon: a frozen value, and named presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from engine.errors import RecordError, gettext_noop
from engine.gamnon.cards import can_deal, default_packs

MIN_SEATS, MAX_SEATS = 3, 14  # of tables in events; a record may have more players
MAX_PACKS = 40
MAX_TURNS = 10_000


class GamnonRulesetError(RecordError):
    """Rules that do not exist."""

    code = "gamnon_ruleset_refused"
    message = gettext_noop("these rules of Gamnon cannot be used.")


class UnknownGamnonRules(GamnonRulesetError):
    code = "gamnon_rules_unknown"
    message = gettext_noop("there are no rules of Gamnon named {name}.")


class UnknownGamnonOption(GamnonRulesetError):
    code = "gamnon_option_unknown"
    message = gettext_noop("Gamnon has no option {option}; its options are {options}.")


class BadGamnonOption(GamnonRulesetError):
    code = "gamnon_option_value"
    message = gettext_noop("{value} is not a value of the option {option}; it takes {allowed}.")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The options of GAM-1, GAM-8, GAM-10 and GAM-11.5.

    `packs`: None for the default by the number of players. `max_turns`: 0 for no limit.
    `winner_takes_all` and `adjudicated_weight` affect only the points.
    """

    name: str = "standard"
    packs: int | None = None
    refill_sources: str = "all_others"
    multi_empty: str = "none"
    empty_after_close: str = "take_below"
    max_turns: int = 200
    adjudicate: str = "most_cards"
    winner_takes_all: bool = False
    adjudicated_weight: str = "full"

    def __post_init__(self) -> None:
        if self.name not in PRESETS:
            raise UnknownGamnonRules(name=str(self.name)[:80])
        for option, allowed in CHOICES.items():
            value = getattr(self, option)
            if not isinstance(value, str) or value not in allowed:
                raise BadGamnonOption(
                    option=option, value=str(value)[:80], allowed=", ".join(allowed)
                )
        for option, (least, most) in BOUNDS.items():
            value = getattr(self, option)
            if value is None and option == "packs":
                continue
            if type(value) is not int or not least <= value <= most:
                raise BadGamnonOption(
                    option=option, value=str(value)[:80], allowed=f"{least} … {most}"
                )
        if type(self.winner_takes_all) is not bool:
            raise BadGamnonOption(
                option="winner_takes_all", value=str(self.winner_takes_all)[:80], allowed="0, 1"
            )

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


CHOICES: dict[str, tuple[str, ...]] = {
    "refill_sources": ("all_others", "givers_only"),
    "multi_empty": ("none", "first_in_order", "active_wins"),
    "empty_after_close": ("take_below", "stay_empty"),
    "adjudicate": ("most_cards", "draw"),
    "adjudicated_weight": ("full", "half"),
}
BOUNDS: dict[str, tuple[int, int]] = {"packs": (1, MAX_PACKS), "max_turns": (0, MAX_TURNS)}
OPTIONS = tuple(field.name for field in fields(Ruleset) if field.name != "name")

# `source` follows the text where `standard` adds to it: two or more players without cards and
# debts lose, there is no turn limit, and a loss scores nothing.
PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "source": {"multi_empty": "active_wins", "max_turns": 0, "winner_takes_all": True},
}


def seat_bounds(rules: Ruleset) -> tuple[int, int]:
    """The smallest and the largest table (GAM-1.1, 1.4), up to `MAX_SEATS`."""
    allowed = [
        seats
        for seats in range(MIN_SEATS, MAX_SEATS + 1)
        if can_deal(seats, rules.packs or default_packs(seats))
    ]
    return allowed[0], allowed[-1]


def check_preset(name: str) -> str:
    """:raises UnknownGamnonRules: there are no rules of that name."""
    if not isinstance(name, str) or name not in PRESETS:
        raise UnknownGamnonRules(name=str(name)[:80])
    return name


def make_ruleset(name: str = "standard", **changes: Any) -> Ruleset:
    """The rules of that name, with the stated options changed.

    :raises GamnonRulesetError: no such name, option or value.
    """
    check_preset(name)
    for option in changes:
        _check_known(option)
    return Ruleset(name=name, **(PRESETS[name] | changes))


def ruleset_from_dict(values: Mapping[str, Any]) -> Ruleset:
    """Rules from what `as_dict` wrote, or from the options that differ."""
    changes = {key: value for key, value in values.items() if key != "name"}
    return make_ruleset(values.get("name", "standard"), **changes)


def read_option(option: str, text: str) -> Any:
    """The value of an option in a record (`max_turns=0`, `winner_takes_all=1`).

    :raises GamnonRulesetError: no such option or value.
    """
    _check_known(option)
    value: Any = text
    if option in BOUNDS:
        # Ten digits are above every bound, and longer texts are slow to convert.
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
    elif option == "winner_takes_all":
        value = {"0": False, "1": True}.get(text, text)
    make_ruleset(**{option: value})
    return value


def format_option(option: str, value: object) -> str:
    """`name=value` as `read_option` reads it; `packs` has its own line in a record."""
    return f"{option}={int(value) if isinstance(value, bool) else value}"


def _check_known(option: str) -> None:
    if option not in OPTIONS:
        raise UnknownGamnonOption(option=str(option)[:80], options=", ".join(OPTIONS))
