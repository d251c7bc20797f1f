"""The rules of a game as settings: for a new event, and what a changed form means."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config.pages.desk.setup.setting_form import Settings
from config.pages.forms import NumberField, Text, ValueChoiceField
from config.pages.site.rule_texts import RuleOption
from config.pages.site.rule_texts.names import RULESET_NAMES
from config.pages.site.rule_texts.parts import TEXTS
from engine.games import DEFAULT_RULES, PRESETS
from engine.tak.ruleset import BOUNDS, STYLE_SIZES, RulesetError, default_set

NAME, SIZE = "name", "size"
PIECES = ("stones", "capstones")
# The wording of the source; proposed for a new event of a card game.
FAITHFUL = "source"
DASHES = ("-", "–")  # "no limit", because an empty field leaves the option to the named rules
UNSTATED = ""
AS_NAMED = (UNSTATED, _("as the rules have it"))
EMPTY = _("Empty: as the rules have it.")
OTHER_RULES = _("Other rules bring their options along, but for those that you change here.")


class RuleNumberField(NumberField):
    """A number of a new event: empty leaves it to the named rules, a dash means none."""

    def to_python(self, value: object) -> Any:
        text = str(value or "").strip()
        if text in DASHES:
            return None
        return super().to_python(text) if text else UNSTATED


def proposed_rules(game: str) -> str:
    """The name of the rules that the form of a new event begins with."""
    return FAITHFUL if FAITHFUL in PRESETS[game] else DEFAULT_RULES[game]


def ruleset_fields(game: str) -> dict[str, forms.Field]:
    """The named rules, and all options in the words of the page of rules."""
    fields: dict[str, forms.Field] = {"ruleset-name": _names(game, hint=OTHER_RULES)}
    return fields | {f"ruleset-{each.field}": _option(each) for each in _options(game)}


def new_rule_fields(game: str) -> dict[str, forms.Field]:
    """The named rules, and all options, each of which may be left to them.

    The size of a Tak board has a field of its own on the form.
    """
    fields: dict[str, forms.Field] = {f"{game}-{NAME}": _names(game, initial=proposed_rules(game))}
    return fields | {
        f"{game}-{each.field}": _new_option(each) for each in _options(game) if each.field != SIZE
    }


def _options(game: str) -> list[RuleOption]:
    return [option for section in TEXTS[game] for option in section.options]


def _names(game: str, hint: Text = "", initial: str | None = None) -> ValueChoiceField:
    choices = [(code, _name_with_board(game, code)) for code in PRESETS[game]]
    return ValueChoiceField(_("Rules"), hint, choices=choices, initial=initial)


def _name_with_board(game: str, code: str) -> Text:
    """The name of a ruleset for people; a style of Tak has a board of its own."""
    name, size = RULESET_NAMES[game].get(code, code), STYLE_SIZES.get(code)
    return format_lazy("{} ({}×{})", name, size, size) if size and game == "tak" else name


def _option(option: RuleOption) -> forms.Field:
    if not option.number:
        return ValueChoiceField(option.label, choices=_choices(option))
    empty = option.choices.get(None, "")
    return NumberField(
        option.label,
        _("Empty: {meaning}.").format(meaning=empty) if empty else "",
        required=None not in option.choices,
        **_bounds(option),
    )


def _new_option(option: RuleOption) -> forms.Field:
    if not option.number:
        return ValueChoiceField(option.label, choices=(AS_NAMED, *_choices(option)))
    may_be_none = None in option.choices
    hint = _("Empty: as the rules have it. A dash: none.") if may_be_none else EMPTY
    return RuleNumberField(option.label, hint, required=False, **_bounds(option))


def _bounds(option: RuleOption) -> dict[str, int]:
    """Of a number of Tak; services check those of the other games."""
    return dict(zip(("min_value", "max_value"), BOUNDS.get(option.field, ()), strict=False))


def _choices(option: RuleOption) -> list[tuple[object, Text]]:
    """The values with their words; "no" before "yes"."""
    choices = list(option.choices.items())
    if set(option.choices) == {True, False}:
        choices.sort(key=lambda choice: bool(choice[0]))
    return choices


def new_rules(game: str, values: Settings, size: int | None) -> Settings:
    """The rules that the cleaned form of a new event states: a name and the options that differ."""
    stated = {
        name.partition("-")[2]: values[name]
        for name in new_rule_fields(game)
        if values.get(name, UNSTATED) != UNSTATED
    }
    rules = {NAME: proposed_rules(game), **stated}
    if game == "tak" and rules[NAME] not in STYLE_SIZES:
        rules[SIZE] = size
    return rules


# A form that shows all options of an event, and is sent back


def changed_rules(
    game: str, stored: Settings, chosen: Settings, *, pieces_for: str = ""
) -> Settings:
    """The rules after an edit. Another name or board resets the options that were not changed too.

    A style brings its board along. A board without a usual set takes the pieces of the form: if
    they were changed, or once the form was shown again (`pieces_for`). So nobody takes over the
    set of another board unseen.
    """
    if all(chosen.get(field, stored.get(field)) == stored.get(field) for field in (NAME, SIZE)):
        return {**stored, **chosen}
    kept = {
        field: value
        for field, value in chosen.items()
        if field in (NAME, SIZE) or value != stored.get(field)
    }
    if game != "tak":
        return kept
    kept = {NAME: stored[NAME], SIZE: stored[SIZE], **kept}
    name, size = kept[NAME], kept[SIZE]
    if name != stored[NAME] and size == stored[SIZE]:
        kept[SIZE] = STYLE_SIZES.get(name, size)
    missing = _unset_pieces(name, kept[SIZE])
    is_meant = missing == ["capstones"] or any(field in kept for field in missing)
    if is_meant or pieces_for == board_key(kept):
        kept |= {field: chosen[field] for field in missing if field in chosen}
    return kept


def _unset_pieces(name: str, size: int) -> list[str]:
    """Which pieces the rules leave to the event."""
    try:
        usual = default_set(name, size)
    except (RulesetError, KeyError):
        return []  # the service refuses this board
    return [field for field in PIECES if field not in usual]


def board_key(rules: Settings) -> str:
    """The board for which the pieces of a form are meant."""
    return f"{rules.get(NAME)}-{rules.get(SIZE)}"
