"""The rules of a game of Taki: a frozen value, and named presets (TAKI-8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from engine.errors import RecordError, gettext_noop
from engine.taki.cards import DECKS, HAND, SEATS


class TakiRulesError(RecordError):
    """Rules that do not exist."""

    code = "taki_rules_refused"
    message = gettext_noop("these rules of Taki cannot be used.")


class UnknownTakiRules(TakiRulesError):
    code = "unknown_taki_rules"
    message = gettext_noop("there are no rules of Taki named {name}.")


class UnknownOption(TakiRulesError):
    code = "unknown_option"
    message = gettext_noop("Taki has no option {field}.")


class BadOptionValue(TakiRulesError):
    code = "bad_option_value"
    message = gettext_noop("{value} is not a value of the option {field}; values are {values}.")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One field for each option of TAKI-8, with its name; the defaults are `blog`.

    `max_turns` ends a game after that many turns with the fewest cards winning; 0 for no limit.
    """

    name: str = "blog"
    deck: int = 116
    crazy_cards: int = 0
    start_colourless: str = "redraw"
    special_match: str = "colour_only"
    voluntary_draw: str = "warn"
    run_end_plus2: str = "inactive"
    plus_follow: str = "same_colour_or_colourless"
    open_run_last_action: str = "none"
    lone_taki: str = "closable"
    run_tail_colourless: bool = False
    super_after_king: str = "declare"
    super_changes_colour: bool = False
    plus3_on: str = "number_cards"
    plus3_keeps_turn: bool = True
    breaker_last: str = "as_above"
    law_plus3: bool = False
    last_card_penalty: int = 2
    last_card_window: str = "until_laid"
    pile_empty: str = "reshuffle"
    play_on: bool = False
    winner_takes_all: bool = False
    max_turns: int = 0
    law_after_plus2: str = "inactive"
    colour_after_plus: str = "any"
    dead_plus2_match: str = "colour_or_number"
    breaker_on_named: bool = False

    def __post_init__(self) -> None:
        if self.name not in PRESETS:
            raise UnknownTakiRules(name=str(self.name)[:80])
        for field, values in CHOICES.items():
            value = getattr(self, field)
            if type(value) is not type(values[0]) or value not in values:
                _refuse_value(field, value)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


CHOICES: dict[str, tuple[Any, ...] | range] = {
    "deck": DECKS,
    "crazy_cards": range(21),
    "start_colourless": ("redraw", "any_card"),
    "special_match": ("colour_only", "colour_or_figure"),
    "voluntary_draw": ("warn", "allow", "reject"),
    "run_end_plus2": ("inactive", "active"),
    "plus_follow": ("same_colour_or_colourless", "same_colour", "normal_match"),
    "open_run_last_action": ("none", "acts"),
    "lone_taki": ("closable", "stays_open"),
    "run_tail_colourless": (False, True),
    "super_after_king": ("declare", "previous_colour"),
    "super_changes_colour": (False, True),
    "plus3_on": ("number_cards", "any"),
    "plus3_keeps_turn": (False, True),
    "breaker_last": ("as_above", "never_wins"),
    "law_plus3": (False, True),
    "last_card_penalty": (2, 4),
    "last_card_window": ("until_laid", "before_next_act"),
    "pile_empty": ("reshuffle", "no_draw", "end"),
    "play_on": (False, True),
    "winner_takes_all": (False, True),
    "max_turns": range(10_001),
    "law_after_plus2": ("inactive", "active"),
    "colour_after_plus": ("any", "same"),
    "dead_plus2_match": ("colour_or_number", "colour_only"),
    "breaker_on_named": (False, True),
}
# Newer options. At their defaults they are not hashed, so older hashes stay valid.
ADDED_OPTIONS = ("law_after_plus2", "colour_after_plus", "dead_plus2_match", "breaker_on_named")
PRESETS: dict[str, dict[str, Any]] = {
    "blog": {},
    "publisher": {
        "special_match": "colour_or_figure",
        "run_end_plus2": "active",
        "lone_taki": "stays_open",
        "run_tail_colourless": True,
        "plus3_on": "any",
        "last_card_penalty": 4,
        "last_card_window": "before_next_act",
    },
    # The literal text, where `blog` chooses between readings.
    "source": {
        "plus_follow": "same_colour",
        "law_after_plus2": "active",
        "colour_after_plus": "same",
        "dead_plus2_match": "colour_only",
        "breaker_on_named": True,
    },
}
_BOOLEANS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def seat_bounds(rules: Ruleset) -> tuple[int, int]:
    """The smallest and the largest table; the deck must have all hands and a start card."""
    most = (rules.deck + rules.crazy_cards - 1) // HAND
    return SEATS[0], min(SEATS[-1], most)


def hashed_options(rules: Ruleset) -> dict[str, Any]:
    """The options in the hash of a game; newer ones only if they are not at their default."""
    defaults = Ruleset()
    return {
        field: value
        for field, value in rules.as_dict().items()
        if field != "name" and (field not in ADDED_OPTIONS or value != getattr(defaults, field))
    }


def make_ruleset(name: str = "blog", **changes: Any) -> Ruleset:
    """The rules of that name with the stated options changed.

    :raises TakiRulesError: no such name, option or value.
    """
    if not isinstance(name, str) or name not in PRESETS:
        raise UnknownTakiRules(name=str(name)[:80])
    for field in changes:
        if field not in CHOICES:
            raise UnknownOption(field=str(field)[:80])
    return Ruleset(name=name, **(PRESETS[name] | changes))


def ruleset_from_dict(values: Mapping[str, Any]) -> Ruleset:
    """Rules from what `as_dict` wrote, or from a name and the options that differ."""
    changes = {key: value for key, value in values.items() if key != "name"}
    return make_ruleset(values.get("name", "blog"), **changes)


def read_option(field: str, text: str) -> Any:
    """The value of `field=text` in a record; booleans are yes and no, true and false, 1 and 0.

    :raises TakiRulesError: no such option or value.
    """
    if field not in CHOICES:
        raise UnknownOption(field=field[:80])
    example = CHOICES[field][0]
    if isinstance(example, bool):
        if text.lower() not in _BOOLEANS:
            _refuse_value(field, text)
        return _BOOLEANS[text.lower()]
    if isinstance(example, int):
        if not (text.isascii() and text.isdigit() and len(text) < 7):
            _refuse_value(field, text)
        value: Any = int(text)
    else:
        value = text
    if value not in CHOICES[field]:
        _refuse_value(field, text)
    return value


def changed_options(rules: Ruleset) -> dict[str, str]:
    """The options that differ from the preset, as in a record."""
    preset = make_ruleset(rules.name)
    return {
        field.name: _format_value(getattr(rules, field.name))
        for field in fields(Ruleset)
        if getattr(rules, field.name) != getattr(preset, field.name)
    }


def _format_value(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _refuse_value(field: str, value: object) -> None:
    values = CHOICES[field]
    if isinstance(values, range):
        shown = f"{values.start}-{values.stop - 1}"
    else:
        shown = ", ".join(_format_value(v) for v in values)
    raise BadOptionValue(field=field, value=str(value)[:80], values=shown)
